import { randomUUID } from 'node:crypto';
import type { Clock } from './clock.ts';
import { sql, type Db } from './db.ts';
import { Listener } from './listener.ts';
import type { Log } from './log.ts';
import { SESSIONS_CHANNEL, type Sessions } from './sessions.ts';

/** What connections that hear of ended sessions are called in the database, so that they can be counted. */
const LISTENING = 'plimsoll sessions';
/** A process that has not answered after so long is stopped or gone: it answers nobody. */
const PATIENCE_MS = 1_000;
/** Said on the channel beside members' numbers: who has heard all before this?, and: I have. */
const ASKED = '?';
const HEARD = '!';

const listening = sql<{ count: number }>(
  'sessions.listening',
  `select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = '${LISTENING}'`,
);
const say = sql<never>('sessions.say', `select pg_notify('${SESSIONS_CHANNEL}', $1)`);

interface SessionNewsDeps {
  readonly db: Db;
  /** The database's. */
  readonly url: string;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly log?: Pick<Log, 'error'> | undefined;
}

/**
 * Makes an ended session end in every process before whoever ended it is answered. The database announces at the commit
 * whose sessions ended (migration 0022); what is announced is heard in order, so that a process that answers a question
 * asked after it has heard it too. One that has lost its connection to the channel keeps no session in memory until it
 * has another.
 */
export class SessionNews {
  readonly #deps: SessionNewsDeps;
  readonly #listener: Listener;
  readonly #waiting = new Map<string, { left: number; readonly done: () => void }>();

  constructor(deps: SessionNewsDeps) {
    this.#deps = deps;
    const { url, clock, sessions, log } = deps;
    this.#listener = new Listener({
      url,
      channel: SESSIONS_CHANNEL,
      clock,
      name: LISTENING,
      heard: (said) => this.#heard(said),
      lost: () => sessions.listening(false),
      log,
    });
    sessions.endsBy(() => this.#everywhere());
  }

  /** Begins to listen. */
  async start(): Promise<void> {
    await this.#listener.start();
  }

  async stop(): Promise<void> {
    await this.#listener.stop();
  }

  #heard(said: string | undefined): void {
    const { sessions, db } = this.#deps;
    if (said === undefined) {
      sessions.endedElsewhere();
      sessions.listening(true);
    } else if (said.startsWith(ASKED)) {
      // Whoever waits for it does so for a second and no longer.
      void db.run(say, [`${HEARD}${said.slice(ASKED.length)}`]).catch(() => {});
    } else if (said.startsWith(HEARD)) {
      const waiting = this.#waiting.get(said.slice(HEARD.length));
      if (!waiting) return;
      waiting.left -= 1;
      if (waiting.left <= 0) waiting.done();
    } else sessions.endedElsewhere(said);
  }

  /** Resolves when every process has heard what was announced before. */
  async #everywhere(): Promise<void> {
    const { db, clock } = this.#deps;
    const [row] = await db.run(listening);
    const count = row?.count ?? 0;
    // Alone: what was in memory here is forgotten already.
    if (count <= 1) return;
    const id = randomUUID();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.set(id, { left: count, done: resolve });
    const timer = clock.after(PATIENCE_MS, resolve);
    try {
      await db.run(say, [`${ASKED}${id}`]);
      await promise;
    } finally {
      timer.cancel();
      this.#waiting.delete(id);
    }
  }
}

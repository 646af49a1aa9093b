import { randomUUID } from 'node:crypto';
import type { Clock } from './clock.ts';
import { sql, type Db } from './db.ts';
import type { Listener, DbNotifications } from './db-notifications.ts';
import { SESSIONS_CHANNEL, type Sessions } from './sessions.ts';

/** The `application_name` by which processes that listen are counted, each with one connection. */
export const LISTENING = 'plimsoll sessions';
/** Who has not answered by then is stopped or gone, and serves nobody. */
const PATIENCE_MS = 5_000;
/** Beside members' ids, the channel carries questions and their acknowledgements. */
const QUESTION = '?';
const ACKNOWLEDGED = '!';

const listening = sql<{ count: number }>(
  'sessions.listening',
  `select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = '${LISTENING}'`,
);
const notify = sql<never>('sessions.notify', `select pg_notify('${SESSIONS_CHANNEL}', $1)`);

interface SessionNewsDeps {
  readonly db: Db;
  /** Named {@link LISTENING}. */
  readonly notifications: Pick<DbNotifications, 'listener'>;
  readonly clock: Clock;
  readonly sessions: Sessions;
}

/**
 * Ends a session in every process before the call that ended it is answered. The database notifies at the commit whose
 * sessions ended (migration 0003). Notifications arrive in order: a process that acknowledges a later question has
 * received them. Without the channel a process keeps no session in memory.
 */
export class SessionNews {
  readonly #deps: SessionNewsDeps;
  readonly #listener: Listener;
  readonly #waiting = new Map<string, { left: number; readonly done: () => void }>();

  constructor(deps: SessionNewsDeps) {
    this.#deps = deps;
    const { notifications, sessions } = deps;
    this.#listener = notifications.listener({
      channel: SESSIONS_CHANNEL,
      received: (payload) => this.#received(payload),
      lost: () => sessions.listening(false),
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

  #received(payload: string | undefined): void {
    const { sessions, db } = this.#deps;
    if (payload === undefined) {
      sessions.endedElsewhere();
      sessions.listening(true);
    } else if (payload.startsWith(QUESTION)) {
      // Nobody waits longer than PATIENCE_MS for it.
      void db.run(notify, [`${ACKNOWLEDGED}${payload.slice(QUESTION.length)}`]).catch(() => {});
    } else if (payload.startsWith(ACKNOWLEDGED)) {
      const waiting = this.#waiting.get(payload.slice(ACKNOWLEDGED.length));
      if (!waiting) return;
      waiting.left -= 1;
      if (waiting.left <= 0) waiting.done();
    } else sessions.endedElsewhere(payload);
  }

  /** When every process has received the notifications before this. */
  async #everywhere(): Promise<void> {
    const { db, clock } = this.#deps;
    const [row] = await db.run(listening);
    const count = row?.count ?? 0;
    // The only process: its own memory is up to date.
    if (count <= 1) return;
    const id = randomUUID();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.set(id, { left: count, done: resolve });
    // What has arrived is read first: a process that was held up itself must not take the others for gone.
    const timer = clock.after(PATIENCE_MS, () => setImmediate(resolve));
    try {
      await db.run(notify, [`${QUESTION}${id}`]);
      await promise;
    } finally {
      timer.cancel();
      this.#waiting.delete(id);
    }
  }
}

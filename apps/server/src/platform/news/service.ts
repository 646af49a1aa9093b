import type { IncomingMessage } from 'node:http';
import type { NewsLogin } from '@plimsoll/contract';
import type { Clock, Timer } from '../clock.ts';
import { sql, type Db } from '../db.ts';
import type { Listener, DbNotifications } from '../db-notifications.ts';
import type { Log } from '../log.ts';
import type { Sessions } from '../sessions.ts';
import type { Throttles } from '../throttles.ts';
import { Changes, type Change } from './changes.ts';
import { Logins, type Entered, type NewsFrom } from './logins.ts';
import { Reader, Readers, type NewsSocket } from './readers.ts';
import type { NewsItem, NewsSource } from './source.ts';

/** The database notifies here whose things changed (migration 0041). */
const NEWS_CHANNEL = 'plimsoll_news';
/** Beside changes, the channel carries marks of logins. */
const FENCE = '?';
/** Things read together. */
const MAX_THINGS = 2_000;
/** More things that wait are not kept: their readers log in again. */
const MAX_WAITING = 100_000;
/** From one reading to the next: what changes in between is read once. */
const PACE_MS = 25;
/** Items reported before the event loop continues. */
const SLICE = 500;
/** How often sessions that ran out are looked for. */
const SWEEP_EVERY_MS = 60_000;

const notify = sql<never>('news.fence', `select pg_notify('${NEWS_CHANNEL}', $1)`);

/** What the sockets' server uses of the news. */
export interface NewsEntry {
  /** Logs a socket in, or in again. */
  login(socket: NewsSocket, asked: NewsLogin, from: NewsFrom): void;
  /** The socket closed. */
  left(socket: NewsSocket): void;
  /** Where a socket comes from, by its handshake. */
  from(request: IncomingMessage): NewsFrom;
}

interface NewsDeps {
  readonly db: Db;
  readonly notifications: DbNotifications;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly sessions: Pick<Sessions, 'find' | 'stillOpen' | 'onEnded'>;
  readonly throttles: Throttles;
  readonly sources: readonly NewsSource[];
  readonly from: NewsEntry['from'];
}

/**
 * Notifies members' sockets of what changed of theirs, in whatever process it was committed. What it guarantees: from a
 * login's answer to the end of news on a socket, every change that commits is followed by the state of its thing at
 * that commit or a later one, in order, and no state is reported twice; only of one's own, and only while the session
 * lasts. Where a change may have been missed, news ends with `unavailable`.
 */
export class NewsService implements NewsEntry {
  readonly #deps: NewsDeps;
  readonly #listener: Listener;
  readonly #readers = new Readers();
  readonly #changes: Changes;
  readonly #logins: Logins;
  #isListening = false;
  #isReporting = false;
  #isOver = false;
  #sweep: Timer | undefined;

  constructor(deps: NewsDeps) {
    this.#deps = deps;
    const { notifications, sessions, db } = deps;
    const readers = this.#readers;
    this.#changes = new Changes({
      max: MAX_WAITING,
      members: () => readers.members(),
      has: (memberId) => readers.has(memberId),
    });
    this.#logins = new Logins({
      ...deps,
      sendFence: async (id) => {
        await db.run(notify, [`${FENCE} ${id}`]);
      },
      admit: (entered) => this.#admit(entered),
    });
    this.#listener = notifications.listener({
      channel: NEWS_CHANNEL,
      received: (payload) => this.#received(payload),
      lost: () => this.#lost(),
    });
    sessions.onEnded((memberId) => {
      void this.#verify([...(memberId === undefined ? readers.all() : readers.of(memberId))]);
    });
  }

  /** Begins to listen. Call it before sockets are served. */
  async start(): Promise<void> {
    this.#isListening = true;
    await this.#listener.start();
    this.#sweepLater();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    this.#sweep?.cancel();
    this.#changes.clear();
    await this.#listener.stop();
  }

  from(request: IncomingMessage): NewsFrom {
    return this.#deps.from(request);
  }

  login(socket: NewsSocket, asked: NewsLogin, from: NewsFrom): void {
    this.#readers.remove(socket);
    if (!this.#isListening) {
      socket.report({ error: 'unavailable' });
      return;
    }
    this.#logins.enter(socket, asked, from).catch((error: unknown) => {
      this.#deps.log.error({ err: error }, 'news login failed');
      socket.report({ error: 'unavailable' });
    });
  }

  left(socket: NewsSocket): void {
    this.#logins.leave(socket);
    this.#readers.remove(socket);
  }

  #admit(entered: readonly Entered[]): void {
    const admitted = entered.map(({ socket, identity }) => {
      const reader = new Reader(socket, identity, this.#changes.last);
      this.#readers.add(socket, reader);
      reader.begin();
      return reader;
    });
    // Some sessions may have ended since they were found.
    void this.#verify(admitted);
  }

  #received(payload: string | undefined): void {
    if (payload === undefined) this.#isListening = true;
    else if (payload.startsWith(FENCE)) this.#logins.passed(payload.slice(FENCE.length + 1));
    else if (this.#changes.take(payload)) this.#reportLater();
    else this.#readers.end(() => true, 'unavailable');
  }

  #lost(): void {
    this.#isListening = false;
    this.#changes.clear();
    this.#logins.fail();
    this.#readers.end(() => true, 'unavailable');
  }

  #reportLater(): void {
    if (this.#isReporting || this.#changes.size === 0) return;
    this.#isReporting = true;
    // The notifications of one commit come together.
    setImmediate(() => {
      void this.#reportAll().finally(() => {
        this.#isReporting = false;
      });
    });
  }

  /** One reading at a time, so that no state overtakes a later one. */
  async #reportAll(): Promise<void> {
    const { clock } = this.#deps;
    while (this.#changes.size > 0 && !this.#isOver) {
      const begunMs = clock.nowMs();
      const changes = this.#changes.next(MAX_THINGS);
      await this.#report(changes);
      const pauseMs = Math.min(PACE_MS, begunMs + PACE_MS - clock.nowMs());
      if (pauseMs > 0 && changes.length < MAX_THINGS)
        await new Promise<void>((resolve) => {
          clock.after(pauseMs, resolve);
        });
    }
  }

  async #report(changes: readonly Change[]): Promise<void> {
    const readers = new Set(changes.flatMap(({ memberId }) => [...this.#readers.of(memberId)]));
    if (readers.size === 0) return;
    try {
      const [open, ...reported] = await Promise.all([
        this.#open([...readers]),
        ...this.#deps.sources.map(async (source) => {
          const things = changes.filter(({ event }) => event === source.event);
          return { source, things, items: things.length === 0 ? [] : await source.read(things) };
        }),
      ]);
      this.#endClosed([...readers], open);
      for (const each of reported) await this.#deliver(each);
    } catch (error) {
      this.#deps.log.error({ err: error }, 'news could not be read');
      this.#readers.end((reader) => readers.has(reader), 'unavailable');
    }
  }

  async #deliver({
    source: { event },
    things,
    items,
  }: {
    readonly source: NewsSource;
    readonly things: readonly Change[];
    readonly items: readonly NewsItem[];
  }): Promise<void> {
    const numbers = new Map(things.map(({ memberId, ref, number }) => [`${memberId} ${ref}`, number]));
    for (let from = 0; from < items.length; from += SLICE) {
      if (from > 0) await nextTurn();
      for (const item of items.slice(from, from + SLICE)) {
        const number = numbers.get(`${item.memberId} ${item.ref}`) ?? 0;
        for (const reader of this.#readers.of(item.memberId)) {
          if (number <= reader.after) continue;
          const fields = item.in(reader.identity.lang);
          if (fields) reader.report(event, { ref: item.ref, state: item.state, fields });
        }
      }
    }
  }

  /** Ends the news of those whose session is over. */
  async #verify(readers: readonly Reader[]): Promise<void> {
    if (readers.length === 0) return;
    try {
      this.#endClosed(readers, await this.#open(readers));
    } catch (error) {
      // They are looked at again before anything is reported to them, and at the next sweep.
      this.#deps.log.error({ err: error }, 'sessions of news could not be read');
    }
  }

  #open(readers: readonly Reader[]): Promise<ReadonlySet<string>> {
    return this.#deps.sessions.stillOpen([...new Set(readers.map(({ identity }) => identity.hash))]);
  }

  #endClosed(readers: readonly Reader[], open: ReadonlySet<string>): void {
    const closed = new Set(readers.filter(({ identity }) => !open.has(identity.hash)));
    if (closed.size > 0) this.#readers.end((reader) => closed.has(reader), 'login_required');
  }

  #sweepLater(): void {
    this.#sweep = this.#deps.clock.after(SWEEP_EVERY_MS, () => {
      void this.#verify([...this.#readers.all()]);
      this.#sweepLater();
    });
  }
}

const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

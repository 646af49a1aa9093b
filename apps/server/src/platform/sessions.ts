import { hash, randomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';
import { coarseAddress } from './coarse-address.ts';
import { sql, type Db, type Query } from './db.ts';
import { deviceWords } from './device-words.ts';
import { Listeners } from './listeners.ts';
import type { Binding, Bound } from './session-cookie.ts';

/** A member who is logged in. */
export interface Session {
  readonly memberId: string;
  readonly hash: string;
  readonly lang: string | null;
}

/** Of agent and address only a coarse form is kept. */
export interface SessionOrigin {
  /** `User-Agent` */
  readonly agent?: string;
  readonly address?: string;
  /** The known device that it is opened in. */
  readonly deviceId?: string;
  /** Without, the token alone suffices. */
  readonly binding?: Binding;
}

interface Entry {
  readonly memberId: string;
  readonly hash: string;
  /** Of the cookie that the token needs. */
  readonly cookieHash: string | null;
  readonly openedMs: number;
  lang: string | null;
  lastUsedMs: number;
  writtenMs: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** A session ends after so long without use (RULES 7), */
export const SESSION_LIFE_MS = 30 * DAY_MS;
/** and after so long in any case (RULES 8). */
export const SESSION_MAX_MS = 90 * DAY_MS;
const WRITE_USE_EVERY_MS = 60 * 60 * 1000;
const SWEEP_EVERY_MS = 60 * 60 * 1000;
const MAX_CACHED = 50_000;
/** The database notifies here whose sessions ended. */
export const SESSIONS_CHANNEL = 'plimsoll_session_ended';
/** 256 bits in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

const insert = sql<never>(
  'sessions.insert',
  `
  insert into session (token_hash, member_id, created_at, last_used_at, browser, system, address, device_id, cookie_hash) values ($1, $2, $3, $3, $4, $5, $6, $7, $8)`,
);
const find = sql<{
  member_id: string;
  lang: string | null;
  last_used_at: Date;
  created_at: Date;
  cookie_hash: string | null;
}>(
  'sessions.find',
  `select s.member_id, m.lang, s.last_used_at, s.created_at, s.cookie_hash from session s join member m on m.id = s.member_id
   where s.token_hash = $1 and s.last_used_at > $2 and s.created_at > $3 and not m.frozen`,
);
const open = sql<{ token_hash: string }>(
  'sessions.open',
  `select s.token_hash from session s join member m on m.id = s.member_id
   where s.token_hash = any($1) and s.last_used_at > $2 and s.created_at > $3 and not m.frozen`,
);
const touch = sql<never>(
  'sessions.touch',
  'update session set last_used_at = $2 where token_hash = $1 and last_used_at < $2',
);
const prove = sql<never>('sessions.prove', 'update session set proven_at = $2 where token_hash = $1');
const proven = sql<{ at: Date }>(
  'sessions.provenAt',
  'select coalesce(proven_at, created_at) as at from session where token_hash = $1',
);
const remove = sql<never>('sessions.remove', 'delete from session where token_hash = $1');
const removeById = sql<{ token_hash: string; device_id: string | null }>(
  'sessions.removeById',
  'delete from session where member_id = $1 and id = $2 returning token_hash, device_id',
);
const removeOthers = sql<{ token_hash: string }>(
  'sessions.removeOthers',
  'delete from session where member_id = $1 and token_hash <> $2 returning token_hash',
);
const removeAll = sql<never>('sessions.removeAll', 'delete from session where member_id = $1');
const removeOld = sql<never>('sessions.removeOld', 'delete from session where last_used_at <= $1 or created_at <= $2');

const lifeAt = (nowMs: number): readonly [unusedSince: Date, openedAt: Date] => [
  new Date(nowMs - SESSION_LIFE_MS),
  new Date(nowMs - SESSION_MAX_MS),
];

/**
 * 256-bit random tokens, stored as SHA-256; ended by logout, password change, freeze, 30 days of disuse, and after 90
 * days (RULES 7, 8). Those in use are kept in memory, and removed in every process before the call that ends one is
 * answered.
 */
export class Sessions {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #cache = new Map<string, Entry>();
  readonly #ofMember = new Map<string, Set<string>>();
  /** Resolves when every process knows which sessions ended. */
  #everywhere: () => Promise<void> = () => Promise.resolve();
  /** False while other processes' endings could be missed: then memory is not used. */
  #isListening = true;
  readonly #ended = new Listeners<{ readonly memberId: string | undefined }>('sessions.ended');
  /** Rises with every ending, so that a row read before it is not kept in memory. */
  #endings = 0;
  #sweep: { cancel(): void } | undefined;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Sets how to wait until every process knows of ended sessions. */
  endsBy(everywhere: () => Promise<void>): void {
    this.#everywhere = everywhere;
  }

  /** False while endings in other processes could be missed. */
  get isListening(): boolean {
    return this.#isListening;
  }

  /** Sets whether endings in other processes are received. */
  listening(isListening: boolean): void {
    this.#isListening = isListening;
  }

  /** Returns the token, of which only the hash is stored. */
  async open(
    memberId: string,
    within: Query = this.#db,
    { agent, address = '', deviceId, binding }: SessionOrigin = {},
  ): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const { browser, system } = deviceWords(agent);
    const tokenHash = hash('sha256', token, 'hex');
    await within.run(insert, [
      tokenHash,
      memberId,
      new Date(this.#clock.nowMs()),
      browser,
      system,
      coarseAddress(address),
      deviceId ?? null,
      binding?.bind(tokenHash) ?? null,
    ]);
    return token;
  }

  /**
   * The session of a token; at once when in memory. One bound to a browser is found only with its cookie in `from`; a
   * try without it does not count as use.
   */
  find(token: string | undefined, from?: Bound): Session | undefined | Promise<Session | undefined> {
    if (token === undefined || !TOKEN.test(token)) return undefined;
    const tokenHash = hash('sha256', token, 'hex');
    const entry = this.#isListening ? this.#cache.get(tokenHash) : undefined;
    return entry ? this.#use(entry, from) : this.#load(tokenHash, from);
  }

  /** Notes that the login password was given in a session. */
  async prove(tokenHash: string): Promise<void> {
    await this.#db.run(prove, [tokenHash, new Date(this.#clock.nowMs())]);
  }

  /** Undefined of an ended session. */
  async provenAt(tokenHash: string): Promise<Date | undefined> {
    return (await this.#db.run(proven, [tokenHash]))[0]?.at;
  }

  /** Ends one session. */
  async end(tokenHash: string): Promise<void> {
    this.#endings += 1;
    this.#forget(tokenHash);
    await this.#db.run(remove, [tokenHash]);
    this.#endings += 1;
    this.#forget(tokenHash);
    await this.#everywhere();
  }

  /**
   * Ends one session of a member by id; undefined when there is none, else its known device. Within a transaction, call
   * {@link ended} after the commit.
   */
  async endById(
    memberId: string,
    id: string,
    within: Query,
  ): Promise<{ readonly deviceId: string | null } | undefined> {
    const [ended] = await within.run(removeById, [memberId, id]);
    if (!ended) return undefined;
    this.#forgetAll(memberId);
    return { deviceId: ended.device_id };
  }

  /** All but `kept`; answers how many. Within a transaction, as {@link endById} where there were any. */
  async endOthers(memberId: string, kept: string, within: Query): Promise<number> {
    const ended = await within.run(removeOthers, [memberId, kept]);
    if (ended.length > 0) this.#forgetAll(memberId);
    return ended.length;
  }

  /**
   * Ends all sessions of a member (password change, freeze). Within a transaction, call it again after the commit, for
   * sessions read meanwhile.
   */
  async endAll(memberId: string, within: Query = this.#db): Promise<void> {
    this.#forgetAll(memberId);
    await within.run(removeAll, [memberId]);
    this.#forgetAll(memberId);
    if (within !== this.#db) return;
    // Programs' keys may have ended with them, also of a member without a session.
    this.#ended.notify({ memberId });
    await this.#everywhere();
  }

  /** After the commit: resolves when every process knows. */
  async ended(memberId: string): Promise<void> {
    this.#forgetAll(memberId);
    await this.#everywhere();
  }

  /** Resolves when every process knows of what ended until now. */
  async knownEverywhere(): Promise<void> {
    await this.#everywhere();
  }

  /** Forgets sessions of a member that another process ended, or all when unknown whose. */
  endedElsewhere(memberId?: string): void {
    const isKnown = memberId !== undefined && memberId !== '';
    if (isKnown) this.#forgetAll(memberId);
    else {
      this.#endings += 1;
      this.#cache.clear();
      this.#ofMember.clear();
    }
    this.#ended.notify({ memberId: isKnown ? memberId : undefined });
  }

  /**
   * Calls `listener` when sessions of a member ended in any process, this one too, or perhaps of any member (undefined).
   */
  onEnded(listener: (memberId: string | undefined) => void): void {
    this.#ended.add(({ memberId }) => listener(memberId));
  }

  /** Which of these sessions are not over, by their tokens' hashes; looking is no use of them. */
  async stillOpen(hashes: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#db.run(open, [hashes, ...lifeAt(this.#clock.nowMs())]);
    return new Set(rows.map(({ token_hash }) => token_hash));
  }

  /** Updates a member's language in memory. */
  languageChanged(memberId: string, lang: string): void {
    for (const tokenHash of this.#ofMember.get(memberId) ?? []) {
      const entry = this.#cache.get(tokenHash);
      if (entry) entry.lang = lang;
    }
  }

  start(): void {
    this.#sweep = this.#clock.after(SWEEP_EVERY_MS, () => this.start());
    void this.#db.run(removeOld, lifeAt(this.#clock.nowMs())).catch(() => {});
  }

  stop(): void {
    this.#sweep?.cancel();
  }

  #use(entry: Entry, from: Bound | undefined): Session | undefined {
    if (entry.cookieHash !== null && from?.holds(entry.hash, entry.cookieHash) !== true) return undefined;
    const nowMs = this.#clock.nowMs();
    if (nowMs - entry.lastUsedMs >= SESSION_LIFE_MS || nowMs - entry.openedMs >= SESSION_MAX_MS) {
      this.#forget(entry.hash);
      return undefined;
    }
    entry.lastUsedMs = nowMs;
    if (nowMs - entry.writtenMs >= WRITE_USE_EVERY_MS) {
      entry.writtenMs = nowMs;
      // A lost note of use only shortens the session; the next hour writes it again.
      void this.#db.run(touch, [entry.hash, new Date(nowMs)]).catch(() => {});
    }
    return entry;
  }

  async #load(tokenHash: string, from: Bound | undefined): Promise<Session | undefined> {
    const read = async () => (await this.#db.run(find, [tokenHash, ...lifeAt(this.#clock.nowMs())]))[0];
    let endings = this.#endings;
    let row = await read();
    if (row && endings !== this.#endings) {
      // Perhaps it ended. Read once more, not until nothing ends: others' endings must keep nobody out.
      endings = this.#endings;
      row = await read();
    }
    if (!row) return undefined;
    const usedMs = row.last_used_at.getTime();
    const entry = {
      memberId: row.member_id,
      hash: tokenHash,
      openedMs: row.created_at.getTime(),
      cookieHash: row.cookie_hash,
      lang: row.lang,
      lastUsedMs: usedMs,
      writtenMs: usedMs,
    };
    // Where it may have ended meanwhile it is good for this request alone, which came before.
    if (this.#isListening && endings === this.#endings) this.#remember(entry);
    return this.#use(entry, from);
  }

  #remember(entry: Entry): void {
    if (this.#cache.size >= MAX_CACHED) {
      const oldest = this.#cache.keys().next();
      if (!oldest.done) this.#forget(oldest.value);
    }
    this.#cache.set(entry.hash, entry);
    const hashes = this.#ofMember.get(entry.memberId) ?? new Set();
    hashes.add(entry.hash);
    this.#ofMember.set(entry.memberId, hashes);
  }

  #forget(tokenHash: string): void {
    const entry = this.#cache.get(tokenHash);
    if (!entry) return;
    this.#cache.delete(tokenHash);
    const hashes = this.#ofMember.get(entry.memberId);
    hashes?.delete(tokenHash);
    if (hashes?.size === 0) this.#ofMember.delete(entry.memberId);
  }

  #forgetAll(memberId: string): void {
    this.#endings += 1;
    for (const tokenHash of this.#ofMember.get(memberId) ?? []) this.#forget(tokenHash);
  }
}

import { hash } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import { coarseAddress } from '../../platform/coarse-address.ts';
import type { Db } from '../../platform/db.ts';
import { within } from '../../platform/http/peers.ts';
import type { Seal } from '../../platform/seal.ts';
import type { Sessions } from '../../platform/sessions.ts';
import { noteSignIn } from '../security/index.ts';
import { ed25519Key, hmacKey, type SigningKey } from './signature.ts';
import { findKey, noteUse, openKeys, type KeyRow } from './store.ts';

/** A key that works. */
export interface KnownKey {
  readonly id: string;
  readonly memberId: string;
  /** SHA-256 (hex) of the access key. */
  readonly hash: string;
  readonly lang: string | null;
  readonly signing: SigningKey;
  readonly mayTrade: boolean;
  readonly mayTransfer: boolean;
  readonly isFrom: (address: string) => boolean;
  /** Markets it works on; none: all. */
  readonly markets: readonly string[];
  readonly isOn: (marketId: string) => boolean;
  /** Whether it has a cap of a day, of dealing or of loss: it keeps those that it was made with. */
  readonly isCapped: boolean;
  readonly expiresMs: number | null;
}

interface Entry {
  readonly key: KnownKey;
  usedMs: number;
  usedFrom: string;
}

const MAX_CACHED = 20_000;
/** Uses are noted this often, and at once from another place. */
const NOTE_USE_EVERY_MS = 60_000;
/** A place is new to the history of logins after so long. */
const NEW_AFTER_MS = 24 * 60 * 60_000;

/** By which keys are found; the access key itself is not kept. */
export const hashOf = (access: string): string => hash('sha256', access, 'hex');

interface KnownKeysDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly seal: Seal;
  readonly sessions: Pick<Sessions, 'onEnded' | 'isListening'>;
}

/** Keys in memory while they are used; forgotten in every process before the call that ended one is answered. */
export class KnownKeys {
  readonly #deps: KnownKeysDeps;
  readonly #cache = new Map<string, Entry>();
  /** Of keys that are good for one request alone, too. */
  readonly #entries = new WeakMap<KnownKey, Entry>();
  /** Rises with every ending, so that a row read before it is not kept in memory. */
  #endings = 0;

  constructor(deps: KnownKeysDeps) {
    this.#deps = deps;
    deps.sessions.onEnded((memberId) => this.forget(memberId));
  }

  /** Forgets a member's keys, or all. */
  forget(memberId?: string): void {
    this.#endings += 1;
    if (memberId === undefined) this.#cache.clear();
    else for (const [name, { key }] of this.#cache) if (key.memberId === memberId) this.#cache.delete(name);
  }

  /** The key that an access key names, while it works. */
  async find(access: string): Promise<KnownKey | undefined> {
    const accessHash = hashOf(access);
    const entry = this.#deps.sessions.isListening ? this.#cache.get(accessHash) : undefined;
    const key = entry?.key ?? (await this.#load(accessHash));
    return key && (key.expiresMs === null || key.expiresMs > this.#deps.clock.nowMs()) ? key : undefined;
  }

  /** Which of these keys work, by hash. */
  stillOpen(hashes: readonly string[]): Promise<ReadonlySet<string>> {
    return openKeys(this.#deps.db, hashes, this.#deps.clock.nowMs());
  }

  /** Calls `listener` when keys of a member may have ended, in any process. */
  onEnded(listener: (memberId: string | undefined) => void): void {
    this.#deps.sessions.onEnded(listener);
  }

  /** Notes that a key was used; the history of logins shows a place that is new to it. */
  used(key: KnownKey, address: string, agent: string | undefined): void {
    const { id, memberId } = key;
    const entry = this.#entries.get(key);
    const nowMs = this.#deps.clock.nowMs();
    const from = coarseAddress(address);
    if (entry?.usedFrom === from && nowMs - entry.usedMs < NOTE_USE_EVERY_MS) return;
    const isNew = entry?.usedFrom !== from || nowMs - entry.usedMs >= NEW_AFTER_MS;
    if (entry) Object.assign(entry, { usedMs: nowMs, usedFrom: from });
    const { db } = this.#deps;
    // A lost note of use harms nobody.
    void noteUse(db, id, new Date(nowMs), from).catch(() => {});
    if (isNew)
      void noteSignIn(
        db,
        { memberId, outcome: 'in', second: 'key' },
        { address, ...(agent === undefined ? {} : { agent }) },
        nowMs,
      ).catch(() => {});
  }

  async #load(accessHash: string): Promise<KnownKey | undefined> {
    let endings = this.#endings;
    let row = await findKey(this.#deps.db, accessHash);
    if (row && endings !== this.#endings) {
      // Perhaps it ended. Read once more, as sessions are: others' endings must keep nobody out.
      endings = this.#endings;
      row = await findKey(this.#deps.db, accessHash);
    }
    const key = row && this.#keyOf(row, accessHash);
    if (!row || !key) return undefined;
    const entry: Entry = {
      key,
      usedMs: row.last_used_at?.getTime() ?? Number.NEGATIVE_INFINITY,
      usedFrom: row.last_address ?? '',
    };
    this.#entries.set(key, entry);
    // Where it may have ended meanwhile it is good for this request alone, which came before.
    if (this.#deps.sessions.isListening && endings === this.#endings) {
      if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
      this.#cache.set(accessHash, entry);
    }
    return key;
  }

  #keyOf(row: KeyRow, accessHash: string): KnownKey | undefined {
    const secret = row.secret === null ? undefined : this.#deps.seal.unseal(accessHash, row.secret);
    const signing = row.public_key ? ed25519Key(row.public_key) : secret && hmacKey(secret);
    if (!signing) return undefined;
    const inNetworks = within(row.networks);
    const markets = new Set(row.markets);
    return {
      id: row.id,
      memberId: row.member_id,
      hash: accessHash,
      lang: row.lang,
      signing,
      mayTrade: row.may_trade,
      mayTransfer: row.may_transfer,
      isFrom: (address) => row.networks.length === 0 || inNetworks(address),
      markets: row.markets,
      isOn: (marketId) => markets.size === 0 || markets.has(marketId),
      isCapped: row.is_capped,
      expiresMs: row.expires_at?.getTime() ?? null,
    };
  }
}

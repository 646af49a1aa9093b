import type { Clock } from '../../platform/clock.ts';
import { networkOf } from '../../platform/concurrency-limiter.ts';
import type { Slower, Throttles, Turns } from '../../platform/throttles.ts';
import type { KnownKey, KnownKeys } from './known-keys.ts';
import type { SeenSignatures } from './seen-signatures.ts';
import { isSigned, isTimely, readSignedQuery, type SignedQuery } from './signature.ts';

/** Hosts that HTX's programs sign unless they are set to another. */
const HTX_HOST = 'api.huobi.pro';
const HTX_OTHER_HOST = 'api-aws.huobi.pro';
/** Where programs of HTX's data find this server, beside its root. */
export const PREFIX = '/huobiapi';
/** A key's calls, a second; the stream reads balances for it as often. */
export const KEY_TURNS_PER_SECOND = 100;
/** Bad signatures of a network. */
const BAD_OF_NETWORK = { free: 50, withinMs: 60_000, pauseMs: 5_000 };

/** Why a request is not let in. */
export type Unfit = 'signature' | 'timestamp' | 'replayed' | 'access_key' | 'network' | 'frequency';

/** Where a request came, and what it asked for. */
export interface Arrival {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly host: string;
  readonly address: string;
  readonly agent?: string | undefined;
}

/** A path as programs may have signed it: with the prefix and without. */
export function spellings(path: string): readonly string[] {
  return path.startsWith(`${PREFIX}/`) ? [path.slice(PREFIX.length), path] : [path, `${PREFIX}${path}`];
}

interface AdmitDeps {
  readonly clock: Clock;
  readonly keys: KnownKeys;
  readonly seen: SeenSignatures;
  readonly throttles: Throttles;
  /** The app's address. */
  readonly origin: () => string;
}

/** Checks what programs sign (RULES 7.7). */
export class Admission {
  readonly #deps: AdmitDeps;
  readonly #slower: Slower;
  readonly #turns: Turns;

  constructor(deps: AdmitDeps) {
    this.#deps = deps;
    this.#slower = deps.throttles.slowDown('keys', BAD_OF_NETWORK);
    this.#turns = deps.throttles.turns('keys', KEY_TURNS_PER_SECOND);
  }

  /** The hosts that a request may have signed: HTX's, the app's and the one it came to. */
  hosts(host: string): readonly string[] {
    const own = this.#deps.origin().replace(/^https?:\/\//, '');
    return [...new Set([HTX_HOST, host, own, HTX_OTHER_HOST].filter((each) => each !== ''))];
  }

  /** The key of a request and what it asks, or why it is not let in. */
  async admit(arrival: Arrival): Promise<{ readonly key: KnownKey; readonly query: SignedQuery } | Unfit> {
    const query = readSignedQuery(arrival.search);
    if (typeof query === 'string') return this.#failed(arrival.address, 'signature');
    const signed = { method: arrival.method, hosts: this.hosts(arrival.host), paths: spellings(arrival.path) };
    const key = await this.prove(query.access, arrival, {
      timestampMs: query.timestampMs,
      signature: query.signature,
      isSignedBy: (each) => isSigned(each.signing, signed, query),
    });
    return typeof key === 'string' ? key : { key, query };
  }

  /** The key that an access key names, where it signed in time, from its networks and not too often. */
  async prove(
    access: string,
    { address, agent }: Pick<Arrival, 'address' | 'agent'>,
    given: {
      readonly timestampMs: number;
      readonly signature: string;
      readonly isSignedBy: (key: KnownKey) => boolean;
    },
  ): Promise<KnownKey | Unfit> {
    const { clock, keys, seen } = this.#deps;
    const slowed = this.#slower.waitOf(networkOf(address));
    if ((typeof slowed === 'number' ? slowed : await slowed) > 0) return 'frequency';
    if (!isTimely(given.timestampMs, clock.nowMs())) return this.#failed(address, 'timestamp');
    const key = await keys.find(access);
    if (!key) return this.#failed(address, 'access_key');
    if (!given.isSignedBy(key)) return this.#failed(address, 'signature');
    if (!key.isFrom(address)) return this.#failed(address, 'network');
    const turn = this.#turns.take(key.id);
    if ((typeof turn === 'number' ? turn : await turn) > 0) return 'frequency';
    if (!(await seen.take(given.signature))) return this.#failed(address, 'replayed');
    keys.used(key, address, agent);
    return key;
  }

  #failed(address: string, why: Unfit): Unfit {
    this.#slower.failed(networkOf(address));
    return why;
  }
}

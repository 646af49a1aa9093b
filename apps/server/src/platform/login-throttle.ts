import type { Work } from '@plimsoll/proof';
import { ProofsOfWork, WORK_BITS } from './proof-of-work.ts';
import type { Clock } from './clock.ts';
import type { Slower, Throttles } from './throttles.ts';
import type { SecretOrSecrets } from './secret.ts';

const WITHIN_MS = 15 * 60 * 1000;
/** Free wrong tries: of an account; of an account from one network; of a network. */
const FREE = { account: 5, pair: 5, network: 200 } as const;
/** Then, without work, a try each so often. */
const ACCOUNT_PAUSE_MS = 30 * 1000;
const NETWORK_PAUSE_MS = 10 * 1000;
/** Wrong tries after which work no longer helps. */
const MAX_WITH_WORK = { pair: 30, network: 1_000 } as const;
/** Work costs more with more wrong tries of an account. */
const HARDER = [
  { after: 50, bits: WORK_BITS.min + 2 },
  { after: 200, bits: WORK_BITS.max },
] as const;

const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '::1';

/**
 * Whether an address counts: in demo mode loopback does not, where tests and tools come from (docs/SECURITY.md,
 * "Throttles").
 */
export const countsAddress = (mode: 'demo' | 'live', address: string): boolean =>
  !(mode === 'demo' && isLoopback(address));

/** An open session and a known browser count for themselves: strangers cannot lock the member out of them. */
export type Lane =
  | { readonly kind: 'session' | 'browser'; readonly id: string }
  /** `network` is undefined where it does not count; `work` is an answered challenge. */
  | { readonly kind: 'stranger'; readonly network: string | undefined; readonly work: string | undefined };

/** Why a try is not looked at now. */
export interface Wait {
  readonly seconds: number;
  readonly work?: Work;
}

interface LoginThrottleDeps {
  readonly throttles: Throttles;
  readonly clock: Clock;
  readonly secret: SecretOrSecrets;
  /** Who logs in: `member` or `operator`. */
  readonly who: string;
}

/**
 * Slows down password guessing (RULES 7, RULES 8). Wrong tries are counted by account, by account and network, and by
 * network. Above a count a try waits or does work; one network's tries at one account end in a pause.
 */
export class LoginThrottle {
  readonly #account: Slower;
  readonly #harder: readonly { readonly counted: Slower; readonly bits: number }[];
  readonly #pair: Slower;
  readonly #network: Slower;
  readonly #pairEnd: Slower;
  readonly #networkEnd: Slower;
  readonly #own: Slower;
  readonly #proofs: ProofsOfWork;

  constructor({ throttles, clock, secret, who }: LoginThrottleDeps) {
    const counted = (name: string, free: number, pauseMs: number) =>
      throttles.slowDown(`${who}-${name}`, { free, withinMs: WITHIN_MS, pauseMs });
    this.#account = counted('account', FREE.account, ACCOUNT_PAUSE_MS);
    this.#harder = HARDER.map(({ after, bits }) => ({ counted: counted(`account-${after}`, after, WITHIN_MS), bits }));
    this.#pair = counted('pair', FREE.pair, ACCOUNT_PAUSE_MS);
    this.#network = counted('address', FREE.network, NETWORK_PAUSE_MS);
    this.#pairEnd = counted('pair-end', MAX_WITH_WORK.pair, ACCOUNT_PAUSE_MS);
    this.#networkEnd = counted('address-end', MAX_WITH_WORK.network, NETWORK_PAUSE_MS);
    this.#own = counted('own', FREE.account, ACCOUNT_PAUSE_MS);
    this.#proofs = new ProofsOfWork({ throttles, clock, secret, who });
  }

  /** Why `account` may not be tried now; undefined when it may. Work is used up. */
  async waitOf(account: string, lane: Lane): Promise<Wait | undefined> {
    if (lane.kind !== 'stranger') return waiting(await this.#own.waitOf(ownKey(account, lane)));
    const { network, work } = lane;
    const ofNetwork = (counted: Slower, key: string | undefined) => (key === undefined ? 0 : counted.waitOf(key));
    const pair = network === undefined ? undefined : pairKey(account, network);
    const waits = await Promise.all([
      this.#account.waitOf(account),
      ofNetwork(this.#pair, pair),
      ofNetwork(this.#network, network),
    ]);
    const seconds = Math.max(...waits);
    if (seconds === 0) return undefined;
    const ended = waiting(
      Math.max(...(await Promise.all([ofNetwork(this.#pairEnd, pair), ofNetwork(this.#networkEnd, network)]))),
    );
    if (ended) return ended;
    if (work !== undefined && (await this.#proofs.accept(account, work))) return undefined;
    return { seconds, work: this.#proofs.ask(account, await this.#bitsFor(account)) };
  }

  /** Counts a wrong try. */
  failed(account: string, lane: Lane): void {
    if (lane.kind !== 'stranger') return this.#own.failed(ownKey(account, lane));
    this.#account.failed(account);
    for (const { counted } of this.#harder) counted.failed(account);
    if (lane.network === undefined) return;
    for (const counted of [this.#pair, this.#pairEnd]) counted.failed(pairKey(account, lane.network));
    for (const counted of [this.#network, this.#networkEnd]) counted.failed(lane.network);
  }

  /** Forgets the lane's own wrong tries, and strangers' where no browser is known. */
  succeeded(account: string, lane: Lane): void {
    if (lane.kind !== 'stranger') return this.#own.succeeded(ownKey(account, lane));
    this.#account.succeeded(account);
    if (lane.network !== undefined) this.#pair.succeeded(pairKey(account, lane.network));
  }

  async #bitsFor(account: string): Promise<number> {
    const waits = await Promise.all(this.#harder.map(async ({ counted }) => counted.waitOf(account)));
    return Math.max(WORK_BITS.min, ...this.#harder.filter((_each, at) => (waits[at] ?? 0) > 0).map(({ bits }) => bits));
  }
}

const waiting = (seconds: number): Wait | undefined => (seconds > 0 ? { seconds } : undefined);
const pairKey = (account: string, network: string): string => `${network} ${account}`;
const ownKey = (account: string, { kind, id }: { readonly kind: string; readonly id: string }): string =>
  `${kind} ${id} ${account}`;

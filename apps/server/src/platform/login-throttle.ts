import type { Clock } from './clock.ts';
import { SlowDown } from './throttle.ts';

const WITHIN_MS = 15 * 60 * 1000;
/** A try each so often, once an account or an address has used up its free ones. */
const ACCOUNT_PAUSE_MS = 30 * 1000;
const ADDRESS_PAUSE_MS = 10 * 1000;

const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '::1';

/** True where what comes from `address` counts: in demo mode loopback does not, it is where tests and tools come from (wire, "Throttles"). */
export const countsAddress = (mode: 'demo' | 'live', address: string): boolean => !(mode === 'demo' && isLoopback(address));

/** Slows down logins after five wrong ones on one account within 15 minutes, or 200 from one address (rules 7). Counts are this process's. */
export class LoginThrottle {
  readonly #mode: 'demo' | 'live';
  readonly #byAccount: SlowDown;
  readonly #byAddress: SlowDown;

  constructor(clock: Clock, mode: 'demo' | 'live') {
    this.#mode = mode;
    this.#byAccount = new SlowDown(clock, { free: 5, withinMs: WITHIN_MS, pauseMs: ACCOUNT_PAUSE_MS });
    this.#byAddress = new SlowDown(clock, { free: 200, withinMs: WITHIN_MS, pauseMs: ADDRESS_PAUSE_MS });
  }

  /** Whole seconds until `account` may be tried from `address` again, with the right password too; 0 when it may now. */
  waitOf(account: string, address: string): number {
    return Math.max(this.#byAccount.waitOf(account), countsAddress(this.#mode, address) ? this.#byAddress.waitOf(address) : 0);
  }

  failed(account: string, address: string): void {
    this.#byAccount.failed(account);
    if (countsAddress(this.#mode, address)) this.#byAddress.failed(address);
  }

  succeeded(account: string): void {
    this.#byAccount.succeeded(account);
  }
}

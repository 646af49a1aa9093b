import type { Slower, Throttles } from './throttles.ts';

const WITHIN_MS = 15 * 60 * 1000;
/** A try each so often, once an account or an address has used up its free ones. */
const ACCOUNT_PAUSE_MS = 30 * 1000;
const ADDRESS_PAUSE_MS = 10 * 1000;

const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '::1';

/** True where what comes from `address` counts: in demo mode loopback does not, it is where tests and tools come from (wire, "Throttles"). */
export const countsAddress = (mode: 'demo' | 'live', address: string): boolean => !(mode === 'demo' && isLoopback(address));

/** Slows down logins after five wrong ones on one account within 15 minutes, or 200 from one address (rules 7). */
export class LoginThrottle {
  readonly #mode: 'demo' | 'live';
  readonly #byAccount: Slower;
  readonly #byAddress: Slower;

  /** `who` logs in: `member` or `operator`. */
  constructor(throttles: Throttles, who: string, mode: 'demo' | 'live') {
    this.#mode = mode;
    this.#byAccount = throttles.slowDown(`${who}-account`, { free: 5, withinMs: WITHIN_MS, pauseMs: ACCOUNT_PAUSE_MS });
    this.#byAddress = throttles.slowDown(`${who}-address`, { free: 200, withinMs: WITHIN_MS, pauseMs: ADDRESS_PAUSE_MS });
  }

  /** Whole seconds until `account` may be tried from `address` again, with the right password too; 0 when it may now. */
  async waitOf(account: string, address: string): Promise<number> {
    return Math.max(...(await Promise.all([this.#byAccount.waitOf(account), countsAddress(this.#mode, address) ? this.#byAddress.waitOf(address) : 0])));
  }

  failed(account: string, address: string): void {
    this.#byAccount.failed(account);
    if (countsAddress(this.#mode, address)) this.#byAddress.failed(address);
  }

  succeeded(account: string): void {
    this.#byAccount.succeeded(account);
  }
}

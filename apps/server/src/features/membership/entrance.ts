import { refuse, type Result } from '@plimsoll/contract';
import type { Clock } from '../../platform/clock.ts';
import { SlowDown } from '../../platform/throttle.ts';

const MINUTE_MS = 60 * 1000;
const WINDOW_MS = 15 * MINUTE_MS;

const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '::1';

type Slowed = Extract<Result<never>, { ok: false }>;

/** Slows down whoever knocks too often (rules 7; wire, "Throttles"). Counts are this process's. */
export class Entrance {
  readonly #isDemo: boolean;
  readonly #wrongByAccount: SlowDown;
  readonly #wrongByAddress: SlowDown;
  readonly #registrations: SlowDown;
  readonly #mails: SlowDown;

  constructor(clock: Clock, mode: 'demo' | 'live') {
    this.#isDemo = mode === 'demo';
    this.#wrongByAccount = new SlowDown(clock, { free: 5, withinMs: WINDOW_MS, pauseMs: 30 * 1000 });
    this.#wrongByAddress = new SlowDown(clock, { free: 200, withinMs: WINDOW_MS, pauseMs: 10 * 1000 });
    this.#registrations = new SlowDown(clock, { free: 50, withinMs: WINDOW_MS, pauseMs: 30 * 1000 });
    this.#mails = new SlowDown(clock, { free: 50, withinMs: WINDOW_MS, pauseMs: 30 * 1000 });
  }

  /** Why `username` may not be tried from `address` now; for the right password too. */
  slowsLogin(username: string, address: string): Slowed | undefined {
    const byAddress = this.#counts(address) ? this.#wrongByAddress.waitOf(address) : 0;
    return slowed(Math.max(this.#wrongByAccount.waitOf(username), byAddress));
  }

  loginFailed(username: string, address: string): void {
    this.#wrongByAccount.failed(username);
    if (this.#counts(address)) this.#wrongByAddress.failed(address);
  }

  loginSucceeded(username: string): void {
    this.#wrongByAccount.succeeded(username);
  }

  /** Counts a registration from `address`; why it may not go on. In demo mode registrations are not limited. */
  slowsRegistration(address: string): Slowed | undefined {
    return this.#isDemo ? undefined : knock(this.#registrations, address);
  }

  /** Counts a mail asked for from `address`; why it may not go out. */
  slowsMail(address: string): Slowed | undefined {
    return this.#counts(address) ? knock(this.#mails, address) : undefined;
  }

  /** In demo mode loopback is not limited: it is where tests and tools come from. */
  #counts(address: string): boolean {
    return !(this.#isDemo && isLoopback(address));
  }
}

function knock(limit: SlowDown, address: string): Slowed | undefined {
  const wait = limit.waitOf(address);
  if (wait === 0) limit.failed(address);
  return slowed(wait);
}

const slowed = (seconds: number): Slowed | undefined => (seconds > 0 ? refuse('too_many_requests', { seconds: String(seconds) }) : undefined);

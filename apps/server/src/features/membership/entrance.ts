import { refuse, type Result } from '@plimsoll/contract';
import type { Clock } from '../../platform/clock.ts';
import { countsAddress, LoginThrottle } from '../../platform/login-throttle.ts';
import { SlowDown } from '../../platform/throttle.ts';

const WINDOW_MS = 15 * 60 * 1000;

type Slowed = Extract<Result<never>, { ok: false }>;

/** Slows down whoever knocks too often (rules 7; wire, "Throttles"). Counts are this process's. */
export class Entrance {
  readonly #mode: 'demo' | 'live';
  readonly #logins: LoginThrottle;
  readonly #registrations: SlowDown;
  readonly #mails: SlowDown;

  constructor(clock: Clock, mode: 'demo' | 'live') {
    this.#mode = mode;
    this.#logins = new LoginThrottle(clock, mode);
    this.#registrations = new SlowDown(clock, { free: 50, withinMs: WINDOW_MS, pauseMs: 30 * 1000 });
    this.#mails = new SlowDown(clock, { free: 50, withinMs: WINDOW_MS, pauseMs: 30 * 1000 });
  }

  /** Why `username` may not be tried from `address` now; for the right password too. */
  slowsLogin(username: string, address: string): Slowed | undefined {
    return slowed(this.#logins.waitOf(username, address));
  }

  loginFailed(username: string, address: string): void {
    this.#logins.failed(username, address);
  }

  loginSucceeded(username: string): void {
    this.#logins.succeeded(username);
  }

  /** Counts a registration from `address`; why it may not go on. In demo mode registrations are not limited. */
  slowsRegistration(address: string): Slowed | undefined {
    return this.#mode === 'demo' ? undefined : knock(this.#registrations, address);
  }

  /** Counts a mail asked for from `address`; why it may not go out. */
  slowsMail(address: string): Slowed | undefined {
    return countsAddress(this.#mode, address) ? knock(this.#mails, address) : undefined;
  }
}

function knock(limit: SlowDown, address: string): Slowed | undefined {
  const wait = limit.waitOf(address);
  if (wait === 0) limit.failed(address);
  return slowed(wait);
}

const slowed = (seconds: number): Slowed | undefined => (seconds > 0 ? refuse('too_many_requests', { seconds: String(seconds) }) : undefined);

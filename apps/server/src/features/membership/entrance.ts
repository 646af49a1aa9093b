import { refuse, type Result } from '@plimsoll/contract';
import { Knocks, networkOf } from '../../platform/knocks.ts';
import { countsAddress, LoginThrottle } from '../../platform/login-throttle.ts';
import type { Slower, Throttles } from '../../platform/throttles.ts';

const WINDOW_MS = 15 * 60 * 1000;
/** When so many knock that they cannot even wait. */
const CROWDED_SECONDS = '5';

type Slowed = Extract<Result<never>, { ok: false }>;

/** Slows down whoever knocks too often (rules 7; wire, "Throttles"). */
export class Entrance {
  readonly #mode: 'demo' | 'live';
  readonly #logins: LoginThrottle;
  readonly #registrations: Slower;
  readonly #mails: Slower;
  readonly #links: Slower;
  readonly #knocks = new Knocks();

  constructor(throttles: Throttles, mode: 'demo' | 'live') {
    this.#mode = mode;
    this.#logins = new LoginThrottle(throttles, 'member', mode);
    this.#registrations = throttles.slowDown('registrations', { free: 50, withinMs: WINDOW_MS, pauseMs: 30 * 1000 });
    this.#links = throttles.slowDown('reset-links', { free: 50, withinMs: WINDOW_MS, pauseMs: 10 * 1000 });
    this.#mails = throttles.slowDown('mails', { free: 50, withinMs: WINDOW_MS, pauseMs: 30 * 1000 });
  }

  /**
   * Runs `look`, which looks at a password, when it is its turn among those from `address`; `too_many_requests` when too many wait. In demo
   * mode loopback waits for nobody.
   */
  async inTurn<T>(address: string, look: () => Promise<Result<T>>): Promise<Result<T>> {
    if (!countsAddress(this.#mode, address)) return look();
    return (await this.#knocks.inTurn(networkOf(address), look)) ?? refuse('too_many_requests', { seconds: CROWDED_SECONDS });
  }

  /** Why `username` may not be tried from `address` now; for the right password too. */
  async slowsLogin(username: string, address: string): Promise<Slowed | undefined> {
    return slowed(await this.#logins.waitOf(username, networkOf(address)));
  }

  loginFailed(username: string, address: string): void {
    this.#logins.failed(username, networkOf(address));
  }

  loginSucceeded(username: string): void {
    this.#logins.succeeded(username);
  }

  /** Runs `look`, which looks at a mailed link: a wrong one counts for the network it came from. */
  async byLink<T>(address: string, look: () => Promise<Result<T>>): Promise<Result<T>> {
    if (!countsAddress(this.#mode, address)) return look();
    const network = networkOf(address);
    const stopped = slowed(await this.#links.waitOf(network));
    if (stopped) return stopped;
    const answer = await this.inTurn(address, look);
    if (!answer.ok && answer.refusal.reason === 'bad_reset_link') this.#links.failed(network);
    return answer;
  }

  /** Counts a registration from `address`; why it may not go on. In demo mode registrations are not limited. */
  async slowsRegistration(address: string): Promise<Slowed | undefined> {
    return this.#mode === 'demo' ? undefined : knock(this.#registrations, networkOf(address));
  }

  /** Counts a mail asked for from `address`; why it may not go out. */
  async slowsMail(address: string): Promise<Slowed | undefined> {
    return countsAddress(this.#mode, address) ? knock(this.#mails, networkOf(address)) : undefined;
  }
}

async function knock(limit: Slower, address: string): Promise<Slowed | undefined> {
  const wait = await limit.waitOf(address);
  if (wait === 0) limit.failed(address);
  return slowed(wait);
}

const slowed = (seconds: number): Slowed | undefined => (seconds > 0 ? refuse('too_many_requests', { seconds: String(seconds) }) : undefined);

import { refuse, type Result } from '@plimsoll/contract';
import type { KnownBrowsers, Knows } from '../../platform/known-browsers.ts';
import { ConcurrencyLimiter, networkOf } from '../../platform/concurrency-limiter.ts';
import { countsAddress, type Lane, type LoginThrottle } from '../../platform/login-throttle.ts';
import type { Slower, Throttles } from '../../platform/throttles.ts';
import type { Security } from '../security/index.ts';

const MINUTE_MS = 60_000;
const WINDOW_MS = 15 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Mails to one address a day, and the share of one network, so that a stranger cannot use them up. */
const MAILS_A_DAY = 20;
const MAILS_A_DAY_FROM_ONE = 8;
/** When the queue is full. */
const RETRY_SECONDS = '5';

type Slowed = Extract<Result<never>, { ok: false }>;

/** Throttles logins, registrations, links and mails (RULES 7, RULES 8; docs/SECURITY.md, "Throttles"). */
export class AuthThrottle {
  readonly #mode: 'demo' | 'live';
  readonly #logins: LoginThrottle;
  readonly #browsers: KnownBrowsers;
  readonly #registrations: Slower;
  readonly #mails: Slower;
  readonly #links: Slower;
  readonly #received: Slower;
  readonly #receivedFrom: Slower;
  readonly #limiter = new ConcurrencyLimiter();
  /** For sessions and known browsers, which strangers do not delay. */
  readonly #inside = new ConcurrencyLimiter();

  constructor(throttles: Throttles, mode: 'demo' | 'live', security: Pick<Security, 'guard'>) {
    this.#mode = mode;
    const { throttle, browsers } = security.guard(throttles);
    this.#logins = throttle;
    this.#browsers = browsers;
    this.#registrations = throttles.slowDown('registrations', { free: 50, withinMs: WINDOW_MS, pauseMs: 30 * 1000 });
    this.#links = throttles.slowDown('reset-links', { free: 50, withinMs: WINDOW_MS, pauseMs: 10 * 1000 });
    this.#received = throttles.slowDown('mails-to', { free: MAILS_A_DAY, withinMs: DAY_MS, pauseMs: DAY_MS });
    this.#receivedFrom = throttles.slowDown('mails-to-from', {
      free: MAILS_A_DAY_FROM_ONE,
      withinMs: DAY_MS,
      pauseMs: DAY_MS,
    });
    this.#mails = throttles.slowDown('mails', { free: 50, withinMs: WINDOW_MS, pauseMs: 30 * 1000 });
  }

  /**
   * Runs a password check in its network's turn; `too_many_requests` when the queue is full. Loopback does not wait in
   * demo mode.
   */
  async inTurn<T>(address: string, look: () => Promise<Result<T>>): Promise<Result<T>> {
    if (!countsAddress(this.#mode, address)) return look();
    return (await this.#limiter.inTurn(networkOf(address), look)) ?? tooManyRequests();
  }

  /** The same for a session or a known browser. */
  async inside<T>(lane: Exclude<Lane, { kind: 'stranger' }>, look: () => Promise<Result<T>>): Promise<Result<T>> {
    return (await this.#inside.inTurn(`${lane.kind} ${lane.id}`, look)) ?? tooManyRequests();
  }

  /** The lane of an unknown client, with its proof of work. */
  stranger(address: string, work?: string): Lane {
    return { kind: 'stranger', network: countsAddress(this.#mode, address) ? networkOf(address) : undefined, work };
  }

  /** The lane of a known browser; undefined when `token` makes none known. */
  browserOf(knows: Knows, token: string): Exclude<Lane, { kind: 'stranger' }> | undefined {
    const id = this.#browsers.idOf(knows, token);
    return id === undefined ? undefined : { kind: 'browser', id };
  }

  /** The token by which a browser is known from now on. */
  knownAs(knows: Knows): string {
    return this.#browsers.make(knows);
  }

  /** The refusal while `username` is throttled, even for the right password. */
  async slowsLogin(username: string, lane: Lane): Promise<Slowed | undefined> {
    const wait = await this.#logins.waitOf(username, lane);
    if (!wait) return undefined;
    const { refusal } = refuse('too_many_requests', { seconds: String(wait.seconds) });
    return { ok: false, refusal: wait.work ? { ...refusal, data: { ...wait.work } } : refusal };
  }

  loginFailed(username: string, lane: Lane): void {
    this.#logins.failed(username, lane);
  }

  loginSucceeded(username: string, lane: Lane): void {
    this.#logins.succeeded(username, lane);
  }

  /** Checks a mailed link; a wrong one counts for the network. */
  async byLink<T>(address: string, look: () => Promise<Result<T>>): Promise<Result<T>> {
    if (!countsAddress(this.#mode, address)) return look();
    const network = networkOf(address);
    const stopped = slowed(await this.#links.waitOf(network));
    if (stopped) return stopped;
    const answer = await this.inTurn(address, look);
    if (!answer.ok && answer.refusal.reason === 'bad_reset_link') this.#links.failed(network);
    return answer;
  }

  /** Counts a registration from `address`, or refuses it. Unlimited in demo mode. */
  async slowsRegistration(address: string): Promise<Slowed | undefined> {
    return this.#mode === 'demo' ? undefined : countAttempt(this.#registrations, networkOf(address));
  }

  /** How to count a mail to a receiver; undefined when the day's share is used up, which no answer may show. */
  async shareOf(kind: 'code' | 'link', receiver: string, address: string): Promise<(() => void) | undefined> {
    const key = `${kind} ${receiver}`;
    const from = `${networkOf(address)} ${key}`;
    const waits = await Promise.all([this.#received.waitOf(key), this.#receivedFrom.waitOf(from)]);
    if (Math.max(...waits) > 0) return undefined;
    return () => {
      this.#received.failed(key);
      if (countsAddress(this.#mode, address)) this.#receivedFrom.failed(from);
    };
  }

  /** Counts a mail asked for from `address`, or refuses it. */
  async slowsMail(address: string): Promise<Slowed | undefined> {
    return countsAddress(this.#mode, address) ? countAttempt(this.#mails, networkOf(address)) : undefined;
  }
}

const countAttempt = async (limit: Slower, address: string): Promise<Slowed | undefined> =>
  slowed(await limit.take(address));

const tooManyRequests = () => refuse('too_many_requests', { seconds: RETRY_SECONDS });
const slowed = (seconds: number): Slowed | undefined =>
  seconds > 0 ? refuse('too_many_requests', { seconds: String(seconds) }) : undefined;

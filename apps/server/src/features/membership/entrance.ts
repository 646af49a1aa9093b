import { refuse, type Result } from '@plimsoll/contract';
import type { KnownBrowsers, Knows } from '../../platform/known-browsers.ts';
import { ConcurrencyLimiter, networkOf } from '../../platform/concurrency-limiter.ts';
import { countsAddress, type Lane, type LoginThrottle } from '../../platform/login-throttle.ts';
import type { Slower, Throttles } from '../../platform/throttles.ts';
import type { Security } from '../security/index.ts';

const MINUTE_MS = 60_000;
const WINDOW_MS = 15 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
/**
 * Mails that one address is sent a day, whoever asks for them, and of those asked for from one network: so that one
 * stranger does not use them all up.
 */
const MAILS_A_DAY = 20;
const MAILS_A_DAY_FROM_ONE = 8;
/** When so many knock that they cannot even wait. */
const RETRY_SECONDS = '5';

type Slowed = Extract<Result<never>, { ok: false }>;

/** Slows down whoever limiter too often (RULES 7, RULES 8; docs/SECURITY.md, "Throttles"). */
export class Entrance {
  readonly #mode: 'demo' | 'live';
  readonly #logins: LoginThrottle;
  readonly #browsers: KnownBrowsers;
  readonly #registrations: Slower;
  readonly #mails: Slower;
  readonly #links: Slower;
  readonly #received: Slower;
  readonly #receivedFrom: Slower;
  readonly #limiter = new ConcurrencyLimiter();
  /** Of those who are logged in, or whose browser is known: no crowd at the door keeps them waiting. */
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
   * Runs `look`, which looks at a password, when it is its turn among those from `address`; `too_many_requests` when
   * too many wait. In demo mode loopback waits for nobody.
   */
  async inTurn<T>(address: string, look: () => Promise<Result<T>>): Promise<Result<T>> {
    if (!countsAddress(this.#mode, address)) return look();
    return (await this.#limiter.inTurn(networkOf(address), look)) ?? tooManyRequests();
  }

  /** The same for who is logged in, or whose browser is known. */
  async inside<T>(lane: Exclude<Lane, { kind: 'stranger' }>, look: () => Promise<Result<T>>): Promise<Result<T>> {
    return (await this.#inside.inTurn(`${lane.kind} ${lane.id}`, look)) ?? tooManyRequests();
  }

  /** Anybody who comes from `address`, perhaps with work that was done. */
  stranger(address: string, work?: string): Lane {
    return { kind: 'stranger', network: countsAddress(this.#mode, address) ? networkOf(address) : undefined, work };
  }

  /** The browser that `token` makes known to somebody; undefined when it is none. */
  browserOf(knows: Knows, token: string): Exclude<Lane, { kind: 'stranger' }> | undefined {
    const id = this.#browsers.idOf(knows, token);
    return id === undefined ? undefined : { kind: 'browser', id };
  }

  /** What a browser is known by from now on. */
  knownAs(knows: Knows): string {
    return this.#browsers.make(knows);
  }

  /** Why `username` may not be tried now; for the right password too. */
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

  /**
   * How to count a mail of one kind to one receiver, asked for from `address`; undefined when it has had its share of a
   * day. Who asks is told nothing of it.
   */
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

const tooManyRequests = () => refuse('too_many_requests', { seconds: RETRY_SECONDS });
const slowed = (seconds: number): Slowed | undefined =>
  seconds > 0 ? refuse('too_many_requests', { seconds: String(seconds) }) : undefined;

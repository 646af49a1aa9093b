import { randomUUID } from 'node:crypto';
import type { NewsEnded, NewsLogin } from '@plimsoll/contract';
import { resolveLanguage } from '@plimsoll/i18n/server';
import type { Clock } from '../clock.ts';
import type { Bound } from '../session-cookie.ts';
import type { Session } from '../sessions.ts';
import type { Slower, Throttles } from '../throttles.ts';
import type { Identity, NewsSocket } from './readers.ts';

/** Bad tokens of a socket; after them it must connect again. */
const MAX_BAD_OF_SOCKET = 5;
/** Each asks the database: a member cannot make it busy. */
const MAX_LOGINS_A_SECOND = 10;
/** Bad tokens of a network, in all processes. */
const BAD_OF_NETWORK = { free: 50, withinMs: 60_000, pauseMs: 5_000 };
/** A fence that has not come by then will not come. */
const FENCE_WITHIN_MS = 2_000;

/** Where a socket came from. */
export interface NewsFrom {
  /** The cookies of its handshake. */
  readonly bound: Bound;
  /** Undefined where none are counted. */
  readonly network: string | undefined;
}

interface LoginsDeps {
  readonly clock: Clock;
  readonly sessions: {
    find(token: string | undefined, from?: Bound): Session | undefined | Promise<Session | undefined>;
  };
  readonly throttles: Throttles;
  /** Sends a mark through the database's channel, which returns as {@link Logins.passed} behind all before it. */
  readonly sendFence: (id: string) => Promise<void>;
  /** Called in the notification's own turn: what the channel brings next is the reader's. */
  readonly admit: (entered: readonly Entered[]) => void;
}

export interface Entered {
  readonly socket: NewsSocket;
  readonly identity: Identity;
}

interface Entering extends Entered {
  readonly turn: number;
}

/**
 * Logs sockets in. A login is answered once a mark that was sent through the database's channel returned: what was
 * committed before is in what the client then reads, what is committed after is reported, and nothing is both or neither.
 * Logins of one moment share a mark.
 */
export class Logins {
  readonly #deps: LoginsDeps;
  readonly #slower: Slower;
  readonly #turns = new WeakMap<NewsSocket, number>();
  readonly #bad = new WeakMap<NewsSocket, number>();
  readonly #recent = new WeakMap<NewsSocket, { readonly sinceMs: number; count: number }>();
  #gathering: Entering[] | undefined;
  readonly #waiting = new Map<string, readonly Entering[]>();
  /** Of this process: marks of all come here. */
  readonly #own = randomUUID();
  #fences = 0;

  constructor(deps: LoginsDeps) {
    this.#deps = deps;
    this.#slower = deps.throttles.slowDown('news', BAD_OF_NETWORK);
  }

  /** Begins a login; an earlier one of the socket that is not answered yet is dropped. */
  async enter(socket: NewsSocket, { login, lang }: NewsLogin, { bound, network }: NewsFrom): Promise<void> {
    const turn = this.leave(socket);
    if (this.#isHasty(socket) || (this.#bad.get(socket) ?? 0) >= MAX_BAD_OF_SOCKET)
      return refuse(socket, 'too_many_requests');
    if (network !== undefined && (await this.#slower.waitOf(network)) > 0) return refuse(socket, 'too_many_requests');
    const session = await this.#deps.sessions.find(login, bound);
    if (this.#turns.get(socket) !== turn) return;
    if (!session) {
      this.#bad.set(socket, (this.#bad.get(socket) ?? 0) + 1);
      if (network !== undefined) this.#slower.failed(network);
      return refuse(socket, 'login_required');
    }
    const { memberId, hash } = session;
    this.#fence({ socket, turn, identity: { memberId, hash, lang: resolveLanguage(lang, session.lang) } });
  }

  /** Drops a login that is not answered yet. @returns the socket's next turn */
  leave(socket: NewsSocket): number {
    const turn = (this.#turns.get(socket) ?? 0) + 1;
    this.#turns.set(socket, turn);
    return turn;
  }

  /** A mark returned. Those of other processes are not known here. */
  passed(id: string): void {
    const entering = this.#waiting.get(id) ?? [];
    this.#waiting.delete(id);
    this.#deps.admit(entering.filter(({ socket, turn }) => this.#turns.get(socket) === turn));
  }

  /** Refuses all that wait. */
  fail(): void {
    for (const id of this.#waiting.keys()) this.#lost(id);
  }

  #isHasty(socket: NewsSocket): boolean {
    const nowMs = this.#deps.clock.nowMs();
    const recent = this.#recent.get(socket);
    if (recent && Math.abs(nowMs - recent.sinceMs) < 1000) {
      recent.count += 1;
      return recent.count > MAX_LOGINS_A_SECOND;
    }
    this.#recent.set(socket, { sinceMs: nowMs, count: 1 });
    return false;
  }

  #fence(entering: Entering): void {
    if (this.#gathering) {
      this.#gathering.push(entering);
      return;
    }
    const gathered = [entering];
    this.#gathering = gathered;
    setImmediate(() => {
      this.#gathering = undefined;
      this.#fences += 1;
      const id = `${this.#own}.${this.#fences}`;
      this.#waiting.set(id, gathered);
      this.#deps.clock.after(FENCE_WITHIN_MS, () => this.#lost(id));
      this.#deps.sendFence(id).catch(() => this.#lost(id));
    });
  }

  #lost(id: string): void {
    const entering = this.#waiting.get(id) ?? [];
    this.#waiting.delete(id);
    for (const { socket, turn } of entering) if (this.#turns.get(socket) === turn) refuse(socket, 'unavailable');
  }
}

const refuse = (socket: NewsSocket, error: NewsEnded['error']): void => {
  socket.report({ error } satisfies NewsEnded);
};

import type { NewsBegun, NewsEnded, NewsEvent } from '@plimsoll/contract';

/** A socket, as the news uses it. */
export interface NewsSocket {
  /** Sends a message; one that does not read is disconnected. */
  report(message: object): void;
}

/** What was last reported of a thing is kept for so many things of a socket; of more, an equal state may be reported again. */
const MAX_KEPT = 256;

/** Whose news a socket receives. */
export interface Identity {
  readonly memberId: string;
  /** Of the session's token. */
  readonly hash: string;
  readonly lang: string;
}

/** A socket that is logged in. */
export class Reader {
  readonly identity: Identity;
  /** Notifications up to this number came before its login. */
  readonly after: number;
  readonly #socket: NewsSocket;
  /** What was reported last, by thing. */
  readonly #reported = new Map<string, string>();

  constructor(socket: NewsSocket, identity: Identity, after: number) {
    this.#socket = socket;
    this.identity = identity;
    this.after = after;
  }

  begin(): void {
    this.#socket.report({ login: 'ok' } satisfies NewsBegun);
  }

  /** Reports a thing, unless it was reported in this state. */
  report(event: NewsEvent, { ref, state, fields }: { ref: string; state: string; fields: object }): void {
    const thing = `${event} ${ref}`;
    if (this.#reported.get(thing) === state) return;
    this.#reported.delete(thing);
    this.#reported.set(thing, state);
    const [oldest] = this.#reported.keys();
    if (this.#reported.size > MAX_KEPT && oldest !== undefined) this.#reported.delete(oldest);
    this.#socket.report({ event, ...fields });
  }

  end(error: NewsEnded['error']): void {
    this.#socket.report({ error } satisfies NewsEnded);
  }
}

/** Who reads, by socket and by member. */
export class Readers {
  readonly #bySocket = new Map<NewsSocket, Reader>();
  readonly #byMember = new Map<string, Set<Reader>>();

  get size(): number {
    return this.#bySocket.size;
  }

  all(): Iterable<Reader> {
    return this.#bySocket.values();
  }

  members(): Iterable<string> {
    return this.#byMember.keys();
  }

  of(memberId: string): ReadonlySet<Reader> {
    return this.#byMember.get(memberId) ?? new Set();
  }

  has(memberId: string): boolean {
    return this.#byMember.has(memberId);
  }

  /** True while the reader was not taken out. */
  holds(reader: Reader): boolean {
    return this.#byMember.get(reader.identity.memberId)?.has(reader) === true;
  }

  add(socket: NewsSocket, reader: Reader): void {
    this.remove(socket);
    this.#bySocket.set(socket, reader);
    const { memberId } = reader.identity;
    const readers = this.#byMember.get(memberId);
    if (readers) readers.add(reader);
    else this.#byMember.set(memberId, new Set([reader]));
  }

  remove(socket: NewsSocket): void {
    const reader = this.#bySocket.get(socket);
    this.#bySocket.delete(socket);
    if (!reader) return;
    const { memberId } = reader.identity;
    const readers = this.#byMember.get(memberId);
    readers?.delete(reader);
    if (readers?.size === 0) this.#byMember.delete(memberId);
  }

  /** Takes out these, and notifies them why. */
  end(which: (reader: Reader) => boolean, error: NewsEnded['error']): void {
    for (const [socket, reader] of this.#bySocket) {
      if (!which(reader)) continue;
      this.remove(socket);
      reader.end(error);
    }
  }
}

/** Why a socket was disconnected or refused: not reading, not answering pings, too many messages, too many sockets. */
export type Dropped = 'slow' | 'silent' | 'loud' | 'full';

/** Figures of sockets for operators. */
export class StreamFigures {
  readonly #dropped: Record<Dropped, number> = { slow: 0, silent: 0, loud: 0, full: 0 };
  #servers: Readonly<Record<string, { readonly size: number }>> = {};

  clients(): Readonly<Record<string, number>> {
    return Object.fromEntries(Object.entries(this.#servers).map(([path, { size }]) => [path, size]));
  }

  dropped(): Readonly<Record<Dropped, number>> {
    return this.#dropped;
  }

  watch(servers: Readonly<Record<string, { readonly size: number }>>): void {
    this.#servers = servers;
  }

  drop(why: Dropped): void {
    this.#dropped[why] += 1;
  }
}

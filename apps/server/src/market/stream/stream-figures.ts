/** Why a socket was cut by us: it did not read, did not answer pings, said too much, or found no room. */
export type Dropped = 'slow' | 'silent' | 'loud' | 'full';

/** How many sockets there are, and how many were cut, for the figures an operator watches. */
export class StreamFigures {
  readonly #dropped: Record<Dropped, number> = { slow: 0, silent: 0, loud: 0, full: 0 };
  #faces: Readonly<Record<string, { readonly size: number }>> = {};

  /** Sockets by what they were opened for. */
  clients(): Readonly<Record<string, number>> {
    return Object.fromEntries(Object.entries(this.#faces).map(([path, { size }]) => [path, size]));
  }

  /** Sockets that were cut since the start. */
  dropped(): Readonly<Record<Dropped, number>> {
    return this.#dropped;
  }

  /** These are counted from now on. */
  watch(faces: Readonly<Record<string, { readonly size: number }>>): void {
    this.#faces = faces;
  }

  /** One was cut. */
  drop(why: Dropped): void {
    this.#dropped[why] += 1;
  }
}

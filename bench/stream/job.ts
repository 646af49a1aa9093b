/** Who sends: the server's stream, or a bare `ws` loop. */
export type Broadcast = 'ours' | 'bare';

export const TICKS_A_SECOND = 10;

/** What a broadcaster has spent since its beginning. */
export interface Spent {
  readonly cpuMs: number;
}

/** What listeners are to do: connect so many, and listen for so long once all hear. */
export interface Listening {
  readonly port: number;
  readonly clients: number;
  readonly seconds: number;
}

/** What they tell: first that all hear, then what was heard. */
export type Report = { readonly kind: 'hearing' } | { readonly kind: 'heard'; readonly delaysMs: readonly number[] };

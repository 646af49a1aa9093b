export type Broadcast = 'ours' | 'bare';

export const TICKS_A_SECOND = 10;

export interface Spent {
  readonly cpuMs: number;
}

/** Job of the listeners: number of connections, and how long to listen once all receive. */
export interface Listening {
  readonly port: number;
  readonly clients: number;
  readonly seconds: number;
}

/** First that all clients receive, then the delays. */
export type Report = { readonly kind: 'ready' } | { readonly kind: 'delays'; readonly delaysMs: readonly number[] };

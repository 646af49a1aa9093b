import { RESOLUTIONS, type Resolution } from '@plimsoll/contract';

/** What a client may also call a resolution (WIRE 3). */
const SPELLINGS: Readonly<Record<string, Resolution>> = { '1D': 'D', '1W': 'W', '1M': 'M' };

const isResolution = (text: string): text is Resolution => Object.hasOwn(RESOLUTIONS, text);

/** What a market is followed by: bars of a length, or its mark. */
type Followed = Resolution | 'mark';

/** A subscription's two parts. */
export interface StreamKey {
  readonly symbol: string;
  readonly resolution: Followed;
}

/**
 * Reads `btcusdt_1` or `btcusdt_mark`; undefined when it is not of this form. Whether there is such a market is the
 * caller's to judge.
 */
export function parseKey(key: string): StreamKey | undefined {
  const middle = key.lastIndexOf('_');
  if (middle < 1) return undefined;
  const written = key.slice(middle + 1);
  const resolution = Object.hasOwn(SPELLINGS, written) ? SPELLINGS[written] : written;
  return resolution !== undefined && (resolution === 'mark' || isResolution(resolution))
    ? { symbol: key.slice(0, middle), resolution }
    : undefined;
}

/** A key as it is kept: however it was spelled, one resolution has one name. */
export const nameOf = ({ symbol, resolution }: StreamKey): string => `${symbol}_${resolution}`;

/** What a client asks: a key to begin or to end with. */
export type StreamRequest =
  | { readonly kind: 'sub' | 'unsub'; readonly key: string }
  | { readonly kind: 'pong' }
  | { readonly kind: 'unreadable' };

const UNREADABLE: StreamRequest = { kind: 'unreadable' };

/** Reads a client's message: `pong`, `{"sub": key}` or `{"unsub": key}`. */
export function parseRequest(text: string): StreamRequest {
  if (text === 'pong') return { kind: 'pong' };
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return UNREADABLE;
  }
  if (typeof message !== 'object' || message === null) return UNREADABLE;
  if ('sub' in message) return typeof message.sub === 'string' ? { kind: 'sub', key: message.sub } : UNREADABLE;
  if ('unsub' in message) return typeof message.unsub === 'string' ? { kind: 'unsub', key: message.unsub } : UNREADABLE;
  return UNREADABLE;
}

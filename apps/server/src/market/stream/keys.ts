import { RESOLUTIONS, type NewsLogin, type Resolution } from '@plimsoll/contract';

const SPELLINGS: Readonly<Record<string, Resolution>> = { '1D': 'D', '1W': 'W', '1M': 'M' };

/** True for a bar length of the stream (WIRE 3). */
export const isResolution = (text: string): text is Resolution => Object.hasOwn(RESOLUTIONS, text);

type Followed = Resolution | 'mark';

export interface StreamKey {
  readonly symbol: string;
  readonly resolution: Followed;
}

/** Parses `btcusdt_1` or `btcusdt_mark`; undefined for another form. The market may not exist. */
export function parseKey(key: string): StreamKey | undefined {
  const middle = key.lastIndexOf('_');
  if (middle < 1) return undefined;
  const written = key.slice(middle + 1);
  const resolution = Object.hasOwn(SPELLINGS, written) ? SPELLINGS[written] : written;
  return resolution !== undefined && (resolution === 'mark' || isResolution(resolution))
    ? { symbol: key.slice(0, middle), resolution }
    : undefined;
}

/** A key in its one spelling. */
export const nameOf = ({ symbol, resolution }: StreamKey): string => `${symbol}_${resolution}`;

/** A client's request. */
export type StreamRequest =
  | { readonly kind: 'sub' | 'unsub'; readonly key: string }
  | { readonly kind: 'login'; readonly asked: NewsLogin }
  | { readonly kind: 'pong' }
  | { readonly kind: 'unreadable' };

const UNREADABLE: StreamRequest = { kind: 'unreadable' };

/** Parses a client's message: `pong`, `{"sub": key}`, `{"unsub": key}` or `{"login": token}`. */
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
  if ('login' in message) return loginOf(message);
  if ('unsub' in message) return typeof message.unsub === 'string' ? { kind: 'unsub', key: message.unsub } : UNREADABLE;
  return UNREADABLE;
}

function loginOf(message: { readonly login: unknown; readonly lang?: unknown }): StreamRequest {
  const { login, lang } = message;
  if (typeof login !== 'string') return UNREADABLE;
  return { kind: 'login', asked: { login, ...(typeof lang === 'string' ? { lang } : {}) } };
}

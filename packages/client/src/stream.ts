import type { Calls } from './calls/index.ts';
import type { Decimal } from './values.ts';

/** The bar under way, in JSON numbers, for charts. */
export interface Bar {
  readonly symbol: string;
  readonly resolution: string;
  readonly tick: {
    /** Open time in seconds. */
    readonly id: number;
    readonly open: number;
    readonly high: number;
    readonly low: number;
    readonly close: number;
    readonly vol: number;
  };
  readonly ts: number;
}
/** A mark, against which options are measured. */
export interface Mark {
  readonly symbol: string;
  readonly mark: { readonly seq: number; readonly price: Decimal; readonly sources: number };
  readonly ts: number;
  /** Milliseconds. */
  readonly age: number;
}

type Item<List> = List extends readonly (infer One)[] ? One : never;
type Account = Item<Calls['getUserBalanceList']['answers']['coinList']>;
/** What changed of the member's own, by event: the thing as its list call has it. */
export interface News {
  order: Item<Calls['tradegetOrderList']['answers']['list']>;
  option: Item<Calls['getHyOrderList']['answers']['list']>;
  balance: Pick<Account, 'type'> & Item<Account['balanceInfo']>;
  notice: Item<Calls['getNoticeList']['answers']['list']>;
}
export type NewsFrame = { [Event in keyof News]: { readonly event: Event } & News[Event] }[keyof News];

export interface StreamOptions {
  /**
   * From each call on every change is reported: read your lists now. After it broke the stream connects and logs in by
   * itself, and this is called again.
   */
  readonly onNews?: (frame: NewsFrame) => void;
  readonly onBegun?: () => void;
  /** The session is over, or news paused and begins again by itself. */
  readonly onEnded?: (reason: string) => void;
  /** What the server did not understand: an unknown market. */
  readonly onError?: (error: string, key: string | null) => void;
  /** Wait before connecting again. By default 3 s. */
  readonly reconnectMs?: number;
}

export interface Stream {
  /** Follows the bar of a market: `btcusdt`, `1`. Returns how to stop. */
  bars(symbol: string, resolution: string, listener: (bar: Bar) => void): () => void;
  /** Follows a market's marks. Returns how to stop. */
  marks(symbol: string, listener: (mark: Mark) => void): () => void;
  close(): void;
}

interface Session {
  readonly token: () => string | undefined;
  readonly lang?: string;
}

const RECONNECT_MS = 3_000;
type Message = Readonly<Record<string, unknown>>;
/** Of each key; they take the message of that key alone. */
type Listeners = Map<string, Set<(message: never) => void>>;

const textIn = (message: Message, name: string): string => {
  const value = message[name];
  return typeof value === 'string' ? value : '';
};

/** Calls whoever listens for a message. News that paused begins again. */
function deliver(message: Message, listeners: Listeners, options: StreamOptions): 'again' | undefined {
  if ('tick' in message || 'mark' in message) {
    const key = `${textIn(message, 'symbol')}_${'mark' in message ? 'mark' : textIn(message, 'resolution')}`;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key's listeners take the message of that key
    for (const listener of listeners.get(key) ?? []) listener(message as never);
  } else if ('event' in message) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the server sends by its own contract
    options.onNews?.(message as unknown as NewsFrame);
  } else if ('login' in message) options.onBegun?.();
  else if ('sub' in message)
    options.onError?.(textIn(message, 'error'), message['sub'] === null ? null : textIn(message, 'sub'));
  else if ('error' in message) {
    options.onEnded?.(textIn(message, 'error'));
    return message['error'] === 'unavailable' ? 'again' : undefined;
  }
  return undefined;
}

/** Follows a key, which is subscribed to while anybody does. */
function follow(
  listeners: Listeners,
  send: (message: object) => void,
  key: string,
  listener: (message: never) => void,
): () => void {
  const known = listeners.get(key) ?? new Set();
  if (known.size === 0) send({ sub: key });
  listeners.set(key, known.add(listener));
  return () => {
    known.delete(listener);
    if (known.size > 0 || listeners.get(key) !== known) return;
    listeners.delete(key);
    send({ unsub: key });
  };
}

function messageOf(text: string): Message {
  const message: unknown = JSON.parse(text);
  return typeof message === 'object' && message !== null ? { ...message } : {};
}

/** Connects to `/stream`, and again whenever it breaks. Needs the global `WebSocket` of browsers and Node 22. */
export function openStream(url: string, options: StreamOptions & Session): Stream {
  const listeners: Listeners = new Map();
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  /** Frames are unpacked one after the other, so that none overtakes another. */
  let line: Promise<void> = Promise.resolve();
  const send = (message: object | string): void => {
    if (socket?.readyState === 1) socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  };
  const logIn = (): void => {
    const token = options.token();
    if (options.onNews !== undefined && token !== undefined)
      send({ login: token, ...(options.lang === undefined ? {} : { lang: options.lang }) });
  };
  const later = (task: () => void): void => {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(task, options.reconnectMs ?? RECONNECT_MS);
  };

  function connect(): void {
    const mine = new WebSocket(url);
    mine.binaryType = 'arraybuffer';
    socket = mine;
    mine.addEventListener('open', () => {
      for (const key of listeners.keys()) send({ sub: key });
      logIn();
    });
    mine.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      line = line
        .then(async () => {
          const text = await textOf(data);
          if (socket !== mine || text === undefined) return;
          if (text === 'ping') send('pong');
          else if (deliver(messageOf(text), listeners, options) === 'again') later(logIn);
        })
        .catch((error: unknown) => {
          // A listener's own error is reported as any other's, and the stream goes on.
          queueMicrotask(() => {
            throw error;
          });
        });
    });
    mine.addEventListener('close', () => {
      if (socket === mine) later(connect);
    });
  }

  connect();
  return {
    bars: (symbol, resolution, listener) => follow(listeners, send, `${symbol}_${resolution}`, listener),
    marks: (symbol, listener) => follow(listeners, send, `${symbol}_mark`, listener),
    close() {
      isClosed = true;
      clearTimeout(timer);
      const last = socket;
      socket = undefined;
      last?.close();
    },
  };
}

/** Every frame is gzip; undefined for one that cannot be read, which the next one replaces. */
async function textOf(frame: unknown): Promise<string | undefined> {
  if (!(frame instanceof ArrayBuffer)) return undefined;
  const unpacked = new Blob([frame]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(unpacked).text().catch(() => undefined);
}

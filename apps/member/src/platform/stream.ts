import type { Resolution, StreamMark, StreamTick } from '@plimsoll/contract';

/** Wait before connecting again after the socket closed (spec). */
const RECONNECT_MS = 3000;

type BarKey = `${string}_${Resolution}`;
type MarkKey = `${string}_mark`;
type Message = StreamTick | StreamMark;

/** What a stream needs of the browser; a test gives its own. */
export interface StreamParts {
  readonly open: () => WebSocket;
  readonly after: (ms: number, task: () => void) => () => void;
  readonly unpack: (frame: unknown) => Promise<string>;
}

export interface Stream {
  /** Hears every change of a market's current bar, or each of its marks, the first at once; returns how to stop. */
  subscribe(key: BarKey, listener: (tick: StreamTick) => void): () => void;
  subscribe(key: MarkKey, listener: (mark: StreamMark) => void): () => void;
  /** Hears that the socket is open again after it broke: what came meanwhile was missed. Returns how to stop. */
  onResume(listener: () => void): () => void;
}

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'symbol' in value && ('tick' in value || 'mark' in value);
const keyOf = (message: Message): string => `${message.symbol}_${'mark' in message ? 'mark' : message.resolution}`;

/** One socket for all: opened at the first subscription, closed after the last, opened again 3 s after it breaks. */
export function createStream({ open, after, unpack }: StreamParts): Stream {
  // What comes under a key is what its listeners were promised.
  const listeners = new Map<string, Set<(message: never) => void>>();
  const resumed = new Set<() => void>();
  let hasBroken = false;
  let socket: WebSocket | null = null;
  let cancelReconnect: (() => void) | null = null;
  /** Frames are unpacked one after the other, so that none overtakes another. */
  let line: Promise<void> = Promise.resolve();

  const say = (message: object | string) => {
    if (socket?.readyState === 1) socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  };

  function hear(text: string): void {
    if (text === 'ping') {
      say('pong');
      return;
    }
    const message: unknown = JSON.parse(text);
    if (!isMessage(message)) return;
    for (const listener of listeners.get(keyOf(message)) ?? []) listener(message as never);
  }

  function connect(): void {
    cancelReconnect = null;
    const mine = open();
    mine.binaryType = 'arraybuffer';
    socket = mine;
    mine.addEventListener('open', () => {
      for (const key of listeners.keys()) say({ sub: key });
      if (!hasBroken) return;
      hasBroken = false;
      for (const listener of resumed) listener();
    });
    mine.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      // A frame that cannot be read is dropped: the next one carries the whole bar again.
      line = line
        .then(async () => {
          hear(await unpack(data));
        })
        .catch(() => undefined);
    });
    mine.addEventListener('close', () => {
      if (socket !== mine) return;
      socket = null;
      hasBroken = true;
      if (listeners.size > 0) cancelReconnect = after(RECONNECT_MS, connect);
    });
  }

  function close(): void {
    cancelReconnect?.();
    cancelReconnect = null;
    const last = socket;
    socket = null;
    hasBroken = false;
    last?.close();
  }

  return {
    subscribe(key: string, listener: (message: never) => void) {
      const known = listeners.get(key);
      if (known) known.add(listener);
      else {
        listeners.set(key, new Set([listener]));
        say({ sub: key });
      }
      if (!socket && !cancelReconnect) connect();
      return () => {
        const left = listeners.get(key);
        left?.delete(listener);
        if (left?.size !== 0) return;
        listeners.delete(key);
        say({ unsub: key });
        if (listeners.size === 0) close();
      };
    },
    onResume(listener) {
      resumed.add(listener);
      return () => {
        resumed.delete(listener);
      };
    },
  };
}

/** A frame as text: gzip when it is binary. */
export async function unpackFrame(frame: unknown): Promise<string> {
  if (typeof frame === 'string') return frame;
  return new Response(new Blob([frame as ArrayBuffer]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
}

/** The server's live bars. */
export const stream = createStream({
  open: () => new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/stream`),
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
  unpack: unpackFrame,
});

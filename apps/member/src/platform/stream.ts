import type { Resolution, StreamMark, StreamTick } from '@plimsoll/contract';

/** Wait before connecting again after the socket closed (docs/wire/stream.md). */
const RECONNECT_MS = 3000;

type BarKey = `${string}_${Resolution}`;
type MarkKey = `${string}_mark`;
type Message = StreamTick | StreamMark;

/** What a stream needs of the browser; a test has its own. */
export interface StreamParts {
  readonly open: () => WebSocket;
  readonly after: (ms: number, task: () => void) => () => void;
  readonly unpack: (frame: unknown) => Promise<string>;
}

/** Who uses the socket beside the market's data: members' news. */
export interface StreamGuest {
  /** The socket is open: now, or again. */
  readonly opened: () => void;
  readonly closed: () => void;
  /** A message that is no bar and no mark. */
  readonly received: (message: object) => void;
}

export interface StreamSeat {
  /** Sends a message; lost while the socket is closed. */
  readonly send: (message: object) => void;
  readonly leave: () => void;
}

export interface Stream {
  /** Receives every change of a market's current bar, or each of its marks; returns how to stop. */
  subscribe(key: BarKey, listener: (tick: StreamTick) => void): () => void;
  subscribe(key: MarkKey, listener: (mark: StreamMark) => void): () => void;
  /** Calls when the socket is open again after it broke; returns how to stop. */
  onResume(listener: () => void): () => void;
  /** Keeps the socket open for a guest until it leaves. */
  join(guest: StreamGuest): StreamSeat;
}

const isMessage = (value: object): value is Message => 'symbol' in value && ('tick' in value || 'mark' in value);
const keyOf = (message: Message): string => `${message.symbol}_${'mark' in message ? 'mark' : message.resolution}`;

interface Socket {
  readonly isOpen: () => boolean;
  readonly send: (message: object | string) => void;
  /** Opens the socket unless it is open or about to be. */
  readonly open: () => void;
  readonly close: () => void;
}

interface SocketEvents {
  readonly onOpen: (isAgain: boolean) => void;
  readonly onClose: () => void;
  readonly onText: (text: string) => void;
  readonly isWanted: () => boolean;
}

/** A socket that connects again 3 s after it breaks, and answers pings. */
function createSocket({ open, after, unpack }: StreamParts, { onOpen, onClose, onText, isWanted }: SocketEvents): Socket {
  let hasBroken = false;
  let socket: WebSocket | null = null;
  let cancelReconnect: (() => void) | null = null;
  /** Frames are unpacked one after the other, so that none overtakes another. */
  let line: Promise<void> = Promise.resolve();

  const isOpen = () => socket?.readyState === 1;
  const send = (message: object | string) => {
    if (socket?.readyState === 1) socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  };

  function receive(text: string): void {
    if (text === 'ping') send('pong');
    else onText(text);
  }

  function connect(): void {
    cancelReconnect = null;
    const mine = open();
    mine.binaryType = 'arraybuffer';
    socket = mine;
    mine.addEventListener('open', () => {
      onOpen(hasBroken);
      hasBroken = false;
    });
    mine.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      // A frame that cannot be read is dropped: the next one carries the whole bar.
      line = line
        .then(async () => {
          const text = await unpack(data);
          // What the last socket said after this one opened is of no use.
          if (socket === mine) receive(text);
        })
        .catch(() => undefined);
    });
    mine.addEventListener('close', () => {
      if (socket !== mine) return;
      socket = null;
      hasBroken = true;
      onClose();
      if (isWanted()) cancelReconnect = after(RECONNECT_MS, connect);
    });
  }

  return {
    isOpen,
    send,
    open() {
      if (!socket && !cancelReconnect) connect();
    },
    close() {
      cancelReconnect?.();
      cancelReconnect = null;
      const last = socket;
      socket = null;
      hasBroken = false;
      last?.close();
    },
  };
}

/** One socket for all: opened at the first subscription, closed after the last, opened again after it breaks. */
export function createStream(parts: StreamParts): Stream {
  // Listeners of a key expect the message of that key alone.
  const listeners = new Map<string, Set<(message: never) => void>>();
  const resumed = new Set<() => void>();
  const guests = new Set<StreamGuest>();
  const isWanted = () => listeners.size > 0 || guests.size > 0;
  const socket = createSocket(parts, {
    onOpen(isAgain) {
      for (const key of listeners.keys()) socket.send({ sub: key });
      for (const guest of guests) guest.opened();
      if (isAgain) for (const listener of resumed) listener();
    },
    onClose() {
      for (const guest of guests) guest.closed();
    },
    onText(text) {
      const message: unknown = JSON.parse(text);
      if (typeof message !== 'object' || message === null) return;
      if (!isMessage(message)) {
        for (const guest of guests) guest.received(message);
        return;
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key's listeners take the message of that key
      for (const listener of listeners.get(keyOf(message)) ?? []) listener(message as never);
    },
    isWanted,
  });

  return {
    subscribe(key: string, listener: (message: never) => void) {
      const known = listeners.get(key);
      if (known) known.add(listener);
      else {
        listeners.set(key, new Set([listener]));
        socket.send({ sub: key });
      }
      socket.open();
      return () => {
        const left = listeners.get(key);
        left?.delete(listener);
        if (left?.size !== 0) return;
        listeners.delete(key);
        socket.send({ unsub: key });
        if (!isWanted()) socket.close();
      };
    },
    onResume(listener) {
      resumed.add(listener);
      return () => {
        resumed.delete(listener);
      };
    },
    join(guest) {
      guests.add(guest);
      if (socket.isOpen()) guest.opened();
      else socket.open();
      return {
        send: socket.send,
        leave() {
          guests.delete(guest);
          if (!isWanted()) socket.close();
        },
      };
    },
  };
}

/** A frame as text: gzip when it is binary. */
export async function unpackFrame(frame: unknown): Promise<string> {
  if (typeof frame === 'string') return frame;
  if (!(frame instanceof ArrayBuffer)) throw new TypeError('stream frame is neither text nor binary');
  return new Response(new Blob([frame]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
}

/** The server's stream. */
export const stream = createStream({
  open: () => new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/stream`),
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
  unpack: unpackFrame,
});

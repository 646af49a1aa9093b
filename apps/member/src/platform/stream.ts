import type { Resolution, StreamMark, StreamTick } from '@plimsoll/contract';

/** Wait before connecting again after the socket closed (docs/wire/stream.md). */
const RECONNECT_MS = 3000;
/** The server says something at least every 15 s: a socket that was silent for so long is broken, though it looks open. */
const SILENT_MS = 40_000;

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
  /** The socket opened, for the first time or again; not called where it was open already. */
  readonly opened: () => void;
  readonly closed: () => void;
  /** A message that is no bar and no mark. */
  readonly received: (message: object) => void;
}

export interface StreamSeat {
  readonly isOpen: () => boolean;
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

/** Unpacks frames one after the other, so that none overtakes another. */
function readInOrder(unpack: StreamParts['unpack']) {
  let line: Promise<void> = Promise.resolve();
  return (frame: unknown, use: (text: string) => void): void => {
    // A frame that cannot be read is dropped: the next one carries the whole bar.
    line = line.then(async () => use(await unpack(frame))).catch(() => undefined);
  };
}

/** Calls once nothing has begun it again for {@link SILENT_MS}. */
function createWatch(after: StreamParts['after']) {
  let cancel: (() => void) | undefined;
  const stop = () => {
    cancel?.();
    cancel = undefined;
  };
  return {
    begin(onSilent: () => void) {
      stop();
      cancel = after(SILENT_MS, onSilent);
    },
    stop,
  };
}

/** A socket that connects again 3 s after it breaks, and answers pings. */
function createSocket(
  { open, after, unpack }: StreamParts,
  { onOpen, onClose, onText, isWanted }: SocketEvents,
): Socket {
  let hasBroken = false;
  let socket: WebSocket | null = null;
  let cancelReconnect: (() => void) | null = null;
  const watch = createWatch(after);
  const read = readInOrder(unpack);

  const isOpen = () => socket?.readyState === 1;
  const send = (message: object | string) =>
    isOpen() && socket?.send(typeof message === 'string' ? message : JSON.stringify(message));

  function connect(): void {
    cancelReconnect = null;
    const mine = open();
    mine.binaryType = 'arraybuffer';
    socket = mine;
    const onBroken = () => {
      if (socket !== mine) return;
      watch.stop();
      socket = null;
      hasBroken = true;
      onClose();
      if (isWanted()) cancelReconnect = after(RECONNECT_MS, connect);
    };
    // Its close may take as long as the network does.
    const onSilent = () => {
      onBroken();
      mine.close();
    };
    watch.begin(onSilent);
    mine.addEventListener('open', () => {
      onOpen(hasBroken);
      hasBroken = false;
    });
    mine.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (socket === mine) watch.begin(onSilent);
      read(data, (text) => {
        if (text === 'ping') send('pong');
        // Messages of a socket that was replaced are of no use.
        else if (socket === mine) onText(text);
      });
    });
    mine.addEventListener('close', onBroken);
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
      watch.stop();
      const last = socket;
      socket = null;
      hasBroken = false;
      last?.close();
    },
  };
}

/** The listeners of each key. */
function createListeners(send: (message: object) => void) {
  // Listeners of a key expect the message of that key alone.
  const all = new Map<string, Set<(message: never) => void>>();
  return {
    isEmpty: () => all.size === 0,
    /** Subscribes to every key, on a socket that just opened. */
    subscribeAll() {
      for (const key of all.keys()) send({ sub: key });
    },
    add(key: string, listener: (message: never) => void) {
      const known = all.get(key);
      if (known) known.add(listener);
      else {
        all.set(key, new Set([listener]));
        send({ sub: key });
      }
    },
    remove(key: string, listener: (message: never) => void) {
      const left = all.get(key);
      left?.delete(listener);
      if (left?.size !== 0) return;
      all.delete(key);
      send({ unsub: key });
    },
    call(message: Message) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key's listeners take the message of that key
      for (const listener of all.get(keyOf(message)) ?? []) listener(message as never);
    },
  };
}

/** One socket for all: opened at the first subscription, closed after the last, opened again after it breaks. */
export function createStream(parts: StreamParts): Stream {
  const listeners = createListeners((message) => socket.send(message));
  const resumed = new Set<() => void>();
  const guests = new Set<StreamGuest>();
  const isWanted = () => !listeners.isEmpty() || guests.size > 0;
  const closeUnlessWanted = () => {
    if (!isWanted()) socket.close();
  };
  const socket = createSocket(parts, {
    onOpen(isAgain) {
      listeners.subscribeAll();
      for (const guest of guests) guest.opened();
      if (isAgain) for (const listener of resumed) listener();
    },
    onClose() {
      for (const guest of guests) guest.closed();
    },
    onText(text) {
      const message: unknown = JSON.parse(text);
      if (typeof message !== 'object' || message === null) return;
      if (isMessage(message)) listeners.call(message);
      else for (const guest of guests) guest.received(message);
    },
    isWanted,
  });

  return {
    subscribe(key: string, listener: (message: never) => void) {
      listeners.add(key, listener);
      socket.open();
      return () => {
        listeners.remove(key, listener);
        closeUnlessWanted();
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
      socket.open();
      return {
        isOpen: socket.isOpen,
        send: socket.send,
        leave() {
          guests.delete(guest);
          closeUnlessWanted();
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

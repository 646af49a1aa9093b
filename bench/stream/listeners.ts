import { connect, type Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { Listening, Report } from './job.ts';

// A process with thousands of clients that do the minimum with a frame: read its header and note its arrival. A frame
// is decompressed once for all clients, to read its tick's time. Gets a Listening from its parent, answers Reports.

const READ_INTO = Buffer.alloc(65_536);
const NOTHING = Buffer.alloc(0);
/** Connections opened at a time. */
const AT_ONCE = 100;
/** `{"sub":"btcusdt_1"}` as a masked text frame whose mask is zero. */
const SUB = Buffer.concat([Buffer.from([0x81, 0x80 | 19, 0, 0, 0, 0]), Buffer.from('{"sub":"btcusdt_1"}')]);
const HEAD_ENDS = Buffer.from('\r\n\r\n');
const BINARY = 0x82;
const IN_TWO_BYTES = 126;

/** Tick times by frame; all clients get the same bytes. */
const tickTimes = new Map<string, number>();

function tickTimeOf(payload: Buffer): number {
  // A gzip ends with the checksum of its content.
  const name = payload.toString('latin1', payload.length - 8);
  const known = tickTimes.get(name);
  if (known !== undefined) return known;
  const text = gunzipSync(payload).toString();
  // A ping has no tick: it counts as now.
  const { ts }: { ts: number } = text === 'ping' ? { ts: Date.now() } : JSON.parse(text);
  tickTimes.set(name, ts);
  return ts;
}

class Listener {
  #rest = NOTHING;
  #isUpgraded = false;
  readonly #onTick: (delayMs: number) => void;

  constructor(onTick: (delayMs: number) => void) {
    this.#onTick = onTick;
  }

  read(part: Buffer, socket: Socket): void {
    let bytes = this.#rest.length === 0 ? part : Buffer.concat([this.#rest, part]);
    if (!this.#isUpgraded) {
      const end = bytes.indexOf(HEAD_ENDS);
      this.#rest = Buffer.from(bytes);
      if (end < 0) return;
      this.#isUpgraded = true;
      bytes = bytes.subarray(end + HEAD_ENDS.length);
      socket.write(SUB);
    }
    const nowMs = performance.timeOrigin + performance.now();
    for (let at = 0; ;) {
      const short = bytes[at + 1];
      const start = at + (short === IN_TWO_BYTES ? 4 : 2);
      const length = short === IN_TWO_BYTES && bytes.length >= start ? bytes.readUInt16BE(at + 2) : (short ?? 0);
      if (short === undefined || bytes.length < start + length) {
        this.#rest = at === bytes.length ? NOTHING : Buffer.from(bytes.subarray(at));
        return;
      }
      if (bytes[at] === BINARY) this.#onTick(nowMs - tickTimeOf(bytes.subarray(start, start + length)));
      at = start + length;
    }
  }
}

function open(port: number, onTick: (delayMs: number) => void, fail: (error: Error) => void): Promise<Socket> {
  return new Promise((resolve) => {
    const listener = new Listener(onTick);
    const callback = (length: number): boolean => {
      listener.read(READ_INTO.subarray(0, length), socket);
      return true;
    };
    const socket = connect({ host: '127.0.0.1', port, onread: { buffer: READ_INTO, callback } }, () => resolve(socket));
    socket.setNoDelay(true);
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('a connection was closed')));
    socket.write(
      'GET /stream HTTP/1.1\r\nHost: bench\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
  });
}

const report = (message: Report): void => {
  process.send?.(message);
};

process.once('message', ({ port, clients, seconds }: Listening) => {
  const fail = (error: Error): void => {
    process.stderr.write(`the listeners stopped: ${error.message}\n`);
    process.exit(1);
  };
  const receiving = new Set<number>();
  const delaysMs: number[] = [];
  let isCounted = false;
  const onTick =
    (client: number) =>
    (delayMs: number): void => {
      if (isCounted) delaysMs.push(delayMs);
      else if (receiving.size < clients) {
        receiving.add(client);
        if (receiving.size === clients) report({ kind: 'ready' });
      }
    };
  void (async () => {
    for (let from = 0; from < clients; from += AT_ONCE) {
      const ending = Math.min(clients, from + AT_ONCE);
      await Promise.all(Array.from({ length: ending - from }, (_, at) => open(port, onTick(from + at), fail)));
    }
  })();
  process.once('message', () => {
    isCounted = true;
    setTimeout(() => {
      process.send?.({ kind: 'delays', delaysMs } satisfies Report, () => process.exit(0));
    }, seconds * 1000);
  });
});

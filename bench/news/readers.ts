import { connect, type Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { Reading } from './members.ts';

// A process with thousands of logged in sockets, a member's each. It notes when each frame of a balance arrived.

const AT_ONCE = 100;
const HEAD_ENDS = Buffer.from('\r\n\r\n');
const IN_TWO_BYTES = 126;

/** First that all are logged in, then, when asked, when each member's balances were reported (epoch ms). */
export type ReadersReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'arrivals'; readonly arrivals: readonly (readonly [memberId: string, atMs: number])[] };

export interface ReadersJob {
  readonly port: number;
  readonly members: readonly Reading[];
}

/** A masked text frame whose mask is zero. */
function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}

/** Calls with each frame's payload. */
function frameReader(onPayload: (payload: Buffer) => void): (part: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (part) => {
    rest = rest.length === 0 ? part : Buffer.concat([rest, part]);
    for (;;) {
      const short = rest[1];
      const start = short === IN_TWO_BYTES ? 4 : 2;
      if (short === undefined || rest.length < start) return;
      const length = short === IN_TWO_BYTES ? rest.readUInt16BE(2) : short;
      if (rest.length < start + length) return;
      onPayload(rest.subarray(start, start + length));
      rest = rest.subarray(start + length);
    }
  };
}

function open(port: number, { token }: Reading, onMessage: (message: object, atMs: number) => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.setNoDelay(true);
    const read = frameReader((payload) => {
      const atMs = performance.timeOrigin + performance.now();
      const text = gunzipSync(payload).toString();
      if (text === 'ping') socket.write(textFrame('pong'));
      else onMessage(JSON.parse(text), atMs);
    });
    let head: Buffer | undefined = Buffer.alloc(0);
    socket.on('data', (part) => {
      if (head === undefined) {
        read(part);
        return;
      }
      head = Buffer.concat([head, part]);
      const end = head.indexOf(HEAD_ENDS);
      if (end < 0) return;
      const after = head.subarray(end + HEAD_ENDS.length);
      head = undefined;
      socket.write(textFrame(JSON.stringify({ login: token })));
      resolve(socket);
      read(after);
    });
    socket.on('error', reject);
    socket.write(
      'GET /stream HTTP/1.1\r\nHost: bench\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
  });
}

const report = (message: ReadersReport): void => {
  process.send?.(message);
};

process.once('message', ({ port, members }: ReadersJob) => {
  let loggedIn = 0;
  let arrivals: [string, number][] = [];
  const onMessage = (member: Reading) => (message: object, atMs: number) => {
    if ('login' in message) {
      loggedIn += 1;
      if (loggedIn === members.length) report({ kind: 'ready' });
    } else if ('event' in message) arrivals.push([member.id, atMs]);
    else {
      process.stderr.write(`a reader got ${JSON.stringify(message)}\n`);
      process.exit(1);
    }
  };
  void (async () => {
    for (let from = 0; from < members.length; from += AT_ONCE)
      await Promise.all(members.slice(from, from + AT_ONCE).map((member) => open(port, member, onMessage(member))));
  })();
  process.on('message', () => {
    report({ kind: 'arrivals', arrivals });
    arrivals = [];
  });
});
process.on('disconnect', () => process.exit(0));

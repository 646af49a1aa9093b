import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Duplex } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { ManualClock } from '../../platform/clock.ts';
import { Client } from './client.ts';
import { binaryFrame } from './frame.ts';
import { Topic } from './topic.ts';

const START_MS = Date.UTC(2026, 10, 20, 9);
/** More than one slice. */
const MANY = 2_500;

/** A client whose connection records what it is sent. */
function listener(name: string) {
  const received: unknown[] = [];
  const wire = new Duplex({
    read() {},
    write(frame: Buffer, _encoding, done) {
      received.push(JSON.parse(gunzipSync(frame.subarray(2)).toString()));
      done();
    },
  });
  const socket = { readyState: WebSocket.OPEN, OPEN: WebSocket.OPEN, terminate() {} } as unknown as WebSocket;
  return { client: new Client(name, socket, wire), received };
}

function open(sendsEvery: boolean) {
  let turn = 0;
  const topic = new Topic({ clock: new ManualClock(START_MS), news: () => ({ turn }), sendsEvery });
  const listeners = Array.from({ length: MANY }, (_, at) => listener(String(at)));
  for (const { client } of listeners) client.follow('x', topic);
  const publish = () => {
    turn += 1;
    topic.publish();
  };
  return { topic, listeners, publish };
}
/** Until the last follower has received it. */
async function untilReceived(received: readonly unknown[] | undefined, turn: number): Promise<void> {
  while (!received?.some((message) => (message as { turn: number }).turn === turn)) await new Promise(setImmediate);
}

test('messages faster than thousands of followers can be served reach each of them in order', async () => {
  const { listeners, publish } = open(true);
  for (let published = 0; published < 5; published += 1) publish();
  await untilReceived(listeners.at(-1)?.received, 5);
  for (const { received } of listeners)
    expect(received).toEqual([{ turn: 1 }, { turn: 2 }, { turn: 3 }, { turn: 4 }, { turn: 5 }]);
});

test('of a state only the newest waiting message is sent', async () => {
  const { listeners, publish } = open(false);
  for (let published = 0; published < 5; published += 1) publish();
  await untilReceived(listeners.at(-1)?.received, 5);
  for (const { received } of listeners) expect(received).toEqual([{ turn: 1 }, { turn: 5 }]);
  publish();
  await untilReceived(listeners.at(-1)?.received, 6);
  expect(listeners[0]?.received.at(-1)).toEqual({ turn: 6 });
});

test('a follower who leaves while others are served gets nothing more', async () => {
  const { listeners, publish } = open(true);
  const [leaver, last] = listeners.slice(-2);
  publish();
  expect(leaver?.client.unfollow('x')).toBe(true);
  await untilReceived(last?.received, 1);
  expect(leaver?.received).toEqual([]);
  expect(leaver?.client.unfollow('x')).toBe(false);
});

test('a state is made once for all new followers, but not kept longer than a second', () => {
  const clock = new ManualClock(START_MS);
  let made = 0;
  const topic = new Topic({ clock, news: () => ({ made: (made += 1) }) });
  const first = topic.greeting();
  expect(topic.greeting()).toBe(first);
  clock.advance(1_000);
  expect(topic.greeting()).not.toBe(first);
  expect(made).toBe(2);
});

test('a greeting of its own is made once for all new followers, until the next change and for a second at most', () => {
  const clock = new ManualClock(START_MS);
  let made = 0;
  const topic = new Topic({ clock, news: () => ({}), greeting: () => ({ made: (made += 1) }), sendsEvery: true });
  const first = topic.greeting();
  expect(topic.greeting()).toBe(first);
  topic.publish();
  const next = topic.greeting();
  expect(next).not.toBe(first);
  expect(topic.greeting()).toBe(next);
  clock.advance(1_000);
  expect(topic.greeting()).not.toBe(next);
  expect(made).toBe(3);
});

test.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])(
  'a frame of %i bytes is one that every client reads',
  async (length) => {
    const server = createServer();
    const sockets = new WebSocketServer({ noServer: true });
    server.on('upgrade', (request: IncomingMessage, wire, head) => {
      sockets.handleUpgrade(request, wire, head, (socket) => {
        const client = new Client('1', socket, wire);
        for (const text of ['x'.repeat(length), 'after']) client.send(binaryFrame(Buffer.from(text)));
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const received: string[] = [];
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('message', (message: Buffer) => {
        received.push(message.toString());
        if (received.length === 2) resolve();
      });
    });
    expect(received).toEqual(['x'.repeat(length), 'after']);
    socket.terminate();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  },
);

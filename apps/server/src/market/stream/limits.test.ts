import { connect as connectTcp } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleMarket } from '../../testing/sample-market.ts';
import { openStreamServer, type StreamClient, type StreamServer } from '../../testing/stream-server.ts';
import { Client } from './client.ts';
import { textFrame } from './frame.ts';
import { StreamFigures } from './stream-figures.ts';

const START_MS = Date.UTC(2026, 10, 20, 9);
const PATHS = ['/stream', '/huobiapi/ws', '/huobiapi/feed'];
const MAX_SOCKETS = 4;
let server: StreamServer;

beforeEach(async () => {
  server = await openStreamServer({
    startMs: START_MS,
    markets: [sampleMarket('BTC', 'USDT')],
    maxSockets: MAX_SOCKETS,
  });
});
afterEach(() => server.close());

const closing = (client: StreamClient) =>
  new Promise<{ code: number; reason: string }>((resolve) => {
    client.socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
/** Its requests are still answered. */
async function expectServed(client: StreamClient): Promise<void> {
  const before = client.received.length;
  client.say({ sub: 'the next word' });
  await vi.waitFor(() => expect(JSON.stringify(client.received.slice(before))).toContain('the next word'), {
    interval: 2,
  });
}

test.each(PATHS)('on %s a message over 4096 bytes ends the connection, others stay', async (path) => {
  const [bad, good] = [await server.connect(path), await server.connect(path)];
  const closed = closing(bad);
  bad.socket.send('x'.repeat(4_097));
  expect((await closed).code).toBe(1009);
  await expectServed(good);
});

test.each(PATHS)('on %s a frame that announces ten megabytes is refused before it arrives', async (path) => {
  const client = await server.connect(path);
  const closed = closing(client);
  const whole = Buffer.alloc(10 * 1024 * 1024, 'x');
  client.socket.on('error', () => undefined);
  client.socket.send(whole);
  // 1009 when the close was read before the connection broke.
  expect([1006, 1009]).toContain((await closed).code);
  await vi.waitFor(async () => expect(await server.connections()).toBe(0), { interval: 2 });
});

test.each(PATHS)('on %s bytes that are no WebSocket frame end the connection', async (path) => {
  const [host, port] = new URL((await server.connect(path)).socket.url).host.split(':');
  const raw = connectTcp(Number(port), host);
  const ended = new Promise((resolve) => {
    raw.once('close', resolve);
  });
  raw.on('error', () => undefined);
  raw.write(
    `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
  );
  raw.once('data', () => raw.write('these are no frames at all, and not masked either'));
  await ended;
  await vi.waitFor(async () => expect(await server.connections()).toBe(1), { interval: 2 });
  await expectServed(await server.connect(path));
});

test.each(PATHS)(
  'on %s a client that sends more than a thousand messages at once is closed with the reason, others stay',
  async (path) => {
    const [loud, good] = [await server.connect(path), await server.connect(path)];
    const closed = closing(loud);
    for (let sent = 0; sent < 1_500; sent += 1) loud.say({ sub: `x${sent}` });
    expect(await closed).toEqual({ code: 1008, reason: 'too many messages' });
    expect(loud.received.length).toBe(1_000);
    await expectServed(good);
  },
);

const word = fc.oneof(
  fc.constantFrom(
    'sub',
    'unsub',
    'req',
    'pong',
    'ping',
    'id',
    'from',
    'to',
    '__proto__',
    'market.btcusdt.kline.1min',
    'btcusdt_1',
  ),
  fc.string({ maxLength: 60 }),
);
const message = fc.oneof(
  fc.string({ maxLength: 400 }),
  fc.json(),
  fc
    .dictionary(word, fc.oneof(word, fc.jsonValue({ maxDepth: 2 })), { maxKeys: 4 })
    .map((fields) => JSON.stringify(fields)),
);
test.each(PATHS)('any message on %s leaves the server working and the next one is understood', async (path) => {
  const [odd, good] = [await server.connect(path), await server.connect(path)];
  await fc.assert(
    fc.asyncProperty(fc.array(message, { maxLength: 5 }), async (messages) => {
      for (const each of messages) odd.socket.send(each);
      await expectServed(odd);
      server.tick('btcusdt', 100);
      server.clock.advance(100);
      for (const client of [odd, good]) client.say(path === '/stream' ? 'pong' : { pong: 1 });
    }),
    { numRuns: 50 },
  );
  await expectServed(good);
  expect(await server.connections()).toBe(2);
});

test('a client within its limit is never closed', async () => {
  const client = await server.connect('/stream');
  for (let round = 1; round <= 5; round += 1) {
    for (let sent = 0; sent < 1_000; sent += 1) client.say({ sub: 'x' });
    await vi.waitFor(() => expect(client.received).toHaveLength(round * 1_000), { interval: 2 });
    server.clock.advance(1_000);
  }
});

test.each(PATHS)('on %s a client that does not answer a close is terminated', async (path) => {
  const client = await server.connect(path);
  client.socket.pause();
  server.end();
  server.clock.advance(1_000);
  await vi.waitFor(async () => expect(await server.connections()).toBe(0), { interval: 2 });
});

test('a client that does not read is disconnected and delays nobody', async () => {
  fillBars();
  const [stuck, good] = [await server.connect('/huobiapi/ws'), await server.connect('/huobiapi/ws')];
  const dropped = closing(stuck);
  stuck.socket.pause();
  good.say({ sub: 'market.btcusdt.trade.detail' });
  await vi.waitFor(() => expect(good.received).toHaveLength(1), { interval: 2 });
  // The largest answer, until every buffer is full.
  for (let round = 0; round < 2_000 && (await server.connections()) > 1; round += 1) {
    for (let asked = 0; asked < 50; asked += 1) stuck.say(LARGEST);
    for (const client of [stuck, good]) client.say({ pong: 1 });
    await new Promise(setImmediate);
    server.clock.advance(1_000);
  }
  expect(await server.connections()).toBe(1);
  stuck.socket.resume();
  expect((await dropped).code).toBe(1006);
  const before = good.received.length;
  server.tick('btcusdt', 101);
  await vi.waitFor(
    () =>
      expect(good.received.slice(before)).toContainEqual(
        expect.objectContaining({ ch: 'market.btcusdt.trade.detail' }),
      ),
    { interval: 2 },
  );
});

const LARGEST = { req: 'market.btcusdt.kline.1min' };

/** Hours of minutes that differ, so that answers are large. */
function fillBars(): void {
  for (let minute = 300; minute > 0; minute -= 1) {
    server.data.takeTick({
      symbol: 'btcusdt',
      sourceTimeMs: START_MS - minute * 60_000,
      price: 100 + Math.sin(minute),
      size: 1 + Math.cos(minute) ** 2,
    });
  }
}

test('what waits in all sockets together is bounded: the fullest is disconnected, the others stay', async () => {
  await server.close();
  const figures = new StreamFigures();
  // A socket alone may keep more waiting than all together here.
  server = await openStreamServer({
    startMs: START_MS,
    markets: [sampleMarket('BTC', 'USDT')],
    maxWaiting: 64 * 1024,
    figures,
  });
  fillBars();
  const good = await server.connect('/huobiapi/ws');
  const fullest = await server.connect('/huobiapi/ws');
  const full = await server.connect('/huobiapi/ws');
  for (const { socket } of [fullest, full]) socket.pause();
  for (let round = 0; round < 2_000 && figures.dropped().slow === 0; round += 1) {
    for (let asked = 0; asked < 50; asked += 1) fullest.say(LARGEST);
    full.say(LARGEST);
    for (const client of [good, fullest, full]) client.say({ pong: 1 });
    await new Promise(setImmediate);
    server.clock.advance(1_000);
  }
  // It had not 128 KiB waiting, from which on more is refused.
  expect(figures.dropped()).toEqual({ slow: 1, silent: 0, loud: 0, full: 0 });
  full.socket.resume();
  await expectServed(full);
  await expectServed(good);
});

test('a client that does not read is refused more answers, and disconnected at a quarter of a mebibyte', async () => {
  const wire = { writableLength: 0, write: vi.fn<(frame: Buffer) => void>() };
  const socket = { readyState: 1, OPEN: 1, terminate: vi.fn<() => void>() };
  const client = new Client('1', socket as never, wire as never);
  wire.writableLength = 128 * 1024;
  expect(client.hasEnough).toBe(false);
  wire.writableLength += 1;
  expect(client.hasEnough).toBe(true);
  wire.writableLength = 256 * 1024 + 1;
  client.send(textFrame({}));
  expect([wire.write.mock.calls.length, socket.terminate.mock.calls.length]).toEqual([1, 0]);
  client.answer(textFrame({}));
  expect([wire.write.mock.calls.length, socket.terminate.mock.calls.length]).toEqual([1, 1]);
});

test('sockets beyond the limit are refused until one leaves', async () => {
  const first = await server.connect('/stream');
  for (let more = 1; more < MAX_SOCKETS; more += 1) await server.connect(PATHS[more % PATHS.length] ?? '');
  await expect(server.connect('/stream')).rejects.toThrow('503');
  await expect(server.connect('/huobiapi/feed')).rejects.toThrow('503');
  const left = closing(first);
  first.socket.close();
  await left;
  await vi.waitFor(async () => expectServed(await server.connect('/huobiapi/ws')), { interval: 2 });
});

test.each(['/other', '/', '/huobiapi', '/huobiapi/ws/v2', '/stream/x', '/STREAM'])(
  'another path is refused: %s',
  async (path) => {
    await expect(server.connect(path)).rejects.toThrow('404');
  },
);

test('sockets beyond the limit of one network are refused until one leaves; other networks are not affected', async () => {
  await server.close();
  // The path names the network, as an address would.
  server = await openStreamServer({
    startMs: START_MS,
    markets: [sampleMarket('BTC', 'USDT')],
    maxSocketsOfOne: 2,
    networkOf: ({ url = '' }) => url.split('?')[1],
  });
  const [first] = [await server.connect('/stream?quay'), await server.connect('/huobiapi/ws?quay')];
  await expect(server.connect('/stream?quay')).rejects.toThrow('429');
  await expectServed(await server.connect('/stream?pier'));
  for (let open = 0; open < 4; open += 1) await server.connect('/stream');
  const closed = closing(first);
  first.socket.close();
  await closed;
  await vi.waitFor(() => server.connect('/stream?quay'), { interval: 5 });
});

/** A server that counts networks, which the path names as an address would. */
async function countingNetworks(): Promise<void> {
  await server.close();
  server = await openStreamServer({
    startMs: START_MS,
    markets: [sampleMarket('BTC', 'USDT')],
    maxSockets: 100,
    networkOf: ({ url = '' }) => url.split('?')[1],
  });
}

test('messages of all sockets of one network are bounded together, on all paths; others are not affected', async () => {
  await countingNetworks();
  const quay = await Promise.all(
    Array.from({ length: 12 }, (_, nth) => server.connect(nth % 2 ? '/stream?quay' : '/huobiapi/ws?quay')),
  );
  const [pier, uncounted] = [await server.connect('/stream?pier'), await server.connect('/stream')];
  const closed = Promise.race(quay.map(closing));
  // Each within its own limit.
  for (const client of quay) for (let sent = 0; sent < 900; sent += 1) client.say({ sub: 'x' });
  expect(await closed).toEqual({ code: 1008, reason: 'too many messages' });
  for (const other of [pier, uncounted]) await expectServed(other);
  server.clock.advance(1_000);
  await expectServed(await server.connect('/stream?quay'));
});

test('requests of all sockets of one network are bounded together', async () => {
  await countingNetworks();
  const quay = await Promise.all(Array.from({ length: 11 }, () => server.connect('/huobiapi/ws?quay')));
  const pier = await server.connect('/huobiapi/ws?pier');
  for (const client of quay) for (let asked = 0; asked < 50; asked += 1) client.say(LARGEST);
  await vi.waitFor(() => expect(quay.every(({ received }) => received.length === 50)).toBe(true), { interval: 5 });
  const answers = quay.flatMap(({ received }) => received);
  expect(answers.filter((each) => JSON.stringify(each).includes('from your network'))).toHaveLength(50);
  pier.say(LARGEST);
  await vi.waitFor(() => expect(pier.received).toMatchObject([{ status: 'ok' }]), { interval: 2 });
});

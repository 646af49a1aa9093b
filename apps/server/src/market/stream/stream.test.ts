import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { RESOLUTIONS } from '@plimsoll/contract';
import { rate } from '@plimsoll/money';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { ManualClock } from '../../platform/clock.ts';
import { sampleMarket } from '../../testing/sample-market.ts';
import { LiveData } from '../live-data.ts';
import { attachStream } from './attach.ts';

const START_MS = Date.UTC(2026, 10, 20, 9);
let clock: ManualClock;
let data: LiveData;
let server: Server;
let end: () => void;
const opened: WebSocket[] = [];

beforeEach(async () => {
  clock = new ManualClock(START_MS);
  data = new LiveData({ clock, log: { error() {} }, freshSeconds: () => 5, spotFee: () => rate('0.001') });
  const markets = [sampleMarket('BTC', 'USDT'), sampleMarket('ETH', 'USDT')];
  data.setCatalogue({ coins: [], markets, tabs: [], tabOf: new Map() });
  server = createServer();
  end = attachStream(server, { data, clock });
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
});
afterEach(async () => {
  end();
  for (const socket of opened.splice(0)) socket.terminate();
  server.closeAllConnections();
  await new Promise((resolve) => { server.close(resolve); });
});

const tick = (symbol: string, price: number, atMs = clock.nowMs()) => data.takeTick({ symbol, sourceTimeMs: atMs, price, size: 2 });

interface Client {
  readonly socket: WebSocket;
  /** Every frame, unpacked when it came as gzip. */
  readonly frames: unknown[];
  readonly raw: Buffer[];
  say(message: unknown): void;
}
const urlOf = (path: string) => `ws://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

async function connect(path = '/stream'): Promise<Client> {
  const socket = new WebSocket(urlOf(path));
  opened.push(socket);
  const frames: unknown[] = [];
  const raw: Buffer[] = [];
  socket.on('message', (frame: Buffer, isBinary) => {
    frames.push(isBinary ? JSON.parse(gunzipSync(frame).toString()) : frame.toString());
    raw.push(frame);
  });
  await new Promise((resolve, reject) => { socket.once('open', resolve).once('error', reject); });
  return { socket, frames, raw, say: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)) };
}
const heard = (client: Client, count: number) => vi.waitFor(() => expect(client.frames).toHaveLength(count), { interval: 2 });

test('a subscription is answered at once with the current bar, then at every change', async () => {
  tick('btcusdt', 100);
  const client = await connect();
  client.say({ sub: 'btcusdt_1' });
  await heard(client, 1);
  const bar = { id: START_MS / 1000, open: 100, high: 100, low: 100, close: 100, vol: 200 };
  expect(client.frames[0]).toEqual({ symbol: 'btcusdt', resolution: '1', tick: bar, ts: START_MS });
  clock.advance(1_500);
  tick('btcusdt', 110);
  tick('ethusdt', 5);
  await heard(client, 2);
  expect(client.frames[1]).toEqual({ symbol: 'btcusdt', resolution: '1', tick: { ...bar, high: 110, close: 110, vol: 420 }, ts: START_MS + 1_500 });
});

test('every resolution can be followed, and 1D, 1W, 1M are read as D, W, M', async () => {
  tick('btcusdt', 100);
  const client = await connect();
  for (const resolution of [...Object.keys(RESOLUTIONS), '1D', '1W', '1M']) client.say({ sub: `btcusdt_${resolution}` });
  await heard(client, 12);
  expect(client.frames.map((frame) => (frame as { resolution: string }).resolution)).toEqual([...Object.keys(RESOLUTIONS), 'D', 'W', 'M']);
  tick('btcusdt', 101);
  await heard(client, 21);
});

test('a frame is compressed once and the same for all who follow', async () => {
  const clients = [await connect(), await connect(), await connect()];
  for (const client of clients) client.say({ sub: 'ethusdt_5' });
  await vi.waitFor(() => {
    tick('ethusdt', 7);
    expect(clients.every((client) => client.raw.length > 0)).toBe(true);
  });
  const lasts = clients.map((client) => client.raw.at(-1)?.toString('hex'));
  expect(new Set(lasts).size).toBe(1);
});

test('before the first tick there is no bar, and the first comes with it', async () => {
  const client = await connect();
  client.say({ sub: 'btcusdt_D' });
  client.say({ sub: 'nonsense' });
  await heard(client, 1);
  tick('btcusdt', 100);
  await heard(client, 2);
  expect(client.frames[1]).toMatchObject({ symbol: 'btcusdt', resolution: 'D' });
});

test('after unsub nothing more comes', async () => {
  tick('btcusdt', 100);
  const client = await connect();
  client.say({ sub: 'btcusdt_1' });
  client.say({ unsub: 'btcusdt_1' });
  client.say({ sub: 'btcusdt_5' });
  await heard(client, 2);
  tick('btcusdt', 101);
  await heard(client, 3);
  expect(client.frames.map((frame) => (frame as { resolution: string }).resolution)).toEqual(['1', '5', '5']);
});

test.each(['btcusdt_2', 'btcusdt', 'btcusdt_', '_1', 'zzz_1', 'BTCUSDT_1', 'btcusdt_1d', 'btcusdt_toString', ''])('an unknown key %j is answered with an error that names it', async (key) => {
  const client = await connect();
  client.say({ sub: key });
  client.say({ unsub: key });
  await heard(client, 2);
  expect(client.frames).toEqual([{ error: 'unknown_key', sub: key }, { error: 'unknown_key', sub: key }]);
});

test.each(['{', 'null', '5', '"sub"', '[]', '{}', '{"sub":1}', '{"sub":null}', 'ping', ''])('an unreadable message %j is answered with an error without a key', async (message) => {
  const client = await connect();
  client.socket.send(message);
  await heard(client, 1);
  expect(client.frames).toEqual([{ error: 'unreadable_message', sub: null }]);
});

test('a message over 4096 bytes ends the connection, others stay', async () => {
  const [bad, good] = [await connect(), await connect()];
  const closed = new Promise<number>((resolve) => { bad.socket.once('close', resolve); });
  bad.socket.send('x'.repeat(4_097));
  expect(await closed).toBe(1009);
  good.say({ sub: 'x' });
  await heard(good, 1);
});

test('a socket that owes two pings is closed at the third, one that answers stays', async () => {
  const [mute, polite] = [await connect(), await connect()];
  polite.socket.on('message', (frame: Buffer, isBinary) => { if (!isBinary && frame.toString() === 'ping') polite.socket.send('pong'); });
  const closed = new Promise<void>((resolve) => { mute.socket.once('close', () => resolve()); });
  for (let round = 1; round <= 2; round += 1) {
    clock.advance(15_000);
    await heard(mute, round);
    await heard(polite, round);
    // The pong has been read when the answer to what was sent after it is there.
    polite.say({ sub: `x${round}` });
    await heard(polite, round + 1);
    polite.frames.pop();
  }
  expect(mute.frames).toEqual(['ping', 'ping']);
  expect(mute.socket.readyState).toBe(WebSocket.OPEN);
  clock.advance(15_000);
  await closed;
  await heard(polite, 3);
  expect(polite.socket.readyState).toBe(WebSocket.OPEN);
});

test('a client that does not read is dropped, and holds up nobody', async () => {
  const [stuck, good] = [await connect(), await connect()];
  const closed = new Promise<void>((resolve) => { stuck.socket.once('close', () => resolve()); });
  for (const client of [stuck, good]) client.say({ sub: 'btcusdt_1' });
  stuck.socket.pause();
  tick('btcusdt', 100);
  await heard(good, 1);
  // Errors are the largest frames a client can ask for; enough of them fill every buffer on the way.
  const key = randomBytes(3_000).toString('base64');
  for (let sent = 0; sent < 6_000; sent += 1) {
    stuck.socket.send(JSON.stringify({ sub: key }));
    if (sent % 500 === 0) await new Promise(setImmediate);
  }
  const connections = () => new Promise<number>((resolve) => { server.getConnections((_, count) => resolve(count)); });
  await vi.waitFor(async () => expect(await connections()).toBe(1), { timeout: 10_000 });
  stuck.socket.resume();
  await closed;
  const before = good.frames.length;
  tick('btcusdt', 101);
  await heard(good, before + 1);
}, 30_000);

test('no more than 500 subscriptions are taken of one socket', async () => {
  const markets = Array.from({ length: 60 }, (_, index) => sampleMarket(`C${index}`, 'USDT'));
  data.setCatalogue({ coins: [], markets, tabs: [], tabOf: new Map() });
  const client = await connect();
  for (const { symbol } of markets) for (const resolution of Object.keys(RESOLUTIONS)) client.say({ sub: `${symbol}_${resolution}` });
  await heard(client, 40);
  expect(client.frames[0]).toEqual({ error: 'too_many_subscriptions', sub: 'c55usdt_240' });
});

test('another path is refused', async () => {
  await expect(connect('/other')).rejects.toThrow('404');
});

test('when the server ends, clients are told', async () => {
  const client = await connect();
  const code = new Promise<number>((resolve) => { client.socket.once('close', resolve); });
  end();
  expect(await code).toBe(1001);
});

import { gunzipSync } from 'node:zlib';
import { RESOLUTIONS } from '@plimsoll/contract';
import { price } from '@plimsoll/money';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { sampleMarket } from '../../testing/sample-market.ts';
import { openStreamServer, type StreamClient, type StreamServer } from '../../testing/stream-server.ts';

const START_MS = Date.UTC(2026, 10, 20, 9);
let server: StreamServer;

beforeEach(async () => {
  server = await openStreamServer({
    startMs: START_MS,
    markets: [sampleMarket('BTC', 'USDT'), sampleMarket('ETH', 'USDT')],
  });
});
afterEach(() => server.close());

const tick = (symbol: string, price: number) => server.tick(symbol, price);
const connect = () => server.connect('/stream');
const heard = (client: StreamClient, count: number) =>
  vi.waitFor(() => expect(client.received).toHaveLength(count), { interval: 2 });

test('a subscription is answered at once with the current bar, then at every change', async () => {
  tick('btcusdt', 100);
  const client = await connect();
  client.say({ sub: 'btcusdt_1' });
  await heard(client, 1);
  const bar = { id: START_MS / 1000, open: 100, high: 100, low: 100, close: 100, vol: 200 };
  expect(client.received[0]).toEqual({ symbol: 'btcusdt', resolution: '1', tick: bar, ts: START_MS });
  server.clock.advance(1_500);
  tick('btcusdt', 110);
  tick('ethusdt', 5);
  await heard(client, 2);
  expect(client.received[1]).toEqual({
    symbol: 'btcusdt',
    resolution: '1',
    tick: { ...bar, high: 110, close: 110, vol: 420 },
    ts: START_MS + 1_500,
  });
});

test('every resolution can be followed, and 1D, 1W, 1M are read as D, W, M', async () => {
  tick('btcusdt', 100);
  const client = await connect();
  for (const resolution of [...Object.keys(RESOLUTIONS), '1D', '1W', '1M'])
    client.say({ sub: `btcusdt_${resolution}` });
  await heard(client, 12);
  expect(client.received.map((frame) => (frame as { resolution: string }).resolution)).toEqual([
    ...Object.keys(RESOLUTIONS),
    'D',
    'W',
    'M',
  ]);
  tick('btcusdt', 101);
  await heard(client, 21);
});

test('a mark is told as an exact decimal with the number of its sources and its age, at once and at each; one that is held back is not', async () => {
  const mark = (seq: number, mid: string, held = false) => {
    const sources = ['sim-1', 'sim-2'].map((name) => ({
      name,
      bid: price(mid),
      ask: price(mid),
      timeMs: server.clock.nowMs(),
    }));
    server.data.takeMark({
      marketId: server.data.bySymbol('btcusdt')?.id ?? '',
      seq,
      timeMs: server.clock.nowMs(),
      price: price(mid),
      sources,
      held,
    });
  };
  const client = await connect();
  client.say({ sub: 'btcusdt_mark' });
  client.say({ sub: 'nonsense_mark' });
  await heard(client, 1);
  expect(client.received[0]).toEqual({ error: 'unknown_key', sub: 'nonsense_mark' });
  mark(1, '100.00000001');
  await heard(client, 2);
  mark(2, '190', true);
  tick('btcusdt', 150);
  mark(3, '100.5');
  await heard(client, 3);
  expect(client.received.slice(1)).toEqual([
    { symbol: 'btcusdt', mark: { seq: 1, price: '100.00000001', sources: 2 }, ts: START_MS, age: 0 },
    { symbol: 'btcusdt', mark: { seq: 3, price: '100.50000000', sources: 2 }, ts: START_MS, age: 0 },
  ]);
  const second = await connect();
  second.say({ sub: 'btcusdt_mark' });
  await heard(second, 1);
  expect(second.received[0]).toMatchObject({ mark: { seq: 3 } });
  // Who comes while all are silent hears the last there was, and how old it is.
  server.clock.advance(6_000);
  const third = await connect();
  third.say({ sub: 'btcusdt_mark' });
  await heard(third, 1);
  expect(third.received[0]).toMatchObject({ mark: { seq: 3 }, ts: START_MS, age: 6_000 });
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
  expect(client.received[1]).toMatchObject({ symbol: 'btcusdt', resolution: 'D' });
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
  expect(client.received.map((frame) => (frame as { resolution: string }).resolution)).toEqual(['1', '5', '5']);
});

test.each(['btcusdt_2', 'btcusdt', 'btcusdt_', '_1', 'zzz_1', 'BTCUSDT_1', 'btcusdt_1d', 'btcusdt_toString', ''])(
  'an unknown key %j is answered with an error that names it',
  async (key) => {
    const client = await connect();
    client.say({ sub: key });
    client.say({ unsub: key });
    await heard(client, 2);
    expect(client.received).toEqual([
      { error: 'unknown_key', sub: key },
      { error: 'unknown_key', sub: key },
    ]);
  },
);

test.each(['{', 'null', '5', '"sub"', '[]', '{}', '{"sub":1}', '{"sub":null}', 'ping', ''])(
  'an unreadable message %j is answered with an error without a key',
  async (message) => {
    const client = await connect();
    client.socket.send(message);
    await heard(client, 1);
    expect(client.received).toEqual([{ error: 'unreadable_message', sub: null }]);
  },
);

test('a socket that owes two pings is closed at the third, one that answers stays', async () => {
  const [mute, polite] = [await connect(), await connect()];
  polite.socket.on('message', (frame: Buffer, isBinary) => {
    if (isBinary && gunzipSync(frame).toString() === 'ping') polite.socket.send('pong');
  });
  const closed = new Promise<void>((resolve) => {
    mute.socket.once('close', () => resolve());
  });
  for (let round = 1; round <= 2; round += 1) {
    server.clock.advance(15_000);
    await heard(mute, round);
    await heard(polite, round);
    // The pong has been read when the answer to what was sent after it is there.
    polite.say({ sub: `x${round}` });
    await heard(polite, round + 1);
    polite.received.pop();
  }
  expect(mute.received).toEqual(['ping', 'ping']);
  expect(mute.socket.readyState).toBe(WebSocket.OPEN);
  server.clock.advance(15_000);
  await closed;
  await heard(polite, 3);
  expect(polite.socket.readyState).toBe(WebSocket.OPEN);
});

test('no more than 500 subscriptions are taken of one socket', async () => {
  const markets = Array.from({ length: 60 }, (_, index) => sampleMarket(`C${index}`, 'USDT'));
  server.data.setCatalogue({ coins: [], markets, tabs: [], tabOf: new Map() });
  const client = await connect();
  for (const { symbol } of markets)
    for (const resolution of Object.keys(RESOLUTIONS)) client.say({ sub: `${symbol}_${resolution}` });
  await heard(client, 40);
  expect(client.received[0]).toEqual({ error: 'too_many_subscriptions', sub: 'c55usdt_240' });
});

test('when the server ends, clients are told', async () => {
  const client = await connect();
  const code = new Promise<number>((resolve) => {
    client.socket.once('close', resolve);
  });
  server.end();
  expect(await code).toBe(1001);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { sampleMarket } from '../../../testing/sample-market.ts';
import { openStreamServer, type StreamClient, type StreamServer } from '../../../testing/stream-server.ts';

const START_MS = Date.UTC(2026, 10, 20, 9);
let server: StreamServer;

beforeEach(async () => {
  server = await openStreamServer({
    startMs: START_MS,
    markets: [sampleMarket('BTC', 'USDT'), sampleMarket('ETH', 'USDT')],
  });
});
afterEach(() => server.close());

const received = (client: StreamClient, count: number) =>
  vi.waitFor(() => expect(client.received).toHaveLength(count), { interval: 2 });
const refusal = (words: string, id?: string | number) => ({
  ...(id === undefined ? {} : { id }),
  status: 'error',
  'err-code': 'bad-request',
  'err-msg': words,
  ts: START_MS,
});
const bar = { id: START_MS / 1000, open: 100, close: 100, low: 100, high: 100, amount: 2, vol: 200, count: 1 };

test.each(['/huobiapi/ws', '/huobiapi/feed'])(
  'on %s a subscription is acknowledged with its id, then gets the current state and every change',
  async (path) => {
    server.tick('btcusdt', 100);
    const client = await server.connect(path);
    client.say({ sub: 'market.btcusdt.kline.1min', id: 'a1' });
    await received(client, 2);
    expect(client.received).toEqual([
      { id: 'a1', status: 'ok', subbed: 'market.btcusdt.kline.1min', ts: START_MS },
      { ch: 'market.btcusdt.kline.1min', ts: START_MS, tick: bar },
    ]);
    server.clock.advance(1_500);
    server.tick('btcusdt', 110);
    server.tick('ethusdt', 5);
    await received(client, 3);
    expect(client.received[2]).toEqual({
      ch: 'market.btcusdt.kline.1min',
      ts: START_MS + 1_500,
      tick: { ...bar, close: 110, high: 110, amount: 4, vol: 420, count: 2 },
    });
  },
);

const DAY = {
  id: expect.any(Number) as number,
  open: 100,
  close: 101,
  low: 100,
  high: 101,
  amount: 4,
  vol: 402,
  count: 2,
};
const BOOK = {
  bids: [
    [100, 1],
    [99.5, 2],
  ],
  asks: [[102, 0.5]],
};
const BEST = { bid: 100, bidSize: 1, ask: 102, askSize: 0.5 };
test.each([
  ['kline.1day', { ...DAY, id: Date.UTC(2026, 10, 19, 16) / 1000 }],
  ['detail', { ...DAY, version: expect.any(Number) as number }],
  ['ticker', { ...DAY, id: undefined, ...BEST, lastPrice: 101, lastSize: 2 }],
  ['bbo', { seqId: expect.any(Number) as number, ...BEST, quoteTime: START_MS, symbol: 'btcusdt' }],
  ['depth.step0', { ...BOOK, ts: START_MS, version: expect.any(Number) as number }],
  [
    'depth.step3',
    {
      bids: [
        [100, 1],
        [90, 2],
      ],
      asks: [[110, 0.5]],
      ts: START_MS,
      version: expect.any(Number) as number,
    },
  ],
  ['mbp.refresh.5', { seqNum: expect.any(Number) as number, ...BOOK }],
])('the topic %s gives the current state', async (topic, tick) => {
  server.tick('btcusdt', 100);
  server.tick('btcusdt', 101);
  server.book(
    'btcusdt',
    [
      [100, 1],
      [99.5, 2],
    ],
    [[102, 0.5]],
  );
  const client = await server.connect('/huobiapi/ws');
  client.say({ sub: `market.btcusdt.${topic}` });
  await received(client, 2);
  expect(client.received[1]).toEqual({ ch: `market.btcusdt.${topic}`, ts: START_MS, tick });
});

test('each trade is pushed separately, from the subscription on', async () => {
  server.tick('btcusdt', 100);
  const client = await server.connect('/huobiapi/ws');
  client.say({ sub: 'market.btcusdt.trade.detail', id: 7 });
  await received(client, 1);
  server.tick('btcusdt', 101, 0.25);
  server.tick('btcusdt', 99);
  await received(client, 3);
  const trade = (price: number, amount: number, direction: string) =>
    expect.objectContaining({
      ts: START_MS,
      price,
      amount,
      direction,
      tradeId: expect.any(Number) as number,
    }) as object;
  expect(client.received.slice(1)).toEqual([
    {
      ch: 'market.btcusdt.trade.detail',
      ts: START_MS,
      tick: { id: expect.any(Number) as number, ts: START_MS, data: [trade(101, 0.25, 'buy')] },
    },
    {
      ch: 'market.btcusdt.trade.detail',
      ts: START_MS,
      tick: { id: expect.any(Number) as number, ts: START_MS, data: [trade(99, 2, 'sell')] },
    },
  ]);
});

test('a frame is compressed once for all followers', async () => {
  const clients = [
    await server.connect('/huobiapi/ws'),
    await server.connect('/huobiapi/feed'),
    await server.connect('/huobiapi/ws'),
  ];
  for (const client of clients) client.say({ sub: 'market.btcusdt.detail' });
  for (const client of clients) await received(client, 2);
  server.tick('btcusdt', 100);
  for (const client of clients) await received(client, 3);
  expect(new Set(clients.map((client) => client.raw[2]?.toString('hex'))).size).toBe(1);
});

interface Link {
  seqNum: number;
  prevSeqNum: number;
  bids: [number, number][];
  asks: [number, number][];
}
type Side = Map<number, number>;
/** Applies changes of a book as clients do. */
function apply(side: Side, changes: readonly [number, number][]): Side {
  for (const [price, size] of changes) {
    if (size === 0) side.delete(price);
    else side.set(price, size);
  }
  return side;
}

test.each([5, 20, 150, 400])(
  'the changes of a book, mbp.%i, are a chain: a snapshot and all links after it are the newest book',
  async (levels) => {
    const topic = `market.btcusdt.mbp.${levels}`;
    server.tick('btcusdt', 100);
    const client = await server.connect('/huobiapi/feed');
    client.say({ sub: topic, id: '1' });
    client.say({ req: topic, id: '2' });
    await received(client, 3);
    expect(client.received[1]).toMatchObject({ ch: topic, tick: { seqNum: 0, prevSeqNum: 0, bids: [], asks: [] } });
    expect(client.received[2]).toMatchObject({
      id: '2',
      status: 'ok',
      rep: topic,
      data: { seqNum: 0, bids: [], asks: [] },
    });

    const sizes = (turn: number, side: number) =>
      Array.from({ length: 20 }, (_, level): [number, number] => {
        const price = 100 + side * (level + 1 + (turn % 3));
        return [price, 1 + ((turn * (level + 3)) % 4)];
      });
    for (let turn = 0; turn < 30; turn += 1) {
      server.clock.advance(100);
      server.tick('btcusdt', 100);
      server.book('btcusdt', sizes(turn, -1), sizes(turn, 1));
      if (turn === 14) client.say({ req: topic, id: '3' });
      await received(client, 4 + turn + (turn >= 14 ? 1 : 0));
    }
    const links = client.received.flatMap((message) =>
      (message as { tick?: Link }).tick ? [(message as { tick: Link }).tick] : [],
    );
    expect(links.map(({ prevSeqNum }) => prevSeqNum).slice(1)).toEqual(links.map(({ seqNum }) => seqNum).slice(0, -1));
    const snapshot = client.received.find((message) => (message as { id?: string }).id === '3') as { data: Link };
    for (const [from, since] of [
      [{ bids: [], asks: [] }, 0],
      [snapshot.data, snapshot.data.seqNum],
    ] as const) {
      const bids = apply(new Map(), from.bids);
      const asks = apply(new Map(), from.asks);
      for (const link of links)
        if (link.prevSeqNum >= since) [bids, asks].forEach((side, at) => apply(side, at === 0 ? link.bids : link.asks));
      expect([...bids].toSorted(([a], [b]) => b - a)).toEqual(sizes(29, -1).slice(0, levels));
      expect([...asks].toSorted(([a], [b]) => a - b)).toEqual(sizes(29, 1).slice(0, levels));
    }
  },
);

test('a new follower gets the position of the chain before its next change', async () => {
  server.tick('btcusdt', 100);
  server.book('btcusdt', [[99, 1]], [[101, 1]]);
  const client = await server.connect('/huobiapi/feed');
  client.say({ sub: 'market.btcusdt.mbp.150' });
  await received(client, 2);
  server.book('btcusdt', [[99, 2]], [[101, 1]]);
  await received(client, 3);
  const [standing, next] = client.received.slice(1).map((message) => (message as { tick: Link }).tick);
  expect(standing).toEqual({ seqNum: standing?.seqNum, prevSeqNum: standing?.seqNum, bids: [], asks: [] });
  expect(next).toEqual({
    seqNum: expect.any(Number) as number,
    prevSeqNum: standing?.seqNum,
    bids: [[99, 2]],
    asks: [],
  });
});

test('of changes of a book one position is compressed for everybody who subscribes, again too, until the next change', async () => {
  server.tick('btcusdt', 100);
  server.book('btcusdt', [[99, 1]], [[101, 1]]);
  const [first, second] = [await server.connect('/huobiapi/feed'), await server.connect('/huobiapi/ws')];
  for (const client of [first, second]) {
    client.say({ sub: 'market.btcusdt.mbp.400' });
    await received(client, 2);
    server.clock.advance(100);
    client.say({ sub: 'market.btcusdt.mbp.400' });
    await received(client, 4);
  }
  const greeted = [first, second].flatMap(({ raw }) => [raw[1], raw[3]]).map((frame) => frame?.toString('hex'));
  expect(new Set(greeted).size).toBe(1);
  server.book('btcusdt', [[99, 2]], [[101, 1]]);
  await received(first, 5);
  first.say({ sub: 'market.btcusdt.mbp.400' });
  await received(first, 7);
  const [change, , standing] = first.received.slice(4) as { tick: Link }[];
  expect(standing?.tick).toEqual({ seqNum: change?.tick.seqNum, prevSeqNum: change?.tick.seqNum, bids: [], asks: [] });
});

test('bars are answered oldest first, those of a stretch of time or the newest three hundred', async () => {
  for (let minute = 310; minute >= 0; minute -= 1)
    server.data.takeTick({
      symbol: 'btcusdt',
      sourceTimeMs: START_MS - minute * 60_000,
      price: 1_000 - minute,
      size: 1,
    });
  const client = await server.connect('/huobiapi/ws');
  const nowS = START_MS / 1000;
  client.say({ req: 'market.btcusdt.kline.1min', id: 'all' });
  client.say({ req: 'market.btcusdt.kline.1min', id: 'some', from: nowS - 300, to: nowS - 120 });
  await received(client, 2);
  const [all, some] = client.received as {
    rep: string;
    status: string;
    id: string;
    data: { id: number; close: number }[];
  }[];
  expect(all).toMatchObject({ rep: 'market.btcusdt.kline.1min', status: 'ok', id: 'all' });
  expect(all?.data).toHaveLength(300);
  expect([all?.data[0]?.id, all?.data.at(-1)?.close]).toEqual([nowS - 299 * 60, 1_000]);
  expect(some?.data.map(({ close }) => close)).toEqual([995, 996, 997, 998]);
});

test('books, trades and the last 24 hours are answered too', async () => {
  server.tick('btcusdt', 100);
  server.tick('btcusdt', 101);
  server.book('btcusdt', [[100, 1]], [[102, 1]]);
  const client = await server.connect('/huobiapi/ws');
  for (const topic of ['depth.step0', 'trade.detail', 'detail']) client.say({ req: `market.btcusdt.${topic}` });
  await received(client, 3);
  expect(client.received).toMatchObject([
    { status: 'ok', rep: 'market.btcusdt.depth.step0', data: { bids: [[100, 1]], asks: [[102, 1]] } },
    { rep: 'market.btcusdt.trade.detail', data: [{ price: 101 }, { price: 100 }] },
    { rep: 'market.btcusdt.detail', data: { close: 101 } },
  ]);
});

test('after unsub nothing is pushed; a topic not followed cannot be left', async () => {
  server.tick('btcusdt', 100);
  const client = await server.connect('/huobiapi/ws');
  client.say({ unsub: 'market.btcusdt.detail', id: 1 });
  client.say({ sub: 'market.btcusdt.detail', id: 2 });
  client.say({ unsub: 'market.btcusdt.detail', id: 3 });
  client.say({ sub: 'market.btcusdt.bbo', id: 4 });
  await received(client, 6);
  server.tick('btcusdt', 101);
  server.book('btcusdt', [[100, 1]], [[102, 1]]);
  await received(client, 7);
  expect(client.received).toEqual([
    refusal('unsub with not subbed topic market.btcusdt.detail', 1),
    { id: 2, status: 'ok', subbed: 'market.btcusdt.detail', ts: START_MS },
    expect.objectContaining({ ch: 'market.btcusdt.detail' }),
    { id: 3, status: 'ok', unsubbed: 'market.btcusdt.detail', ts: START_MS },
    { id: 4, status: 'ok', subbed: 'market.btcusdt.bbo', ts: START_MS },
    expect.objectContaining({ ch: 'market.btcusdt.bbo' }),
    expect.objectContaining({ ch: 'market.btcusdt.bbo' }),
  ]);
});

test.each([
  'market.btcusdt.kline.2min',
  'market.btcusdt.kline',
  'market.btcusdt.depth.step6',
  'market.btcusdt.mbp.10',
  'market.btcusdt.mbp.150.5',
  'market.btcusdt.mbp.refresh.150',
  'market.btcusdt.trade',
  'market.btcusdt.detail.merged',
  'market.btcusdt',
  'market.BTCUSDT.bbo',
  'market..bbo',
  'accounts',
  '',
  'market.btcusdt.kline.toString',
  ' market.btcusdt.bbo',
])('a topic that HTX does not have is refused by name: %j', async (topic) => {
  const client = await server.connect('/huobiapi/ws');
  client.say({ sub: topic, id: 'x' });
  client.say({ req: topic });
  await received(client, 2);
  expect(client.received).toEqual([refusal(`invalid topic ${topic}`, 'x'), refusal(`invalid topic ${topic}`)]);
});

test('an unknown or a disabled market is refused; its followed topics can still be left', async () => {
  const client = await server.connect('/huobiapi/ws');
  client.say({ sub: 'market.nousdt.bbo', id: 1 });
  client.say({ sub: 'market.ethusdt.kline.1min', id: 2 });
  await received(client, 2);
  server.data.setCatalogue({ coins: [], markets: [sampleMarket('BTC', 'USDT')], tabs: [], tabOf: new Map() });
  client.say({ sub: 'market.ethusdt.bbo', id: 3 });
  client.say({ unsub: 'market.ethusdt.kline.1min', id: 4 });
  await received(client, 4);
  expect(client.received).toEqual([
    refusal('invalid symbol nousdt', 1),
    expect.objectContaining({ id: 2, status: 'ok' }),
    refusal('invalid symbol ethusdt', 3),
    expect.objectContaining({ id: 4, status: 'ok' }),
  ]);
});

test.each([
  '{',
  'null',
  '5',
  '"sub"',
  '[]',
  '{}',
  '{"sub":1}',
  '{"sub":null}',
  '{"unsub":{}}',
  '{"req":[]}',
  '{"ping":"x"}',
  'ping',
  '',
])('an unreadable message %j is refused', async (message) => {
  const client = await server.connect('/huobiapi/ws');
  client.socket.send(message);
  client.socket.send(Buffer.from('{"sub":"market.btcusdt.bbo"}'), { binary: true });
  await received(client, 2);
  expect(client.received).toEqual([refusal('invalid message'), refusal('invalid message')]);
});

test.each([{ from: 2, to: 1 }, { from: -1 }, { to: 'x' }, { from: 1.5 }, { from: null }])(
  'a stretch of time that is none is refused: %j',
  async (stretch) => {
    const client = await server.connect('/huobiapi/ws');
    client.say({ req: 'market.btcusdt.kline.1min', id: 1, ...stretch });
    await received(client, 1);
    expect(client.received).toEqual([refusal('invalid from or to', 1)]);
  },
);

test('fifty requests a second are answered, further ones refused until later', async () => {
  const client = await server.connect('/huobiapi/ws');
  for (let asked = 1; asked <= 60; asked += 1) client.say({ req: 'market.btcusdt.detail', id: asked });
  await received(client, 60);
  expect(client.received.filter((message) => (message as { status: string }).status === 'ok')).toHaveLength(50);
  expect(client.received[50]).toEqual(refusal('too many requests, at most 50 a second', 51));
  server.clock.advance(1_000);
  client.say({ req: 'market.btcusdt.detail', id: 61 });
  await received(client, 61);
  expect(client.received[60]).toMatchObject({ id: 61, status: 'ok' });
});

test('a socket has at most 500 subscriptions', async () => {
  const markets = Array.from({ length: 60 }, (_, index) => sampleMarket(`C${index}`, 'USDT'));
  server.data.setCatalogue({ coins: [], markets, tabs: [], tabOf: new Map() });
  const client = await server.connect('/huobiapi/ws');
  for (const { symbol } of markets)
    for (const period of ['1min', '5min', '15min', '30min', '60min', '4hour', '1day', '1week', '1mon'])
      client.say({ sub: `market.${symbol}.kline.${period}` });
  await received(client, 540);
  expect(client.received.filter((message) => (message as { status: string }).status === 'ok')).toHaveLength(500);
  expect(client.received.at(-1)).toEqual(refusal('too many subscriptions, at most 500'));
});

test('a socket with two unanswered pings is closed at the third, one that answers stays', async () => {
  const [mute, polite] = [await server.connect('/huobiapi/ws'), await server.connect('/huobiapi/feed')];
  const closed = new Promise<void>((resolve) => {
    mute.socket.once('close', () => resolve());
  });
  for (let round = 1; round <= 2; round += 1) {
    server.clock.advance(5_000);
    await received(mute, round);
    await received(polite, 2 * round - 1);
    polite.say({ pong: (polite.received.at(-1) as { ping: number }).ping });
    // Once this is answered, the pong has been read.
    polite.say({ ping: round });
    await received(polite, 2 * round);
  }
  expect(mute.received).toEqual([{ ping: START_MS + 5_000 }, { ping: START_MS + 10_000 }]);
  expect(polite.received.at(-1)).toEqual({ pong: 2 });
  expect(mute.socket.readyState).toBe(WebSocket.OPEN);
  server.clock.advance(5_000);
  await closed;
  await received(polite, 5);
  expect(polite.socket.readyState).toBe(WebSocket.OPEN);
});

import type { Answer } from '@plimsoll/contract';
import { format, price, rate } from '@plimsoll/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../platform/clock.ts';
import { sql } from '../platform/db.ts';
import { testHttp, type TestHttp } from '../testing/http.ts';
import { testDatabase, type TestDatabase } from '../testing/index.ts';
import { createMarket, seedCoins, seedMarkets, type MarketRoom } from './index.ts';

const START_MS = Date.UTC(2026, 10, 20, 13, 7, 21);
let database: TestDatabase;
let clock: ManualClock;
let room: MarketRoom;
let http: TestHttp;

const enableOnly = sql<never>('test.enableOnly', 'update market set enabled = symbol = any($1)');

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  await seedCoins(db);
  await seedMarkets(db);
  await db.run(enableOnly, [['btcusdt', 'dogeusdt', 'ltcusdt', 'ethbtc']]);
  clock = new ManualClock(START_MS);
  const log = {
    info() {},
    error(details: object, message: string) {
      throw new Error(message, { cause: details });
    },
  };
  room = createMarket({
    db,
    clock,
    config: { kind: 'simulated', rate: 2, seed: 'tide' },
    log,
    freshSeconds: () => 5,
    spotFee: () => rate('0.001'),
  });
  await room.start();
  clock.advance(2_000);
  http = testHttp({ db, clock, routes: room.routes, rawRoutes: room.rawRoutes });
});
afterAll(async () => {
  await http.app.close();
  await room.stop();
  await database.drop();
});

interface Item {
  id: number;
  symbol: string;
  close: string;
  mark: string | null;
  change: string;
  hamount: string;
}
const listOf = async (name: string, fields: Record<string, unknown> = {}) =>
  ((await http.call(name, fields)).data as { list: Item[] }).list;
const get = (path: string) => http.app.inject({ method: 'GET', url: path });

test('the market list shows every enabled market in order, with its price, its change and its volume', async () => {
  const list = await listOf('getMarketList');
  expect(list.map((item) => item.symbol)).toEqual(['btcusdt', 'dogeusdt', 'ltcusdt', 'ethbtc']);
  const [btc] = list;
  expect(btc).toMatchObject({
    title: 'BTC/USDT',
    coinname: 'BTC',
    trade_coin: 'USDT',
    base_decimals: 8,
    quote_decimals: 8,
    decimals: 8,
    trade_decimals: 8,
    logo: '/coins/btc.svg',
    min: '0.00010000',
    step: '0.00001000',
    price_step: '0.01000000',
    spot_fee: '0.00100000',
  });
  const day = room.data.day(String(btc?.id));
  const change = ((Number(btc?.close) * 1e8) / Number(day?.open) - 1) * 100;
  expect(Math.abs(Number(btc?.change) - change)).toBeLessThan(0.0051);
  expect(btc?.change).toMatch(/^[+-]\d+\.\d\d$/);
  expect(Number(btc?.hamount)).toBeGreaterThan(100);
});

test('the market list shows each market’s mark', async () => {
  const marks = async () => Object.fromEntries((await listOf('getMarketList')).map(({ id, mark }) => [id, mark]));
  const now = Object.fromEntries(room.data.list().map(({ id }) => [id, room.data.mark(id)]));
  expect(Object.values(now)).not.toContain(undefined);
  expect(await marks()).toEqual(
    Object.fromEntries(Object.entries(now).map(([id, mark]) => [id, mark && format(mark.price)])),
  );
});

test('the list changes with the market, at most four times a second', async () => {
  const first = await http.call('getMarketList');
  clock.advance(100);
  expect((await http.call('getMarketList')).data).toEqual(first.data);
  clock.advance(1_000);
  expect((await http.call('getMarketList')).data).not.toEqual(first.data);
});

test('a tab has the markets quoted in its coin, a child tab those listed under it', async () => {
  const tabs = (
    (await http.call('getAllCurrencyList')).data as {
      list: { id: number; currency_name: string; child: { id: number; currency_name: string }[] }[];
    }
  ).list;
  expect(tabs.map((tab) => [tab.currency_name, tab.child.map((child) => child.currency_name)])).toEqual([
    ['USDT', ['Layer 1', 'Payments', 'DeFi', 'Meme']],
    ['BTC', ['Layer 1', 'Payments']],
  ]);
  const [usdt, btc] = tabs;
  const symbols = async (fields: Record<string, unknown>) =>
    (await listOf('getAllMarketList', fields)).map((item) => item.symbol);
  const child = (name: string) => usdt?.child.find((each) => each.currency_name === name)?.id;
  expect(await symbols({ fid: usdt?.id })).toEqual(['btcusdt', 'dogeusdt', 'ltcusdt']);
  expect(await symbols({ fid: usdt?.id, eid: 0 })).toEqual(['btcusdt', 'dogeusdt', 'ltcusdt']);
  expect(await symbols({ fid: usdt?.id, eid: child('Meme') })).toEqual(['dogeusdt']);
  expect(await symbols({ fid: btc?.id })).toEqual(['ethbtc']);
  expect(await symbols({ fid: btc?.id, eid: child('Meme') })).toEqual([]);
  for (const all of [{ fid: 0, eid: 0 }, { fid: '0' }, { fid: '' }])
    expect(await symbols(all)).toEqual((await listOf('getMarketList')).map((item) => item.symbol));
  expect(await symbols({ fid: 0, eid: child('Meme') })).toEqual(['dogeusdt']);
  expect(await symbols({ fid: 999 })).toEqual([]);
  expect(await symbols({ fid: child('Meme') })).toEqual([]);
  expect((await http.call('getAllMarketList', { fid: 'x' })).reason).toBe('bad_id');
  expect((await http.call('getAllMarketList', { fid: usdt?.id, eid: '01' })).reason).toBe('bad_id');
});

test('the order book has both sides, best first; an unknown symbol is 204', async () => {
  const { data } = await http.call('getHuoBiTradeFromRedis', { symbol: 'btcusdt' });
  const { sell, buy } = data as { sell: { price: string }[]; buy: { price: string }[] };
  expect([sell.length, buy.length]).toEqual([20, 20]);
  const ladder = [...buy.map((level) => Number(level.price)).toReversed(), ...sell.map((level) => Number(level.price))];
  expect(ladder).toEqual(ladder.toSorted((a, b) => a - b));
  expect(await http.call('getHuoBiTradeFromRedis', { symbol: 'nousdt' })).toMatchObject({
    code: 204,
    reason: 'not_found',
  });
  expect(await http.call('getHuoBiTradeFromRedis', { symbol: 'ethusdt' })).toMatchObject({
    code: 204,
    reason: 'not_found',
  });
});

test("klines are newest first in HTX's shape, 150 unless a size is given", async () => {
  const answer = await get('/huobiapi/market/history/kline?symbol=btcusdt&period=5min&size=3');
  expect(answer.statusCode).toBe(200);
  const body = answer.json<{ status: string; ch: string; ts: number; data: { id: number }[] }>();
  expect(body).toMatchObject({ status: 'ok', ch: 'market.btcusdt.kline.5min' });
  const current = Math.floor(clock.nowMs() / 300_000) * 300;
  expect(body.data.map((bar) => bar.id)).toEqual([current, current - 300, current - 600]);
  expect(Object.keys(body.data[0] ?? {}).toSorted()).toEqual([
    'amount',
    'close',
    'count',
    'high',
    'id',
    'low',
    'open',
    'vol',
  ]);
  expect(
    (await get('/huobiapi/market/history/kline?symbol=btcusdt&period=1day')).json<{ data: unknown[] }>().data,
  ).toHaveLength(150);
});

test.each([
  ['symbol=no&period=1min', 'invalid symbol'],
  ['period=1min', 'invalid symbol'],
  ['symbol=ethusdt&period=1min', 'invalid symbol'],
  ['symbol=btcusdt&period=2min', 'invalid period'],
  ['symbol=btcusdt', 'invalid period'],
  ['symbol=btcusdt&period=1min&size=0', 'invalid size, valid range: [1,2000]'],
  ['symbol=btcusdt&period=1min&size=2001', 'invalid size, valid range: [1,2000]'],
  ['symbol=btcusdt&period=1min&size=1e3', 'invalid size, valid range: [1,2000]'],
  ['symbol=btcusdt&period=1min&size=-1', 'invalid size, valid range: [1,2000]'],
  ['symbol=btcusdt&period=1min&size=', 'invalid size, valid range: [1,2000]'],
  ['symbol=btcusdt&symbol=btcusdt&period=1min', 'repeated parameter'],
])("a kline asked with %s is refused in HTX's own shape", async (query, words) => {
  const answer = await get(`/huobiapi/market/history/kline?${query}`);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    status: 'error',
    'err-code': 'invalid-parameter',
    'err-msg': words,
    ts: clock.nowMs(),
  });
});

test('the detail gives the last 24 hours, and agrees with the list', async () => {
  const { status, ch, tick } = (await get('/huobiapi/market/detail?symbol=btcusdt')).json<{
    status: string;
    ch: string;
    tick: Record<string, number>;
  }>();
  expect([status, ch]).toEqual(['ok', 'market.btcusdt.detail']);
  expect(Object.keys(tick).toSorted()).toEqual(['amount', 'close', 'count', 'high', 'id', 'low', 'open', 'vol']);
  const day = room.data.day(room.data.bySymbol('btcusdt')?.id ?? '');
  expect([tick['open'], tick['high'], tick['low']]).toEqual(
    [day?.open, day?.high, day?.low].map((price) => Number(price) / 1e8),
  );
  expect((await get('/huobiapi/market/detail?symbol=no')).json()).toMatchObject({
    status: 'error',
    'err-msg': 'invalid symbol',
  });
});

test('public GET answers carry an ETag, answer 304 to it, and are compressed', async () => {
  const url = '/huobiapi/market/history/kline?symbol=dogeusdt&period=60min&size=200';
  const plain = await get(url);
  const br = await http.app.inject({ method: 'GET', url, headers: { 'accept-encoding': 'br' } });
  expect(br.headers['content-encoding']).toBe('br');
  expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  const again = await http.app.inject({ method: 'GET', url, headers: { 'if-none-match': String(plain.headers.etag) } });
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
});

test('the bars of a chart add up: an hour is its sixty minutes', async () => {
  const bars = async (period: string, size: number) =>
    (await get(`/huobiapi/market/history/kline?symbol=btcusdt&period=${period}&size=${size}`)).json<{
      data: { id: number; open: number; close: number; high: number; low: number; amount: number; count: number }[];
    }>().data;
  const [, hour] = await bars('60min', 2);
  const minutes = (await bars('1min', 200))
    .filter((bar) => bar.id >= (hour?.id ?? 0) && bar.id < (hour?.id ?? 0) + 3600)
    .toReversed();
  expect(minutes).toHaveLength(60);
  expect([hour?.open, hour?.close, hour?.high, hour?.low, hour?.count]).toEqual([
    minutes[0]?.open,
    minutes.at(-1)?.close,
    Math.max(...minutes.map((bar) => bar.high)),
    Math.min(...minutes.map((bar) => bar.low)),
    minutes.reduce((total, bar) => total + bar.count, 0),
  ]);
  expect(hour?.amount).toBeCloseTo(
    minutes.reduce((total, bar) => total + bar.amount, 0),
    6,
  );
});

test('a sparkline has the closes of half hours, the last one of now, and the price that the day is measured by', async () => {
  const { data } = await http.call('getSparklines');
  const { time, list } = data as Answer<'getSparklines'>;
  expect(list.map(({ symbol }) => symbol)).toEqual(['btcusdt', 'dogeusdt', 'ltcusdt', 'ethbtc']);
  expect(Math.abs(Date.parse(time) - clock.nowMs())).toBeLessThanOrEqual(60_000);
  for (const { symbol, open, closes } of list) {
    const bars = (get: string) => room.data.candles(room.data.bySymbol(get)?.id ?? '', '30min', 48);
    expect(closes).toHaveLength(bars(symbol).length);
    expect(closes.length).toBeGreaterThan(1);
    expect(Number(open)).toBe(Number(format(room.data.day(room.data.bySymbol(symbol)?.id ?? '')?.open ?? price('0'))));
  }
});

test('sparklines are made once a minute', async () => {
  const timeOf = async () => ((await http.call('getSparklines')).data as Answer<'getSparklines'>).time;
  const first = await timeOf();
  clock.advance(2_000);
  expect(await timeOf()).toBe(first);
  clock.advance(60_000);
  expect(Date.parse(await timeOf())).toBe(clock.nowMs());
});

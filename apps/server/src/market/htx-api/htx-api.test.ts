import { rate } from '@plimsoll/money';
import { beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../../platform/clock.ts';
import { HotContent } from '../../platform/http/hot.ts';
import { sampleMarket } from '../../testing/sample-market.ts';
import { LiveData } from '../live-data.ts';
import { AnswerCache } from '../answer-cache.ts';
import { RecentTrades } from '../recent-trades.ts';
import { htxRoutes } from './routes.ts';

const START_MS = Date.UTC(2026, 10, 20, 9);
const btc = sampleMarket('BTC', 'USDT', { priceStep: '0.01', step: '0.00001' });
const doge = sampleMarket('DOGE', 'USDT', { priceStep: '0.00001', step: '0.1' });
let clock: ManualClock;
let data: LiveData;
let ask: (path: string) => Record<string, unknown>;

beforeEach(() => {
  clock = new ManualClock(START_MS);
  data = new LiveData({ clock, log: { error() {} }, freshSeconds: () => 5, spotFee: () => rate('0.001') });
  data.setCatalogue({ coins: [btc.base, doge.base, btc.quote], markets: [btc, doge], tabs: [], tabOf: new Map() });
  const routes = htxRoutes({ data, ready: new AnswerCache(clock), clock, trades: new RecentTrades(data) });
  ask = (url) => {
    const [path = '', search = ''] = url.split('?');
    const route = routes.find((each) => each.path === `/huobiapi${path}`);
    const answer = route?.answer({ search, path, address: '127.0.0.1' });
    if (!answer || ('status' in answer && answer.status !== 200)) throw new Error(`${path} is not answered with 200`);
    return JSON.parse(answer instanceof HotContent ? answer.prepared('', '').plain.toString() : answer.json) as Record<
      string,
      unknown
    >;
  };
});

const tick = (price: number, size = 2, symbol = 'btcusdt') => {
  data.takeTick({ symbol, sourceTimeMs: clock.nowMs(), price, size });
};
type Levels = readonly (readonly [number, number])[];
const book = (bids: Levels, asks: Levels, symbol = 'btcusdt') =>
  data.takeBook({ symbol, sourceTimeMs: clock.nowMs(), bids, asks });

const BY_MARKET = [
  '/market/history/kline?period=1min',
  '/market/history/candles?period=1min',
  '/market/detail?',
  '/market/detail/merged?',
  '/market/depth?type=step0',
  '/market/trade?',
  '/market/history/trade?',
];
test.each(BY_MARKET)("%s of an unknown, a disabled or no market is an invalid symbol, in HTX's own shape", (path) => {
  const refusal = { status: 'error', 'err-code': 'invalid-parameter', 'err-msg': 'invalid symbol', ts: START_MS };
  for (const symbol of [
    '&symbol=nousdt',
    '',
    '&symbol=',
    '&symbol=BTCUSDT',
    '&symbol=btcusdt%00',
    `&symbol=${'x'.repeat(5_000)}`,
  ])
    expect(ask(`${path}${symbol}`)).toEqual(refusal);
  expect(ask(`${path}&symbol=btcusdt&symbol=btcusdt`)).toEqual({ ...refusal, 'err-msg': 'repeated parameter' });
  expect(ask(`${path}&symbol=btcusdt`)).toMatchObject({ status: 'ok' });
  data.setCatalogue({ ...data.catalogue, markets: [doge] });
  expect(ask(`${path}&symbol=btcusdt`)).toEqual(refusal);
});

test.each([
  ['/market/history/candles?period=2min', 'invalid period'],
  ['/market/history/candles?period=1min&size=1001', 'invalid size, valid range: [1,1000]'],
  ['/market/history/candles?period=1min&from=-1', 'invalid from'],
  ['/market/history/candles?period=1min&from=1&to=1e9', 'invalid to'],
  ['/market/depth?type=step6', 'invalid type'],
  ['/market/depth?type=toString', 'invalid type'],
  ['/market/depth?depth=7', 'invalid depth, valid values: 5, 10, 20'],
  ['/market/depth?depth=constructor', 'invalid depth, valid values: 5, 10, 20'],
  ['/market/history/trade?size=0', 'invalid size, valid range: [1,2000]'],
  ['/market/history/trade?size=2001', 'invalid size, valid range: [1,2000]'],
  ['/market/history/trade?size=1.5', 'invalid size, valid range: [1,2000]'],
])('%s is refused: %s', (path, words) => {
  expect(ask(`${path}&symbol=btcusdt`)).toEqual({
    status: 'error',
    'err-code': 'invalid-parameter',
    'err-msg': words,
    ts: START_MS,
  });
});

test('candles of a stretch of time are its oldest, for paging; without a beginning, the newest before its end', () => {
  for (let minute = 0; minute < 10; minute += 1) {
    tick(100 + minute);
    clock.advance(60_000);
  }
  const startS = START_MS / 1000;
  const opens = (query: string) =>
    (ask(`/market/history/candles?symbol=btcusdt&period=1min&${query}`)['data'] as { open: number }[]).map(
      ({ open }) => open,
    );
  expect(opens(`from=${startS + 120}&size=3`)).toEqual([104, 103, 102]);
  expect(opens(`to=${startS + 240}&size=3`)).toEqual([104, 103, 102]);
  expect(opens(`from=${startS + 60}&to=${startS + 180}`)).toEqual([103, 102, 101]);
  expect(opens(`from=${startS + 90}&to=${startS + 89}`)).toEqual([]);
  expect(opens('size=2')).toEqual([109, 109]);
});

test('the merged detail is the detail with the best of both sides, null once the book is stale', () => {
  tick(100.1);
  book(
    [
      [100.05, 1],
      [100.01, 2],
    ],
    [[100.15, 0.00003]],
  );
  const detail = ask('/market/detail?symbol=btcusdt')['tick'] as Record<string, number>;
  const merged = () => ask('/market/detail/merged?symbol=btcusdt');
  expect(merged()).toEqual({
    ch: 'market.btcusdt.detail.merged',
    status: 'ok',
    ts: START_MS,
    tick: { ...detail, version: detail['id'], bid: [100.05, 1], ask: [100.15, 0.00003] },
  });
  clock.advance(5_001);
  expect(merged()['tick']).toMatchObject({ close: 100.1, bid: null, ask: null });
});

test('the tickers show every enabled market once, with the same figures', () => {
  tick(100.1);
  tick(0.17, 50, 'dogeusdt');
  book([[100.05, 1]], [[100.15, 3]]);
  const { data: rows, status } = ask('/market/tickers') as { status: string; data: Record<string, unknown>[] };
  expect(status).toBe('ok');
  expect(rows).toEqual([
    {
      symbol: 'btcusdt',
      open: 100.1,
      high: 100.1,
      low: 100.1,
      close: 100.1,
      amount: 2,
      vol: 200.2,
      count: 1,
      bid: 100.05,
      bidSize: 1,
      ask: 100.15,
      askSize: 3,
    },
    {
      symbol: 'dogeusdt',
      open: 0.17,
      high: 0.17,
      low: 0.17,
      close: 0.17,
      amount: 50,
      vol: 8.5,
      count: 1,
      bid: null,
      bidSize: null,
      ask: null,
      askSize: null,
    },
  ]);
});

const levels = (from: number, by: number): [number, number][] =>
  Array.from({ length: 20 }, (_, at) => [Math.round((from + at * by) * 100) / 100, at + 1]);

test('the depth is the book up to the requested depth, with its number and time', () => {
  tick(100);
  const taken = book(levels(99.99, -0.01), levels(100.01, 0.01));
  const depth = (query: string) =>
    ask(`/market/depth?symbol=btcusdt${query}`) as {
      ch: string;
      tick: { bids: number[][]; asks: number[][]; version: number; ts: number };
    };
  const whole = depth('&type=step0');
  expect(whole).toEqual({
    ch: 'market.btcusdt.depth.step0',
    status: 'ok',
    ts: START_MS,
    tick: { bids: levels(99.99, -0.01), asks: levels(100.01, 0.01), ts: START_MS, version: taken?.seq },
  });
  for (const most of [5, 10, 20])
    expect(depth(`&type=step0&depth=${most}`).tick.bids).toEqual(whole.tick.bids.slice(0, most));
  expect(depth('').tick).toEqual(whole.tick);
});

test('each further step aggregates prices ten times as wide, away from the other side, and loses no size', () => {
  tick(100);
  book(
    [
      [99.99, 1],
      [99.98, 2],
      [99.9, 4],
      [99.89, 8],
    ],
    [
      [100.01, 1],
      [100.1, 2],
      [100.11, 4],
      [101, 8],
    ],
  );
  const tickOf = (step: string) =>
    (ask(`/market/depth?symbol=btcusdt&type=${step}`) as { tick: { bids: number[][]; asks: number[][] } }).tick;
  expect(tickOf('step1')).toMatchObject({
    bids: [
      [99.9, 7],
      [99.8, 8],
    ],
    asks: [
      [100.1, 3],
      [100.2, 4],
      [101, 8],
    ],
  });
  expect(tickOf('step2')).toMatchObject({ bids: [[99, 15]], asks: [[101, 15]] });
  expect(tickOf('step3')).toMatchObject({ bids: [[90, 15]], asks: [[110, 15]] });
  // Steps of a thousand: no bid remains at zero.
  expect(tickOf('step5')).toMatchObject({ bids: [], asks: [[1000, 15]] });
});

test('a stale book is empty', () => {
  tick(100);
  book([[99, 1]], [[101, 1]]);
  clock.advance(5_001);
  expect(ask('/market/depth?symbol=btcusdt')['tick']).toMatchObject({ bids: [], asks: [] });
});

test('trades come newest first, each with its number, time, price, size and side', () => {
  expect(ask('/market/trade?symbol=btcusdt')['tick']).toEqual({ id: 0, ts: 0, data: [] });
  tick(100);
  book([[99, 1]], [[101, 1]]);
  // Cached answers are renewed at most four times a second.
  clock.advance(250);
  tick(99.5, 0.25);
  const row = (id: number, price: number, amount: number, direction: string, ts: number) => ({
    id,
    ts,
    data: [{ id, ts, 'trade-id': id, amount, price, direction }],
  });
  const { data: trades } = ask('/market/history/trade?symbol=btcusdt&size=10') as { data: { id: number }[] };
  const ids = trades.map(({ id }) => id);
  expect(trades).toEqual([
    row(ids[0] ?? 0, 99.5, 0.25, 'sell', START_MS + 250),
    row(ids[1] ?? 0, 100, 2, 'buy', START_MS),
  ]);
  expect(ids[0]).toBeGreaterThan(ids[1] ?? 0);
  expect(ask('/market/history/trade?symbol=btcusdt')['data']).toEqual(trades.slice(0, 1));
  expect(ask('/market/trade?symbol=btcusdt')['tick']).toEqual(trades[0]);
});

test('numbers are written as their exact decimals', () => {
  for (const price of [0.28, 0.29, 0.31, 0.33, 0.3]) tick(price * 1.0000000000000002, 0.1, 'dogeusdt');
  tick(0.3, 0.1 + 0.2, 'dogeusdt');
  book([[0.1 + 0.2, 0.1 + 0.2]], [[0.1 * 3.1, 0.7 * 0.1]], 'dogeusdt');
  const texts = [
    '/market/history/trade?size=100&symbol=dogeusdt',
    '/market/depth?symbol=dogeusdt',
    '/market/tickers',
    '/market/history/kline?period=1min&symbol=dogeusdt',
  ].map((path) => JSON.stringify(ask(path)));
  for (const text of texts) expect(text).not.toMatch(/\d\.\d{9,}/);
  expect(texts[1]).toContain('"bids":[[0.3,0.3]],"asks":[[0.31,0.07]]');
});

test('the reference data lists enabled markets and coins with the places of their prices and sizes', () => {
  expect(ask('/v1/common/symbols')['data']).toEqual([
    expect.objectContaining({
      symbol: 'btcusdt',
      'base-currency': 'btc',
      'quote-currency': 'usdt',
      'price-precision': 2,
      'amount-precision': 5,
      state: 'online',
    }),
    expect.objectContaining({
      symbol: 'dogeusdt',
      'base-currency': 'doge',
      'price-precision': 5,
      'amount-precision': 1,
      'min-order-amt': 0.1,
    }),
  ]);
  expect(ask('/v1/common/currencys')).toEqual({ status: 'ok', data: ['btc', 'doge', 'usdt'] });
  expect(ask('/v1/common/timestamp')).toEqual({ status: 'ok', data: START_MS });
  expect(ask('/v2/settings/common/symbols')['data']).toMatchObject([
    { sc: 'btcusdt', tpp: 2, tap: 5 },
    { sc: 'dogeusdt', tpp: 5, tap: 1 },
  ]);
  expect(ask('/v2/settings/common/currencies')['data']).toMatchObject([{ cc: 'btc' }, { cc: 'doge' }, { cc: 'usdt' }]);
  expect(ask('/v2/reference/currencies')).toMatchObject({
    code: 200,
    data: [{ currency: 'btc' }, { currency: 'doge' }, { currency: 'usdt' }],
  });
  expect(ask('/v2/reference/currencies?currency=doge')).toMatchObject({ code: 200, data: [{ currency: 'doge' }] });
  expect(ask('/v2/reference/currencies?currency=no')).toEqual({
    code: 2002,
    message: 'invalid field value in "currency"',
  });
});

test('the market is halted while nothing is fresh', () => {
  expect(ask('/v2/market-status')).toMatchObject({ code: 200, data: { marketStatus: 2 } });
  tick(100);
  book([[100, 1]], [[101, 1]]);
  expect(ask('/v2/market-status')).toMatchObject({ data: { marketStatus: 1 } });
  clock.advance(5_001);
  expect(ask('/v2/market-status')).toMatchObject({ data: { marketStatus: 2 } });
});

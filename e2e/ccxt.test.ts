import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BadRequest, BadSymbol, ExchangeError, UnsubscribeError } from 'ccxt';
import type { MarketItem } from '@plimsoll/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { obtain } from '../apps/server/src/testing/api-client.ts';
import { startChildServer, type ChildServer } from '../apps/server/src/testing/child-server.ts';
import { openCcxt } from './support/ccxt.ts';

// A program written for HTX's public market data works unchanged against the server: what ccxt reads from `/huobiapi`
// equals what `/api` answers.

const SYMBOL = 'BTC/USDT';
const MARKET = 'btcusdt';
const STARTING_MS = 120_000;
const DAY_MS = 86_400_000;

const opened: (() => unknown)[] = [];
let server: ChildServer;
let exchange: Awaited<ReturnType<typeof openCcxt>>;
let connection: ReturnType<typeof exchange.client>;
/** Pings of the server that ccxt has answered. */
let pongs: () => number;

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-ccxt-'));
  opened.push(() => rmSync(dataDir, { recursive: true, force: true }));
  server = await startChildServer({ dataDir, env: { FEED: 'simulated', FEED_RATE: '1', FEED_SEED: 'ccxt' } });
  opened.push(() => server.stop());
  exchange = await openCcxt(server.url);
  opened.push(() => exchange.close());
  await exchange.loadMarkets();
  // Made here; opened by the first subscription.
  connection = exchange.client(`${server.url.replace(/^http/, 'ws')}/huobiapi/ws`);
  const send = vi.spyOn(connection, 'send');
  pongs = () =>
    send.mock.calls.filter(([message]) => typeof message === 'object' && message !== null && 'pong' in message).length;
}, STARTING_MS);
afterAll(async () => {
  for (const end of opened.toReversed()) await end();
}, STARTING_MS);

const marketList = async (): Promise<readonly MarketItem[]> => (await obtain(server.url, 'getMarketList')).list;
const btc = async (): Promise<MarketItem> => {
  const [first] = await marketList();
  if (first?.symbol !== MARKET) throw new Error(`${MARKET} is not the first market`);
  return first;
};
const bookOf = async () => {
  const { buy, sell } = await obtain(server.url, 'getHuoBiTradeFromRedis', { symbol: MARKET });
  const side = (levels: readonly { price: string; amount: string }[]) =>
    levels.map(({ price, amount }) => [Number(price), Number(amount)]);
  return { bids: side(buy), asks: side(sell) };
};
/** Prices move between two requests, so a comparison is repeated until it holds. */
const atOneMoment = (claim: () => Promise<void>) => vi.waitFor(claim, { timeout: 20_000, interval: 20 });

test('the markets are those of the list, with their steps and minimum quantities', async () => {
  const list = await marketList();
  expect(exchange.symbols).toEqual(list.map(({ title }) => title).toSorted());
  for (const { title, symbol, min, step, price_step } of list) {
    expect(exchange.market(title)).toMatchObject({
      id: symbol,
      spot: true,
      active: true,
      precision: { price: Number(price_step), amount: Number(step) },
      limits: { amount: { min: Number(min) } },
    });
  }
});

test('the coins are those that markets have', async () => {
  const list = await marketList();
  const coins = new Set(list.flatMap(({ coinname, trade_coin }) => [coinname, trade_coin]));
  const currencies = await exchange.fetchCurrencies();
  expect(Object.keys(currencies).toSorted()).toEqual([...coins].toSorted());
  expect(Object.values(currencies).every((currency) => currency.active)).toBe(true);
});

test('the time is now, and there is trading', async () => {
  const before = Date.now();
  const time = await exchange.fetchTime();
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Date.now());
  expect(await exchange.fetchStatus()).toMatchObject({ status: 'ok' });
});

test('a ticker is the market’s line in the list, between the best of its book', () =>
  atOneMoment(async () => {
    const [{ close, hamount, change }, { bids, asks }, ticker] = await Promise.all([
      btc(),
      bookOf(),
      exchange.fetchTicker(SYMBOL),
    ]);
    expect(ticker).toMatchObject({
      symbol: SYMBOL,
      last: Number(close),
      baseVolume: Number(hamount),
      bid: bids[0]?.[0],
      bidVolume: bids[0]?.[1],
      ask: asks[0]?.[0],
      askVolume: asks[0]?.[1],
    });
    expect(Math.abs((ticker.percentage ?? Number.NaN) - Number(change))).toBeLessThan(0.0051);
  }));

test('the tickers are the whole list', () =>
  atOneMoment(async () => {
    const [list, tickers] = await Promise.all([marketList(), exchange.fetchTickers()]);
    const shown = list.map(({ title, close, hamount }) => [title, Number(close), Number(hamount)]);
    expect(list.map(({ title }) => [title, tickers[title]?.last, tickers[title]?.baseVolume])).toEqual(shown);
  }));

test.each([undefined, 5, 10, 20])('an order book of depth %s is the book, best first', (depth) =>
  atOneMoment(async () => {
    const [{ bids, asks }, book] = await Promise.all([bookOf(), exchange.fetchOrderBook(SYMBOL, depth)]);
    expect([bids.length, asks.length]).toEqual([20, 20]);
    expect({ bids: book.bids, asks: book.asks }).toEqual({ bids: bids.slice(0, depth), asks: asks.slice(0, depth) });
    expect(book.nonce).toBeGreaterThan(0);
  }),
);

test('the last trade is the price in the list; each has a number of its own, a time, a size and a side', () =>
  atOneMoment(async () => {
    const [{ close }, trades] = await Promise.all([btc(), exchange.fetchTrades(SYMBOL)]);
    expect(trades.at(-1)?.price).toBe(Number(close));
    expect(trades.length).toBeGreaterThan(1);
    expect(new Set(trades.map(({ id }) => id)).size).toBe(trades.length);
    for (const { timestamp, amount, side, symbol } of trades) {
      expect(timestamp).toBeGreaterThan(0);
      expect(amount).toBeGreaterThan(0);
      expect(['buy', 'sell']).toContain(side);
      expect(symbol).toBe(SYMBOL);
    }
    expect(await exchange.fetchTrades(SYMBOL, undefined, 2)).toHaveLength(2);
  }));

const FRAMES = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M'] as const;
test.each(FRAMES)('bars of %s end with the price in the list, and follow one another without a gap', (frame) =>
  atOneMoment(async () => {
    const [{ close }, bars] = await Promise.all([btc(), exchange.fetchOHLCV(SYMBOL, frame, undefined, 150)]);
    expect(bars).toHaveLength(150);
    expect(bars.at(-1)?.[4]).toBe(Number(close));
    const gaps = bars.slice(1).map(([startMs], at) => Number(startMs) - Number(bars[at]?.[0]));
    const spanMs = exchange.parseTimeframe(frame) * 1000;
    const [min, max] = frame === '1M' ? [28 * DAY_MS, 31 * DAY_MS] : [spanMs, spanMs];
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(min);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(max);
  }),
);

test('bars can be read in pages from a moment on, and are the same from both of HTX’s paths', async () => {
  const all = await exchange.fetchOHLCV(SYMBOL, '5m', undefined, 100);
  const since = Number(all[40]?.[0]);
  expect(await exchange.fetchOHLCV(SYMBOL, '5m', since, 10)).toEqual(all.slice(40, 50));
  const newest = await exchange.fetchOHLCV(SYMBOL, '5m', undefined, 100, { useHistoricalEndpointForSpot: false });
  // The current bar may have changed.
  const over = (bars: typeof all) =>
    bars.filter(([startMs]) => Number(startMs) > since && Number(startMs) < Number(all.at(-1)?.[0]));
  expect(over(newest)).toEqual(over(all));
});

test('refusals have HTX’s form, which ccxt recognises', async () => {
  await expect(exchange.fetchTicker('NO/USDT')).rejects.toThrow(BadSymbol);
  const unknown = { symbol: 'nousdt', type: 'step0' };
  await expect(exchange.request('market/depth', ['spot', 'public'], 'GET', unknown)).rejects.toThrow(BadSymbol);
  await expect(exchange.fetchOHLCV(SYMBOL, '3m')).rejects.toThrow(ExchangeError);
  await expect(exchange.fetchOrderBook(SYMBOL, 20, { type: 'step9' })).rejects.toThrow(/invalid type/);
});

test('a watched ticker is the market’s line in the list, and follows it', async () => {
  const first = await exchange.watchTicker(SYMBOL);
  expect(first.symbol).toBe(SYMBOL);
  await atOneMoment(async () => {
    const { close, hamount } = await btc();
    expect(exchange.tickers[SYMBOL]).toMatchObject({ last: Number(close), baseVolume: Number(hamount) });
    expect(exchange.tickers[SYMBOL]?.timestamp).toBeGreaterThan(first.timestamp ?? 0);
  });
});

test('watched bars equal those of the history', async () => {
  const live = await exchange.watchOHLCV(SYMBOL, '1h');
  expect(live).toHaveLength(1);
  const [first] = live.map(([, , , , , volume]) => volume);
  await atOneMoment(async () => {
    const asked = await exchange.fetchOHLCV(SYMBOL, '1h', undefined, 1);
    const watched = exchange.ohlcvs[SYMBOL]?.['1h'];
    expect(watched?.slice(-1)).toEqual(asked);
    expect(watched?.at(-1)?.[5]).not.toBe(first);
  });
});

test('watched trades equal those of the history, in order, each once', async () => {
  const watched = new Map<string, unknown>();
  while (watched.size < 3) {
    for (const { id, price, amount, side, timestamp } of await exchange.watchTrades(SYMBOL)) {
      expect(watched.has(String(id))).toBe(false);
      watched.set(String(id), { id, price, amount, side, timestamp });
    }
  }
  await atOneMoment(async () => {
    const asked = new Map(
      (await exchange.fetchTrades(SYMBOL)).map(({ id, price, amount, side, timestamp }) => [
        id,
        { id, price, amount, side, timestamp },
      ]),
    );
    for (const [id, trade] of watched) expect(asked.get(id)).toEqual(trade);
  });
});

test('a watched order book, from a snapshot and its changes, equals the book', async () => {
  const first = Number((await exchange.watchOrderBook(SYMBOL)).nonce);
  const nonces = [first];
  while (new Set(nonces).size < 4) nonces.push(Number((await exchange.watchOrderBook(SYMBOL)).nonce));
  expect(nonces).toEqual(nonces.toSorted((a, b) => a - b));
  await atOneMoment(async () => {
    const { bids, asks } = await bookOf();
    const watched = exchange.orderbooks[SYMBOL];
    expect({ bids: [...(watched?.bids ?? [])], asks: [...(watched?.asks ?? [])] }).toEqual({ bids, asks });
  });
});

test('an unknown topic is refused in HTX’s form, which ccxt recognises', async () => {
  await expect(exchange.watchOHLCV(SYMBOL, '3m')).rejects.toThrow(BadRequest);
});

test('a subscription can be ended, and made again', async () => {
  // A trade that comes before the answer would be what is waited for.
  const muted = vi.spyOn(exchange, 'handleTrades').mockReturnValue({});
  const waiting = exchange.watchTrades(SYMBOL);
  await Promise.all([
    expect(waiting).rejects.toThrow(UnsubscribeError),
    expect(exchange.unWatchTrades(SYMBOL)).resolves.toBe(true),
  ]);
  muted.mockRestore();
  expect(await exchange.unWatchTicker(SYMBOL)).toBe(true);
  expect(await exchange.unWatchOHLCV(SYMBOL, '1h')).toBe(true);
  expect(await exchange.unWatchOrderBook(SYMBOL)).toBe(true);
  expect((await exchange.watchTicker(SYMBOL)).symbol).toBe(SYMBOL);
  expect((await exchange.watchOrderBook(SYMBOL)).bids).toHaveLength(20);
});

test('pings are answered, and the connection stays open', async () => {
  // Two in a row: after unanswered pings the server closes.
  await vi.waitFor(() => expect(pongs()).toBeGreaterThanOrEqual(2), { timeout: 30_000, interval: 20 });
  expect((await exchange.watchTicker(SYMBOL)).symbol).toBe(SYMBOL);
  expect(exchange.clients[connection.url]).toBe(connection);
});

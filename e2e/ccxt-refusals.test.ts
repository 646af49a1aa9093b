import ccxt, {
  AccountNotEnabled,
  AuthenticationError,
  BadRequest,
  BadSymbol,
  ExchangeNotAvailable,
  InsufficientFunds,
  InvalidOrder,
  OrderNotFound,
  PermissionDenied,
  RateLimitExceeded,
} from 'ccxt';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { obtain } from '../apps/server/src/testing/api-client.ts';
import {
  MARKET,
  onceFresh,
  openPrograms,
  STARTING_MS,
  SYMBOL,
  type Exchange,
  type Programs,
} from './support/ccxt-programs.ts';

// What is refused to a program written for HTX's private calls, as ccxt names it, and other names of the host.

let reader: Exchange;
let elsewhere: Exchange;
let onEth: Exchange;
let capped: Exchange;
let byHost: Exchange;
let programs: Programs;
beforeAll(async () => {
  programs = await openPrograms();
  const { server, keyOf, open } = programs;
  reader = await open(await keyOf({}));
  elsewhere = await open(await keyOf({ trade: '1', networks: '203.0.113.0/24' }));
  onEth = await open(await keyOf({ trade: '1', markets: 'ethusdt' }));
  capped = await open(await keyOf({ trade: '1', day_cap: '100' }));
  byHost = await open(await keyOf({ trade: '1' }), new URL(server.url).host);
}, STARTING_MS);
afterAll(() => programs.close(), STARTING_MS);

describe('refusals', () => {
  test('too little money', async () => {
    const { low, place } = programs;
    await expect(place('limit', 'buy', 5, low())).rejects.toThrow(InsufficientFunds);
  });
  test('too little to sell', async () => {
    const { high, place } = programs;
    await expect(place('limit', 'sell', 1, high())).rejects.toThrow(InsufficientFunds);
  });
  test('below the minimum quantity', async () => {
    const { low } = programs;
    await expect(raw({ type: 'buy-limit', amount: '0.00000001', price: String(low()) })).rejects.toThrow(
      /amount-min-error/,
    );
    await expect(raw({ type: 'buy-limit', amount: '0.00000001', price: String(low()) })).rejects.toThrow(InvalidOrder);
  });
  test('below the minimum value', async () => {
    await expect(raw({ type: 'buy-market', amount: '0.01' })).rejects.toThrow(/order-value-min-error/);
    await expect(raw({ type: 'buy-market', amount: '0.01' })).rejects.toThrow(InvalidOrder);
  });
  test('a market sell below the minimum', async () => {
    await expect(raw({ type: 'sell-market', amount: '0.00000001' })).rejects.toThrow(/marketorder-amount-min/);
  });
  test('a price finer than its step', async () => {
    const { low } = programs;
    await expect(raw({ type: 'buy-limit', amount: '0.001', price: `${low()}.00000001` })).rejects.toThrow(
      /orderprice-precision/,
    );
  });
  test('a price beyond the band', async () => {
    const { price } = programs;
    await expect(raw({ type: 'buy-limit', amount: '0.001', price: String(price * 3) })).rejects.toThrow(InvalidOrder);
  });
  test('an amount that is none', async () => {
    await expect(raw({ type: 'buy-limit', amount: 'much', price: '1' })).rejects.toThrow(InvalidOrder);
  });
  test('a price that is none', async () => {
    await expect(raw({ type: 'buy-limit', amount: '0.001', price: '-1' })).rejects.toThrow(InvalidOrder);
  });
  test('a type that is not offered', async () => {
    await expect(raw({ type: 'buy-stop-limit', amount: '0.001', price: '1' })).rejects.toThrow(BadRequest);
  });
  test('a market that is none', async () => {
    await expect(raw({ symbol: 'nothing', type: 'buy-limit', amount: '1', price: '1' })).rejects.toThrow(BadSymbol);
  });
  test('no market at all', async () => {
    await expect(raw({ symbol: '', type: 'buy-limit', amount: '1', price: '1' })).rejects.toThrow(BadSymbol);
  });
  test('another account', async () => {
    await expect(raw({ 'account-id': '999999', type: 'buy-limit', amount: '1', price: '1' })).rejects.toThrow(
      AccountNotEnabled,
    );
  });
  test('an unknown order', async () => {
    const { exchange } = programs;
    await expect(exchange.fetchOrder('123', SYMBOL)).rejects.toThrow(OrderNotFound);
    await expect(exchange.cancelOrder('123', SYMBOL)).rejects.toThrow(OrderNotFound);
    await expect(exchange.fetchOrderTrades('123', SYMBOL)).rejects.toThrow(OrderNotFound);
  });
  test('an order that is over', async () => {
    const { exchange, low, place } = programs;
    const { id } = await place('limit', 'buy', 0.001, low());
    await exchange.cancelOrder(id, SYMBOL);
    await expect(exchange.cancelOrder(id, SYMBOL)).rejects.toThrow(OrderNotFound);
  });
  test('an unknown number of a program’s', async () => {
    const { exchange } = programs;
    await expect(exchange.cancelOrder('', SYMBOL, { clientOrderId: 'never' })).rejects.toThrow(OrderNotFound);
  });
  test('a wrong secret', async () => {
    const { exchange, open } = programs;
    const wrong = await open({ apiKey: exchange.apiKey, secret: 'another' });
    await expect(wrong.fetchBalance()).rejects.toThrow(AuthenticationError);
  });
  test('an unknown access key', async () => {
    const { exchange, open } = programs;
    const unknown = await open({ apiKey: 'none', secret: exchange.secret });
    await expect(unknown.fetchBalance()).rejects.toThrow(AuthenticationError);
    await expect(unknown.fetchTradingFee(SYMBOL)).rejects.toThrow(AuthenticationError);
  });
  test('another host than the few that the platform answers for', async () => {
    const { exchange, open } = programs;
    const other = await open({ apiKey: exchange.apiKey, secret: exchange.secret }, 'other.example');
    await expect(other.fetchBalance()).rejects.toThrow(AuthenticationError);
  });
  test('a key that may only read', async () => {
    const { low } = programs;
    expect((await reader.fetchBalance())['USDT']).toBeDefined();
    await expect(reader.createOrder(SYMBOL, 'limit', 'buy', 0.001, low())).rejects.toThrow(PermissionDenied);
    await expect(reader.cancelAllOrders(SYMBOL)).rejects.toThrow(PermissionDenied);
    await expect(reader.cancelAllOrdersAfter(60_000)).rejects.toThrow(PermissionDenied);
  });
  test('a key from another network', async () => {
    await expect(elsewhere.fetchBalance()).rejects.toThrow(PermissionDenied);
  });
  test('a key on another market', async () => {
    const { low } = programs;
    await expect(onEth.createOrder(SYMBOL, 'limit', 'buy', 0.001, low())).rejects.toThrow(PermissionDenied);
    await expect(onEth.fetchOpenOrders(SYMBOL)).rejects.toThrow(PermissionDenied);
    expect(await onEth.fetchMyTrades()).toEqual([]);
  });
  test('a key beyond its day', async () => {
    const { low, placeOn } = programs;
    const { id } = await placeOn(capped, 'limit', 'buy', 0.001, low());
    await expect(capped.createOrder(SYMBOL, 'limit', 'buy', 0.002, low())).rejects.toThrow(InvalidOrder);
    await capped.cancelOrder(id, SYMBOL);
    // What was cancelled is free again.
    const again = await placeOn(capped, 'limit', 'buy', 0.001, low());
    await capped.cancelOrder(again.id, SYMBOL);
  });
  test('a key that was ended', async () => {
    const { server, token, keyOf, open } = programs;
    const made = await keyOf({});
    const soon = await open(made);
    expect((await soon.fetchBalance())['USDT']).toBeDefined();
    const { list } = await obtain(server.url, 'getKeys', {}, { token });
    const id = String(list.find(({ shown }) => made.apiKey.startsWith(shown))?.id);
    await obtain(server.url, 'endKey', { id }, { token });
    await expect(soon.fetchBalance()).rejects.toThrow(AuthenticationError);
  });

  test('more than a hundred calls of a key in a second', async () => {
    const { keyOf, open } = programs;
    const hasty = await open(await keyOf({}));
    const refused: unknown[] = [];
    await vi.waitFor(
      async () => {
        const calls = await Promise.allSettled(Array.from({ length: 150 }, () => hasty.fetchOpenOrders(SYMBOL)));
        refused.push(...calls.flatMap((call): unknown[] => (call.status === 'rejected' ? [call.reason] : [])));
        expect(refused.length).toBeGreaterThan(0);
      },
      { timeout: 30_000, interval: 20 },
    );
    for (const error of refused) expect(error).toBeInstanceOf(RateLimitExceeded);
  });
  test('more orders to cancel than can be read', async () => {
    const { exchange } = programs;
    const many = Array.from({ length: 9_000 }, () => '100001');
    await expect(exchange.cancelOrders(many, SYMBOL)).rejects.toThrow(BadRequest);
  });

  /** An order as written, past ccxt's own rounding. */
  async function raw(fields: Readonly<Record<string, string>>): Promise<unknown> {
    const { exchange } = programs;
    await exchange.loadAccounts();
    const account = exchange.accounts[0]?.id ?? '';
    return onceFresh(() =>
      exchange['spotPrivatePostV1OrderOrdersPlace']({ 'account-id': account, symbol: MARKET, ...fields }),
    );
  }
});
describe('another host name', () => {
  test('reads and trades, signed for the address it calls', async () => {
    const { low, placeOn } = programs;
    expect((await byHost.fetchBalance())['USDT']).toBeDefined();
    const { id } = await placeOn(byHost, 'limit', 'buy', 0.001, low());
    expect(await byHost.fetchOrder(id, SYMBOL)).toMatchObject({ id, status: 'open' });
    await byHost.cancelOrder(id, SYMBOL);
    expect((await byHost.cancelAllOrdersAfter(0)).data.triggerTime).toBe(0);
  });

  test('at the root of a host of its own', async () => {
    const { server, atEnd } = programs;
    const atRoot = new ccxt.pro.htx({
      apiKey: byHost.apiKey,
      secret: byHost.secret,
      enableRateLimit: false,
      options: { fetchMarkets: { types: { spot: true, linear: false, inverse: false } } },
    });
    atEnd(() => atRoot.close());
    atRoot.hostname = new URL(server.url).host;
    Object.assign(Object(atRoot.urls)['hostnames'], { spot: atRoot.hostname });
    const api = Object(atRoot.urls)['api'];
    Object.assign(
      api,
      Object.fromEntries(['spot', 'public', 'private', 'v2Public', 'v2Private'].map((name) => [name, server.url])),
    );
    await atRoot.loadMarkets();
    expect((await atRoot.fetchBalance())['USDT']).toBeDefined();
    expect((await atRoot.fetchTicker(SYMBOL)).last).toBeGreaterThan(0);
  });
});

describe('while the feed is silent', () => {
  let silent: Programs;
  beforeAll(async () => {
    silent = await openPrograms({ minutes: 2, price: 50_000 });
  }, STARTING_MS);
  afterAll(() => silent.close(), STARTING_MS);

  test('there is no price to trade at', async () => {
    const { exchange } = silent;
    // Past the patience of these programs.
    await exchange.loadAccounts();
    const account = exchange.accounts[0]?.id ?? '';
    const sell = { 'account-id': account, symbol: MARKET, type: 'sell-market', amount: '0.001' };
    const refused = await vi.waitFor(
      async () => {
        const error: unknown = await exchange['spotPrivatePostV1OrderOrdersPlace'](sell).catch(
          (thrown: unknown) => thrown,
        );
        expect(error).toBeInstanceOf(ExchangeNotAvailable);
        return error;
      },
      { timeout: 60_000, interval: 500 },
    );
    expect(String(refused)).toContain('gateway-internal-error');
  });
});

import { AccountNotEnabled, BadRequest } from 'ccxt';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { obtain } from '../apps/server/src/testing/api-client.ts';
import { MARKET, openPrograms, STARTING_MS, SYMBOL, type Programs } from './support/ccxt-programs.ts';

// A program written for HTX's private calls works unchanged against the server, with a key of a member's: its accounts,
// its orders, and the lists of what they leave.

let programs: Programs;
beforeAll(async () => {
  programs = await openPrograms();
}, STARTING_MS);
afterAll(() => programs.close(), STARTING_MS);

describe('accounts', () => {
  test('loadAccounts has the one account', async () => {
    const { exchange } = programs;
    const accounts = await exchange.loadAccounts(true);
    expect(accounts).toHaveLength(1);
    expect(accounts[0]).toMatchObject({ type: 'spot' });
  });

  test('fetchBalance is the funds that the app shows', async () => {
    const { server, token, exchange } = programs;
    const { coinList } = await obtain(server.url, 'getUserBalanceList', {}, { token });
    const funds = coinList.find(({ type }) => type === 1)?.balanceInfo ?? [];
    const balance = await exchange.fetchBalance();
    for (const { coinName, balance: free, dbalance } of funds) {
      expect(balance[coinName]).toMatchObject({ free: Number(free), used: Number(dbalance) });
    }
    expect(balance['USDT']?.total).toBe(10_000);
  });

  test('fetchBalance of another account is refused', async () => {
    const { exchange } = programs;
    await expect(exchange.fetchBalance({ accountId: '999999' })).rejects.toThrow(AccountNotEnabled);
  });

  test('fetchTradingFee is what the market charges', async () => {
    const { exchange } = programs;
    const fee = await exchange.fetchTradingFee(SYMBOL);
    expect(fee.maker).toBeGreaterThan(0);
    expect(fee.taker).toBe(fee.maker);
    expect(fee.symbol).toBe(SYMBOL);
  });

  test('fetchLedger has the money that was given', async () => {
    const { exchange } = programs;
    const [first] = await exchange.fetchLedger('USDT');
    expect(first).toMatchObject({ currency: 'USDT', type: 'deposit', amount: 10_000 });
  });
});
describe('orders', () => {
  test('a limit order rests, is found by its id, and is cancelled', async () => {
    const { exchange, low, place, stateOf } = programs;
    const { id } = await place('limit', 'buy', 0.001, low());
    expect(await exchange.fetchOrder(id, SYMBOL)).toMatchObject({
      id,
      symbol: SYMBOL,
      type: 'limit',
      side: 'buy',
      status: 'open',
      price: low(),
      amount: 0.001,
      filled: 0,
    });
    expect((await exchange.fetchOpenOrders(SYMBOL)).map((order) => order.id)).toContain(id);
    expect(await exchange.cancelOrder(id, SYMBOL)).toMatchObject({ id, status: 'canceled' });
    expect(await stateOf(id)).toBe('canceled');
    expect((await exchange.fetchOpenOrders(SYMBOL)).map((order) => order.id)).not.toContain(id);
  });

  test('a limit order that crosses is filled', async () => {
    const { exchange, high, place } = programs;
    const { id } = await place('limit', 'buy', 0.001, high());
    const order = await exchange.fetchOrder(id, SYMBOL);
    expect(order).toMatchObject({ status: 'closed', filled: 0.001, remaining: 0 });
    expect(order.average).toBeLessThanOrEqual(high());
    expect(order.fee?.currency).toBe('BTC');
  });

  test('a market buy spends its cost', async () => {
    const { exchange, place } = programs;
    const { id } = await place('market', 'buy', 100, undefined, {
      createMarketBuyOrderRequiresPrice: false,
      cost: 100,
    });
    const order = await exchange.fetchOrder(id, SYMBOL);
    expect(order).toMatchObject({ status: 'closed', type: 'market', side: 'buy' });
    const { cost = Number.NaN, average = Number.NaN } = order;
    expect(cost).toBeLessThanOrEqual(100);
    // Less is left than two steps of the quantity cost.
    const step = exchange.market(SYMBOL).precision.amount ?? Number.NaN;
    expect(cost + 2 * step * average).toBeGreaterThan(100);
  });

  test('a market sell sells its quantity', async () => {
    const { exchange, place } = programs;
    const { id } = await place('market', 'sell', 0.0005);
    expect(await exchange.fetchOrder(id, SYMBOL)).toMatchObject({ status: 'closed', filled: 0.0005, side: 'sell' });
  });

  test('what is not filled at once of an IOC order is cancelled', async () => {
    const { exchange, low, place } = programs;
    const { id } = await place('limit', 'buy', 0.001, low(), { timeInForce: 'IOC' });
    expect(await exchange.fetchOrder(id, SYMBOL)).toMatchObject({ status: 'canceled', filled: 0, type: 'ioc' });
  });

  test('an IOC order that crosses is filled', async () => {
    const { exchange, high, place } = programs;
    const { id } = await place('limit', 'buy', 0.001, high(), { timeInForce: 'IOC' });
    expect(await exchange.fetchOrder(id, SYMBOL)).toMatchObject({ status: 'closed', filled: 0.001 });
  });

  test('a FOK order is filled whole', async () => {
    const { high, place, stateOf } = programs;
    const { id } = await place('limit', 'buy', 0.001, high(), { timeInForce: 'FOK' });
    expect(await stateOf(id)).toBe('filled');
  });

  test('or not at all', async () => {
    const { exchange, low, place } = programs;
    const { id } = await place('limit', 'buy', 0.001, low(), { timeInForce: 'FOK' });
    expect(await exchange.fetchOrder(id, SYMBOL)).toMatchObject({ status: 'canceled', filled: 0 });
  });

  test('a post-only order rests', async () => {
    const { exchange, low, place, stateOf } = programs;
    const { id } = await place('limit', 'buy', 0.001, low(), { postOnly: true });
    expect(await stateOf(id)).toBe('submitted');
    await exchange.cancelOrder(id, SYMBOL);
  });

  test('or is cancelled where it would be filled', async () => {
    const { exchange, high, place } = programs;
    const { id } = await place('limit', 'buy', 0.001, high(), { postOnly: true });
    expect(await exchange.fetchOrder(id, SYMBOL)).toMatchObject({ status: 'canceled', filled: 0 });
  });

  test('the program’s number is the idempotency key: the same number is the same order', async () => {
    const { exchange, low, place, stateOf } = programs;
    const same = () => place('limit', 'buy', 0.001, low(), { clientOrderId: 'once-1' });
    const ids = (await Promise.all([same(), same(), same()])).map(({ id }) => id);
    expect(new Set(ids).size).toBe(1);
    const found = await exchange.fetchOrder('', SYMBOL, { clientOrderId: 'once-1' });
    expect(found).toMatchObject({ id: ids[0], clientOrderId: 'once-1' });
    await expect(place('limit', 'buy', 0.002, low(), { clientOrderId: 'once-1' })).rejects.toThrow(BadRequest);
    await exchange.cancelOrder('', SYMBOL, { clientOrderId: 'once-1' });
    expect(await stateOf(ids[0] ?? '')).toBe('canceled');
  });

  test('cancelOrders says of each what became of it', async () => {
    const { exchange, low, place } = programs;
    const [one, two] = [await place('limit', 'buy', 0.001, low()), await place('limit', 'buy', 0.001, low())];
    const answer: unknown = await exchange.cancelOrders([one.id, two.id, '123'], SYMBOL);
    expect(answer).toMatchObject([
      { id: one.id, status: 'canceled' },
      { id: two.id, status: 'canceled' },
      { id: '123', status: 'failed' },
    ]);
  });

  test('cancelAllOrders leaves none open', async () => {
    const { exchange, low, place } = programs;
    await place('limit', 'buy', 0.001, low());
    await place('limit', 'buy', 0.001, low());
    await exchange.cancelAllOrders(SYMBOL);
    expect(await exchange.fetchOpenOrders(SYMBOL)).toEqual([]);
  });

  test('cancelAllOrdersAfter cancels without another call in time, and not when it is ended', async () => {
    const { exchange, low, place, stateOf } = programs;
    const { id } = await place('limit', 'buy', 0.001, low());
    expect((await exchange.cancelAllOrdersAfter(60_000)).data.triggerTime).toBeGreaterThan(Date.now());
    expect((await exchange.cancelAllOrdersAfter(0)).data.triggerTime).toBe(0);
    expect(await stateOf(id)).toBe('submitted');
    await exchange.cancelAllOrdersAfter(5_000);
    await vi.waitFor(async () => expect(await stateOf(id)).toBe('canceled'), { timeout: 30_000, interval: 200 });
  }, 60_000);
});
describe('lists', () => {
  test('fetchOrders and fetchClosedOrders', async () => {
    const { exchange } = programs;
    const all = await exchange.fetchOrders(SYMBOL);
    const closed = await exchange.fetchClosedOrders(SYMBOL);
    expect(all.length).toBeGreaterThan(closed.length);
    expect(closed.length).toBeGreaterThan(0);
    expect(closed.every(({ status }) => status === 'closed')).toBe(true);
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['closed', 'canceled']));
  });

  test.each([1, 2])('fetchOrders of %s', async (limit) => {
    const { exchange } = programs;
    expect(await exchange.fetchOrders(SYMBOL, undefined, limit)).toHaveLength(limit);
  });

  test('fetchOrders since now has none', async () => {
    const { exchange } = programs;
    expect(await exchange.fetchOrders(SYMBOL, Date.now() + 60_000)).toEqual([]);
  });

  test('the history has the same orders', async () => {
    const { exchange } = programs;
    const all = await exchange.fetchOrders(SYMBOL);
    exchange.options['fetchOrdersByStatesMethod'] = 'spot_private_get_v1_order_history';
    const history = await exchange.fetchOrders(SYMBOL);
    delete exchange.options['fetchOrdersByStatesMethod'];
    expect(history.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });

  test('fetchMyTrades are the fills that the app shows', async () => {
    const { server, token, exchange } = programs;
    const { list: markets } = await obtain(server.url, 'getMarketList');
    const m_id = String(markets.find(({ symbol }) => symbol === MARKET)?.id);
    const { list } = await obtain(server.url, 'tradegetFillList', { m_id, limit: '50' }, { token });
    const trades = await exchange.fetchMyTrades(SYMBOL);
    const inOrder = (lines: readonly string[]) => lines.toSorted((a, b) => (a < b ? -1 : 1));
    expect(inOrder(trades.map(({ order, price: at, amount, fee }) => `${order} ${at} ${amount} ${fee?.cost}`))).toEqual(
      inOrder(list.map((fill) => `${fill.bb_id} ${Number(fill.price)} ${Number(fill.num)} ${Number(fill.fee)}`)),
    );
    expect(new Set(trades.map(({ id }) => id)).size).toBe(trades.length);
    expect(trades.every(({ takerOrMaker }) => takerOrMaker === 'taker')).toBe(true);
  });

  test('fetchMyTrades of all markets', async () => {
    const { exchange } = programs;
    expect((await exchange.fetchMyTrades()).length).toBeGreaterThan(0);
  });

  test('fetchOrderTrades are the fills of one order', async () => {
    const { exchange, high, place } = programs;
    const { id } = await place('limit', 'buy', 0.001, high());
    const trades = await exchange.fetchOrderTrades(id, SYMBOL);
    expect(trades.length).toBeGreaterThan(0);
    expect(trades.every(({ order }) => order === id)).toBe(true);
    expect(trades.reduce((sum, { amount }) => sum + (amount ?? 0), 0)).toBeCloseTo(0.001, 8);
  });

  test('fetchLedger has trades and their fees', async () => {
    const { exchange } = programs;
    const types = new Set((await exchange.fetchLedger()).map(({ type }) => type));
    expect(types).toEqual(new Set(['deposit', 'trade', 'fee']));
  });
});

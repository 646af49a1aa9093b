import { AuthenticationError, BadSymbol } from 'ccxt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pushedBalances, subscribed } from './support/ccxt-private.ts';
import { MARKET, openPrograms, STARTING_MS, SYMBOL, type Exchange, type Programs } from './support/ccxt-programs.ts';

// What a program written for HTX's private streams follows.

let onEth: Exchange;
let programs: Programs;
beforeAll(async () => {
  programs = await openPrograms();
  onEth = await programs.open(await programs.keyOf({ trade: '1', markets: 'ethusdt' }));
}, STARTING_MS);
afterAll(() => programs.close(), STARTING_MS);

describe('streams', () => {
  test('watchOrders reports a new order and its cancellation', async () => {
    const { exchange, received, low, place } = programs;
    const first = exchange.watchOrders(SYMBOL);
    await subscribed(received, `orders#${MARKET}`);
    const { id } = await place('limit', 'buy', 0.001, low());
    expect((await first).at(-1)).toMatchObject({ id, status: 'open', symbol: SYMBOL, side: 'buy', price: low() });
    const second = exchange.watchOrders(SYMBOL);
    await exchange.cancelOrder(id, SYMBOL);
    expect((await second).at(-1)).toMatchObject({ id, status: 'canceled' });
  });

  test('watchOrders reports fills', async () => {
    const { exchange, high, place } = programs;
    const orders: unknown[] = [];
    const filled = (async () => {
      for (;;) {
        const [last] = (await exchange.watchOrders(SYMBOL)).slice(-1);
        orders.push(last);
        if (last?.status === 'closed') return last;
      }
    })();
    const { id } = await place('limit', 'buy', 0.001, high());
    expect(await filled).toMatchObject({ id, filled: 0.001, remaining: 0 });
  });

  test('watchOrders of every market', async () => {
    const { exchange, received, low, place } = programs;
    const all = exchange.watchOrders();
    await subscribed(received, 'orders#*');
    const { id } = await place('limit', 'buy', 0.001, low());
    expect((await all).at(-1)).toMatchObject({ id, status: 'open' });
    await exchange.cancelOrder(id, SYMBOL);
  });

  test('watchMyTrades has each fill with its fee', async () => {
    const { exchange, received, place } = programs;
    const next = exchange.watchMyTrades(SYMBOL);
    await subscribed(received, `trade.clearing#${MARKET}#0`);
    const { id } = await place('market', 'sell', 0.0005);
    const trades = await next;
    expect(trades.at(-1)).toMatchObject({ order: id, symbol: SYMBOL, side: 'sell', takerOrMaker: 'taker' });
    expect(trades.at(-1)?.fee?.currency).toBe('USDT');
  });

  test('watchBalance is answered at a change; the message is HTX’s own', async () => {
    const { server, exchange, received } = programs;
    const first = exchange.watchBalance();
    await subscribed(received, 'accounts.update#2');
    expect(await first).toBeDefined();
    const messages = await pushedBalances(server.url, exchange);
    expect(messages.find(({ currency }) => currency === 'usdt')).toMatchObject({
      accountType: 'trade',
      changeType: null,
      balance: expect.stringMatching(/^\d+\.\d{8}$/),
      available: expect.stringMatching(/^\d+\.\d{8}$/),
    });
  });

  test('a wrong secret is not let in', async () => {
    const { exchange, open } = programs;
    const wrong = await open({ apiKey: exchange.apiKey, secret: 'another' });
    const refused = await wrong.watchOrders(SYMBOL).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AuthenticationError);
    expect(String(refused)).toContain('auth.fail');
  });

  test('a key on another market may not follow this one', async () => {
    const refused = await onEth.watchOrders(SYMBOL).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(BadSymbol);
    expect(String(refused)).toContain('no permission');
  });

  test.each(['orders#nothing', 'trade.clearing#nothing#0', 'nothing'])(
    '%s is no channel, and the program does not wait for it',
    async (channel) => {
      const { keyOf, open } = programs;
      const astray = await open(await keyOf({}));
      await expect(astray.subscribePrivate(channel, channel, 'spot', undefined)).rejects.toThrow(BadSymbol);
    },
  );
});

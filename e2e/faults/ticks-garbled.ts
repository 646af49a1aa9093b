import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { obtain } from '../../apps/server/src/testing/api-client.ts';
import { seedOf, uniform } from '../../apps/server/src/testing/dice.ts';
import type { Fault } from './fault.ts';
import type { Ground } from './ground/ground.ts';
import { optionOrders, spotOrders } from './ground/read-back.ts';
import type { KlineBar } from '@plimsoll/contract';

const SEED = seedOf('garbled');
/** Fewer than the ten in a row that make a jump believable (RULES 2). */
const BETWEEN_TRUE_ONES = 8;
const ANSWERS_AFTER = 60;
const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;
const SYMBOL = 'btcusdt';
/** Books reach further than prices, by fifteen levels. */
const BOOK_REACH = 0.01;

type Garble = (ground: Ground, luck: number) => void;

const trade = (ground: Ground, price: unknown, amount: unknown, ts: unknown): void => {
  ground.exchange.server.push({
    ch: `market.${SYMBOL}.trade.detail`,
    ts,
    tick: { id: 1, ts, data: [{ id: 1, tradeId: 1, ts, price, amount, direction: 'buy' }] },
  });
};
const depth = (ground: Ground, bids: unknown, asks: unknown, ts: unknown = Date.now()): void => {
  ground.exchange.server.push({ ch: `market.${SYMBOL}.depth.step0`, ts, tick: { bids, asks, ts, version: ts } });
};
const around = (price: number): [bids: unknown, asks: unknown] => [[[price * 0.9999, 5]], [[price * 1.0001, 5]]];

/** Wrong data an exchange, or a middleman, may send. */
const GARBLES: Readonly<Record<string, Garble>> = {
  'a price a thousand times too high': (ground) => trade(ground, ground.exchange.price() * 1000, 1, Date.now()),
  'a price a thousand times too low': (ground) => trade(ground, ground.exchange.price() / 1000, 1, Date.now()),
  'a price of an hour ago': (ground, luck) =>
    trade(ground, ground.exchange.price() * 1.1, 1, Date.now() - 1000 - Math.floor(luck * HOUR_MS)),
  'a price of next year': (ground) => trade(ground, ground.exchange.price(), 1, Date.now() + YEAR_MS),
  'a price of no time': (ground) => trade(ground, ground.exchange.price(), 1, null),
  'a price below zero': (ground) => trade(ground, -ground.exchange.price(), 1, Date.now()),
  'a price of zero': (ground) => trade(ground, 0, 1, Date.now()),
  'a price in words': (ground) => trade(ground, 'NaN', 1, Date.now()),
  'a size below zero': (ground) => trade(ground, ground.exchange.price(), -1, Date.now()),
  'a price beyond all numbers': (ground) =>
    ground.exchange.server.raw(
      gzipSync(
        `{"ch":"market.${SYMBOL}.trade.detail","tick":{"data":[{"id":1,"ts":${Date.now()},"price":1e999,"amount":1}]}}`,
      ),
    ),
  'a book a thousand times too high': (ground) => depth(ground, ...around(ground.exchange.price() * 1000)),
  'a book whose sides cross': (ground) =>
    depth(ground, [[ground.exchange.price() * 1.01, 5]], [[ground.exchange.price() * 0.99, 5]]),
  'a book out of order': (ground) =>
    depth(
      ground,
      [
        [ground.exchange.price() * 0.98, 1],
        [ground.exchange.price() * 0.99, 1],
      ],
      [],
    ),
  'a book of an hour ago': (ground) => depth(ground, ...around(ground.exchange.price() * 1.1), Date.now() - HOUR_MS),
  'a book that is none': (ground) => depth(ground, 'bids', { asks: [] }),
  'a frame that is no gzip': (ground, luck) =>
    ground.exchange.server.raw(
      Buffer.from(Array.from({ length: 60 }, (_, at) => Math.floor(uniform(SEED, at, Math.floor(luck * 1e9)) * 256))),
    ),
  'a frame cut short': (ground) =>
    ground.exchange.server.raw(gzipSync('{"ch":"market.btcusdt.trade.detail"').subarray(0, 20)),
  'JSON that ends early': (ground) => ground.exchange.server.raw(gzipSync('{"ch":"market.btcusdt.trade.det')),
  'text that is no JSON': (ground) => ground.exchange.server.raw('ceci n’est pas un tick'),
  'a list': (ground) => ground.exchange.server.raw(gzipSync('[[],[null]]')),
  'a topic nobody asked for': (ground) =>
    ground.exchange.server.push({
      ch: 'market.dogeusdt.trade.detail',
      tick: { data: [{ id: 1, ts: Date.now(), price: 1, amount: 1 }] },
    }),
};
const KINDS = Object.entries(GARBLES);

/** Checks every price that was shown, traded at or settled by against the bounds of the true ones. */
async function judge(ground: Ground): Promise<void> {
  const [low, high] = ground.exchange.bounds(SYMBOL);
  const hold = (what: string, price: number, slack = 0): void => {
    if (!(price >= low * (1 - slack) && price <= high * (1 + slack)))
      ground.doubt(`${what} is ${price}, and was never sent`);
  };
  const url = await ground.url();
  hold(
    'the last price',
    Number((await obtain(url, 'getMarketList')).list.find(({ symbol }) => symbol === SYMBOL)?.close),
  );
  const response = await fetch(`${url}/huobiapi/market/history/kline?symbol=${SYMBOL}&period=1min&size=2000`);
  const { data: bars }: { readonly data: readonly KlineBar[] } = await response.json();
  for (const bar of bars.filter(({ count }) => count > 0)) {
    hold('the low of a minute', bar.low);
    hold('the high of a minute', bar.high);
  }
  for (const { token } of ground.records) {
    for (const { id, price, coinnum } of await spotOrders(url, token))
      if (Number(coinnum) > 0) hold(`the price of order ${id}`, Number(price), BOOK_REACH);
    for (const { order_id: id, buyprice, sellprice } of await optionOrders(url, token)) {
      if (buyprice !== null) hold(`the line of option ${id}`, Number(buyprice));
      if (sellprice !== null) hold(`the exit of option ${id}`, Number(sellprice));
    }
  }
}

export const ticksGarbled: Fault = {
  name: 'ticks-garbled',
  does: 'has the exchange say garbage, old prices and books, and prices a thousand times too high, among true ones',
  times: { full: 10_000, short: 400 },
  needs: {},
  async strike(ground, { times }) {
    for (let number = 0; number < times; number += 1) {
      const luck = uniform(SEED, 1, number);
      KINDS[Math.floor(luck * KINDS.length)]?.[1](ground, uniform(SEED, 2, number));
      if (number % BETWEEN_TRUE_ONES === 0) ground.exchange.say();
      await setImmediate();
    }
    await ground.untilAnswered(ANSWERS_AFTER);
    await ground.stopTrading();
    await judge(ground);
    return [`${times} wrong words of ${KINDS.length} kinds, a true price and book after every ${BETWEEN_TRUE_ONES}`];
  },
};

import { setTimeout as delay } from 'node:timers/promises';
import { PRICE_MODE, SIDE, type MarketItem, type Side } from '@plimsoll/contract';
import { affordable, amount, floorTo, formatShort, price, rate, share, type Amount, type Price } from '@plimsoll/money';
import { seedOf, uniform } from '../../apps/server/src/testing/dice.ts';
import type { RestartableServer } from '../support/restartable-server.ts';
import type { KnownOrder, MemberRecord } from './record.ts';
import { submit } from './submit.ts';
import { priceOfUnits } from '../support/units.ts';

/** The main market, and its share of orders. */
const MAIN = { symbol: 'btcusdt', share: 0.7 };
const OTHERS = ['ethusdt', 'solusdt', 'xrpusdt', 'dogeusdt', 'ethbtc'];

const CANCELS = 0.15;
const MARKET_ORDERS = 0.3;
const FAR_LIMITS = 0.2;
/** A double tap. */
const TWICE = 0.03;

/** Range of an order's worth, in the quote coin. */
const WORTH: Readonly<Record<string, readonly [number, number]>> = { USDT: [12, 160], BTC: [0.001, 0.006] };
/** Distance of limits from the last price: near ones, and others. */
const NEAR = 0.004;
const FAR: readonly [number, number] = [0.3, 0.6];

interface Day {
  readonly restartable: RestartableServer;
  readonly board: () => readonly MarketItem[];
  readonly seed: string;
  readonly pauseMs: number;
  readonly isOver: () => boolean;
}

/** One member's day: commands drawn from the seed, in sequence, each recorded with its answer. */
export async function liveMemberDay(number: number, record: MemberRecord, day: Day): Promise<void> {
  const seed = seedOf(`${day.seed}/member ${number}`);
  let drawn = 0;
  const draw = () => uniform(seed, 0, (drawn += 1));
  for (let command = 1; !day.isOver(); command += 1) {
    await delay(draw() * 2 * day.pauseMs);
    const key = `day.${number}.${command}`;
    const open = record.open();
    const chosen = open[Math.floor(draw() * open.length)];
    if (draw() < CANCELS && chosen) await cancel(day, record, chosen, key);
    else await place(day, record, drawFields(day.board(), draw), key, draw() < TWICE);
  }
}

async function place(
  day: Day,
  record: MemberRecord,
  fields: Readonly<Record<string, string>>,
  key: string,
  twice: boolean,
): Promise<void> {
  const send = () => submit(day.restartable, record, 'upbbbuy', fields, key);
  const [answer, again] = await Promise.all([send(), ...(twice ? [send()] : [])]);
  if (again && JSON.stringify(again.data) !== JSON.stringify(answer.data)) record.torn.push(key);
  if (answer.code === 1 && answer.data) record.acknowledged({ ...answer.data, fields });
  else record.refusal(answer.reason);
}

/** Cancels an order; it may have been filled meanwhile. */
export async function cancel(
  { restartable }: Pick<Day, 'restartable'>,
  record: MemberRecord,
  order: KnownOrder,
  key: string,
): Promise<void> {
  const answer = await submit(restartable, record, 'tradecancelOrder', { bb_id: String(order.id) }, key);
  if (answer.code === 1) {
    order.cancelled = true;
    record.cancels += 1;
  } else {
    order.over = answer.reason === 'order_not_open';
    record.refusal(answer.reason);
  }
}

/** A drawn order of any kind on any market. */
export function drawFields(board: readonly MarketItem[], draw: () => number): Record<string, string> {
  const symbol = draw() < MAIN.share ? MAIN.symbol : (OTHERS[Math.floor(draw() * OTHERS.length)] ?? MAIN.symbol);
  const market = board.find((each) => each.symbol === symbol);
  if (!market) throw new Error(`there is no market ${symbol}`);
  const side: Side = draw() < 0.55 ? 'buy' : 'sell';
  const [min, max] = WORTH[market.trade_coin] ?? [1, 2];
  const worth = amount((min + draw() * (max - min)).toFixed(6));
  const common = { m_id: String(market.id), type: SIDE[side] };
  if (draw() < MARKET_ORDERS) {
    const spent =
      side === 'buy' ? { amount: formatShort(worth) } : { num: quantityFor(market, worth, price(market.close)) };
    return { ...common, operate_type: PRICE_MODE.market, ...spent };
  }
  const away = draw() < FAR_LIMITS ? FAR[0] + draw() * (FAR[1] - FAR[0]) : (draw() * 2 - 1) * NEAR;
  const limit = priceAt(market, side === 'buy' ? 1 - away : 1 + away);
  return {
    ...common,
    operate_type: PRICE_MODE.limit,
    price: formatShort(limit),
    num: quantityFor(market, worth, limit),
  };
}

function priceAt({ close, price_step }: MarketItem, factor: number): Price {
  const asked = share(amount(close), rate(factor.toFixed(6)), 'down');
  return priceOfUnits(floorTo(asked, amount(price_step)));
}

/** Base quantity worth `worth`, on the market's step, at least its minimum. */
function quantityFor({ min, step }: MarketItem, worth: Amount, each: Price): string {
  const quantity = affordable(worth, each, amount(step));
  return quantity < amount(min) ? min : formatShort(quantity);
}

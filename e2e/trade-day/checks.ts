import { SPOT_STATUS, type SpotOrder } from '@plimsoll/contract';
import { amount, format, price } from '@plimsoll/money';
import type { Kept, KeptFill, KeptOrder } from './kept.ts';
import type { Minutes } from './minutes.ts';
import type { KnownOrder, MemberRecord } from './record.ts';
import type { Seen } from './seen.ts';
import { amountOfUnits } from '../support/units.ts';

export interface Check {
  readonly name: string;
  readonly counted: string;
  readonly wrong: readonly string[];
}

const GIFT = amount('10000');

/** Every acknowledged order is in the member's list exactly once, unchanged, and no other is. */
export function checkOrders(record: MemberRecord, { orders }: Seen): string[] {
  const wrong = record.twice.map((id) => `order ${id} was acknowledged under two keys`);
  wrong.push(...record.torn.map((key) => `the key ${key} was answered in two ways`));
  const times = new Map<number, number>();
  for (const { id } of orders) times.set(id, (times.get(id) ?? 0) + 1);
  for (const [id, count] of times) if (count > 1) wrong.push(`order ${id} is listed ${count} times`);
  for (const order of orders) {
    const known = record.orders.get(order.id);
    if (!known) wrong.push(`order ${order.id} was never acknowledged`);
    else wrong.push(...differences(known, order).map((what) => `order ${order.id}: ${what}`));
  }
  for (const id of record.orders.keys()) if (!times.has(id)) wrong.push(`order ${id} was acknowledged and is lost`);
  return wrong;
}

function differences({ fields, status, cancelled }: KnownOrder, seen: SpotOrder): string[] {
  const wrong: string[] = [];
  if (fields['type'] !== String(seen.type)) wrong.push('another side than ordered');
  if (fields['price'] !== undefined && price(fields['price']) !== price(seen.xjprice))
    wrong.push('another limit than ordered');
  if (fields['num'] !== undefined && amount(fields['num']) !== amount(seen.predict_num))
    wrong.push('another quantity than ordered');
  if (cancelled !== (seen.status === SPOT_STATUS.cancelled))
    wrong.push(cancelled ? 'its cancel was acknowledged and is lost' : 'cancelled by nobody');
  if (status === SPOT_STATUS.completed && seen.status !== SPOT_STATUS.completed)
    wrong.push('completed, and then no more');
  return wrong;
}

/** A member's balances are the gift plus what the orders brought, less what they cost and hold, to the last decimal. */
export function checkBalances(orders: readonly KeptOrder[], { balances }: Seen, usdt: string): string[] {
  const whole = new Map<string, bigint>([[usdt, GIFT]]);
  const frozen = new Map<string, bigint>();
  const add = (map: Map<string, bigint>, coin: string, change: bigint) => map.set(coin, (map.get(coin) ?? 0n) + change);
  for (const { side, base, quote, held, filled, paid, fee } of orders) {
    const bought = side === 1;
    add(whole, bought ? base : quote, amount(bought ? filled : paid) - amount(fee));
    add(whole, bought ? quote : base, -amount(bought ? paid : filled));
    add(frozen, bought ? quote : base, amount(held));
  }
  return [...balances].flatMap(([coin, seen]) => {
    const isFrozen = amountOfUnits(frozen.get(coin) ?? 0n);
    const available = amountOfUnits((whole.get(coin) ?? 0n) - isFrozen);
    const isSame = amount(seen.available) === available && amount(seen.frozen) === isFrozen;
    return isSame
      ? []
      : [
          `coin ${coin}: ${seen.available} + ${seen.frozen} frozen, orders say ${format(available)} + ${format(isFrozen)}`,
        ];
  });
}

/** No fill is worse than its limit. */
export const checkLimits = (fills: readonly KeptFill[]): string[] =>
  fills
    .filter(
      ({ side, limit_price, price: at }) =>
        limit_price !== null && (side === 1 ? price(at) > price(limit_price) : price(at) < price(limit_price)),
    )
    .map(
      ({ order_id, price: at, limit_price }) => `order ${order_id} was filled at ${at}, its limit is ${limit_price}`,
    );

/** Each btcusdt fill has a price within its minute of the file. */
export function checkMinutes(fills: readonly KeptFill[], minutes: Minutes): Check {
  const ofFile = fills.filter(({ symbol }) => symbol === 'btcusdt');
  const wrong = ofFile.flatMap(({ order_id, price: at, source_time }) => {
    const minute = source_time && minutes.at(source_time.getTime());
    if (!minute) return [`order ${order_id} was filled from no minute of the file`];
    const isInside = price(at) >= minute.low && price(at) <= minute.high;
    return isInside
      ? []
      : [`order ${order_id} was filled at ${at}; its minute went from ${format(minute.low)} to ${format(minute.high)}`];
  });
  return {
    name: 'each btcusdt fill lies between low and high of its snapshot’s minute in the file',
    counted: `${ofFile.length} fills`,
    wrong,
  };
}

export function checkDay(
  records: readonly MemberRecord[],
  seen: readonly Seen[],
  kept: Kept,
  minutes: Minutes,
): Check[] {
  const known = records.reduce((count, { orders }) => count + orders.size, 0);
  const named = (member: number) => (what: string) => `member ${member}: ${what}`;
  const seenOf = (member: number): Seen => seen[member] ?? { orders: [], balances: new Map() };
  const keptById = new Map(kept.orders.map((order) => [order.id, order]));
  return [
    {
      name: 'each acknowledged order is there exactly once, as it was ordered, and none besides',
      counted: `${known} orders`,
      wrong: records.flatMap((record, member) => checkOrders(record, seenOf(member)).map(named(member))),
    },
    {
      name: 'the database has no unacknowledged order',
      counted: `${kept.orders.length} orders`,
      wrong:
        kept.orders.length === known ? [] : [`${kept.orders.length} orders in the database, ${known} acknowledged`],
    },
    {
      name: 'each balance is the gift and what the orders brought, took and hold',
      counted: `${records.length} members`,
      wrong: records.flatMap((record, member) => {
        const own = [...record.orders.keys()].flatMap((id) => keptById.get(String(id)) ?? []);
        return checkBalances(own, seenOf(member), kept.usdt).map(named(member));
      }),
    },
    { name: 'no member is below zero', counted: `${records.length} members`, wrong: kept.below },
    { name: 'no fill is worse than its limit', counted: `${kept.fills.length} fills`, wrong: checkLimits(kept.fills) },
    checkMinutes(kept.fills, minutes),
  ];
}

import type { Side } from '@plimsoll/contract';
import { affordable, floorTo, least, minus, notional, share, unitOf, type Amount, type Price, type Rate } from '@plimsoll/money';
import type { Level, TradedMarket } from '../../market/types.ts';

/** What is still to be filled of an order: a quantity, or of a market buy what may yet be spent. */
export interface Wanted {
  readonly side: Side;
  /** Null for a market order. */
  readonly limit: Price | null;
  readonly quantity: Amount | null;
  readonly budget: Amount | null;
}

/** One level's part in filling an order. */
export interface Fill {
  readonly price: Price;
  /** In base. */
  readonly quantity: Amount;
  /** In quote, rounded down. */
  readonly paid: Amount;
  /** Of what is received (base of a buy, quote of a sell), rounded down. */
  readonly fee: Amount;
}

/** True when a level is at the order's limit or better. */
export const crosses = (side: Side, limit: Price | null, level: Price): boolean =>
  limit === null || (side === 'buy' ? level <= limit : level >= limit);

/**
 * Fills an order against one side of a book, best level first, each for at most what is left of it and never worse than the
 * limit (rules 3). Gives the fills and what is left of the levels after them. Pure.
 */
export function walk(
  levels: readonly Level[],
  wanted: Wanted,
  market: TradedMarket,
  feeRate: Rate,
): { readonly fills: readonly Fill[]; readonly left: readonly Level[] } {
  const fills: Fill[] = [];
  const left: Level[] = [];
  let quantity = wanted.quantity;
  let budget = wanted.budget;
  const baseUnit = unitOf(market.base.decimals);
  const quoteUnit = unitOf(market.quote.decimals);
  for (const level of levels) {
    const most = quantity ?? affordable(budget ?? (0n as Amount), level.price, market.step);
    // A feed may say finer sizes than the coin can be given in.
    const take = crosses(wanted.side, wanted.limit, level.price) ? floorTo(least(most, level.size), baseUnit) : (0n as Amount);
    const paid = notional(level.price, take, 'down', quoteUnit);
    // A leg that would round to nothing is not traded.
    if (paid === 0n) {
      left.push(level);
      continue;
    }
    const fee = wanted.side === 'buy' ? share(take, feeRate, 'down', baseUnit) : share(paid, feeRate, 'down', quoteUnit);
    fills.push({ price: level.price, quantity: take, paid, fee });
    if (quantity !== null) quantity = minus(quantity, take);
    if (budget !== null) budget = minus(budget, paid);
    if (take < level.size) left.push({ price: level.price, size: minus(level.size, take) });
  }
  return { fills, left };
}

/** Levels less the quantities filled from them. */
export function takeAway(levels: readonly Level[], fills: readonly Fill[]): Level[] {
  const taken = new Map<bigint, bigint>();
  for (const fill of fills) taken.set(fill.price, (taken.get(fill.price) ?? 0n) + fill.quantity);
  return levels
    .map((level) => ({ price: level.price, size: (level.size - (taken.get(level.price) ?? 0n)) as Level['size'] }))
    .filter((level) => level.size > 0n);
}

import type { Side } from '@plimsoll/contract';
import {
  affordable,
  floorTo,
  leaned,
  least,
  minus,
  notional,
  share,
  unitOf,
  type Amount,
  type Price,
  type Rate,
  type Take,
} from '@plimsoll/money';
import type { Level, TradedMarket } from '../../market/types.ts';
import type { Room } from './position.ts';

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
  /** What it was filled at: the level's price, or as far away from it as that leaned. */
  readonly price: Price;
  /** The level's own. */
  readonly level: Price;
  /** In base. */
  readonly quantity: Amount;
  /** In quote, rounded down. */
  readonly paid: Amount;
  /** Of what is received (base of a buy, quote of a sell), rounded down. */
  readonly fee: Amount;
}

/** What an order is filled under. */
export interface WalkTerms {
  /** Of what is received. */
  readonly feeRate: Rate;
  /** How far prices lean away from the member. */
  readonly lean: Rate;
  /** The most that may be filled. */
  readonly room: Room;
}

/** True when a level is at the order's limit or better. */
export const crosses = (side: Side, limit: Price | null, level: Price): boolean =>
  limit === null || (side === 'buy' ? level <= limit : level >= limit);

/**
 * Fills an order against one side of a book, best level first, each for at most what is left of it, as far as there is
 * room, and never worse than the limit (RULES 3). Gives the fills and what is left of the levels after them. Pure.
 */
export function walk(
  levels: readonly Level[],
  wanted: Wanted,
  market: TradedMarket,
  { feeRate, lean, room }: WalkTerms,
): { readonly fills: readonly Fill[]; readonly left: readonly Level[] } {
  const fills: Fill[] = [];
  const left: Level[] = [];
  let quantity = wanted.quantity;
  let budget = wanted.budget;
  let { quantity: roomQuantity, paid: roomPaid } = room;
  const baseUnit = unitOf(market.base.decimals);
  const quoteUnit = unitOf(market.quote.decimals);
  for (const level of levels) {
    const price = lean === 0n ? level.price : leaned(level.price, wanted.side, lean);
    // So cheap a level may lean to nothing.
    if (price <= 0n) {
      left.push(level);
      continue;
    }
    const most = quantity ?? affordable(budget ?? (0n as Amount), price, market.step);
    const allowed = least(
      least(most, level.size),
      least(floorTo(roomQuantity, market.step), affordable(roomPaid, price, market.step)),
    );
    // A feed may say finer sizes than the coin can be given in.
    const take = crosses(wanted.side, wanted.limit, price) ? floorTo(allowed, baseUnit) : (0n as Amount);
    const paid = notional(price, take, 'down', quoteUnit);
    // A leg that would round to nothing is not traded.
    if (paid === 0n) {
      left.push(level);
      continue;
    }
    const fee =
      wanted.side === 'buy' ? share(take, feeRate, 'down', baseUnit) : share(paid, feeRate, 'down', quoteUnit);
    fills.push({ price, level: level.price, quantity: take, paid, fee });
    roomQuantity = minus(roomQuantity, take);
    roomPaid = minus(roomPaid, paid);
    if (quantity !== null) quantity = minus(quantity, take);
    if (budget !== null) budget = minus(budget, paid);
    if (take < level.size) left.push({ price: level.price, size: minus(level.size, take) });
  }
  return { fills, left };
}

/** True when anything can be traded at a level: its size, in the base's places, pays one unit of the quote at least. */
export const isTradable = ({ price, size }: Level, market: TradedMarket): boolean =>
  notional(price, floorTo(size, unitOf(market.base.decimals)), 'down', unitOf(market.quote.decimals)) > 0n;

/** What fills took of which level. */
export const takesOf = (fills: readonly Fill[]): Take[] =>
  fills.map(({ level, quantity }) => ({ price: level, quantity }));

/** Levels less the quantities filled from them. */
export function takeAway(levels: readonly Level[], fills: readonly Take[]): Level[] {
  const taken = new Map<bigint, bigint>();
  for (const fill of fills) taken.set(fill.price, (taken.get(fill.price) ?? 0n) + fill.quantity);
  return levels
    .map((level) => ({ price: level.price, size: (level.size - (taken.get(level.price) ?? 0n)) as Level['size'] }))
    .filter((level) => level.size > 0n);
}

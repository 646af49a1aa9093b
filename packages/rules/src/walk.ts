import {
  affordable,
  amountOfUnits,
  floorTo,
  leaned,
  minOf,
  minus,
  unitOf,
  ZERO,
  type Amount,
  type Price,
  type Rate,
} from '@plimsoll/money';
import { fillFee, fillPaid, type Legs, type Side, type SpotMarket, type Wanted } from './spot.ts';

/** One level of a book. */
export interface Level {
  readonly price: Price;
  /** In base. */
  readonly size: Amount;
}

/** The maximum that may be filled: quantity in base, cost in quote. */
export type Room = Legs;

/** More than any amount that fits. */
export const UNBOUNDED = amountOfUnits(10n ** 26n);
/** The room of an order that only the book bounds. */
export const NO_BOUNDS: Room = { quantity: UNBOUNDED, paid: UNBOUNDED };

/** One level's part in filling an order. */
export interface Fill extends Legs {
  /** The level's price, leaned. */
  readonly price: Price;
  /** The level's own price. */
  readonly level: Price;
  /** Of what is received (base of a buy, quote of a sell), rounded down. */
  readonly fee: Amount;
}

/** Terms of filling an order. */
export interface WalkTerms {
  /** Of what is received. */
  readonly feeRate: Rate;
  /** How far prices lean against the member. */
  readonly lean: Rate;
  readonly room: Room;
}

/** True when a level is at the order's limit or better. */
export const crosses = (side: Side, limit: Price | null, level: Price): boolean =>
  limit === null || (side === 'buy' ? level <= limit : level >= limit);

/** True when a level can be traded: its size, in the base's places, is worth at least one unit of the quote. */
export const isTradable = ({ price, size }: Level, market: Pick<SpotMarket, 'base' | 'quote'>): boolean =>
  fillPaid(price, floorTo(size, unitOf(market.base.decimals)), market) > 0n;

/**
 * Fills an order against one side of a book, best level first, within `room` and never worse than the limit (RULES 3).
 * Returns the fills and the rest of the levels. Pure.
 */
export function walk(
  levels: readonly Level[],
  wanted: Wanted,
  market: SpotMarket,
  { feeRate, lean, room }: WalkTerms,
): { readonly fills: readonly Fill[]; readonly left: readonly Level[] } {
  const fills: Fill[] = [];
  const left: Level[] = [];
  let { quantity, budget } = wanted;
  let { quantity: roomQuantity, paid: roomPaid } = room;
  const baseUnit = unitOf(market.base.decimals);
  for (const level of levels) {
    const price = lean === 0n ? level.price : leaned(level.price, wanted.side, lean);
    // A very cheap level may lean to zero.
    if (price <= 0n) {
      left.push(level);
      continue;
    }
    const wantedHere = quantity ?? affordable(budget ?? ZERO, price, market.step);
    const allowed = minOf(
      minOf(wantedHere, level.size),
      minOf(floorTo(roomQuantity, market.step), affordable(roomPaid, price, market.step)),
    );
    // Sizes of a feed may be finer than the coin's places.
    const take = crosses(wanted.side, wanted.limit, price) ? floorTo(allowed, baseUnit) : ZERO;
    const paid = fillPaid(price, take, market);
    // A leg that rounds to zero is not traded.
    if (paid === 0n) {
      left.push(level);
      continue;
    }
    const fee = fillFee(wanted.side, { quantity: take, paid }, feeRate, market);
    fills.push({ price, level: level.price, quantity: take, paid, fee });
    roomQuantity = minus(roomQuantity, take);
    roomPaid = minus(roomPaid, paid);
    if (quantity !== null) quantity = minus(quantity, take);
    if (budget !== null) budget = minus(budget, paid);
    if (take < level.size) left.push({ price: level.price, size: minus(level.size, take) });
  }
  return { fills, left };
}

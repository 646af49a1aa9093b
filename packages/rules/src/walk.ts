import {
  affordable,
  floorTo,
  leaned,
  least,
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

/** The most that may be filled: a quantity in base, and what it may cost in quote. */
export type Room = Legs;

/** More than there can be of anything. */
export const UNBOUNDED = (10n ** 26n) as Amount;
/** The room of an order that nothing but the book bounds. */
export const NO_BOUNDS: Room = { quantity: UNBOUNDED, paid: UNBOUNDED };

/** One level's part in filling an order. */
export interface Fill extends Legs {
  /** What it was filled at: the level's price, or as far away from it as that leaned. */
  readonly price: Price;
  /** The level's own. */
  readonly level: Price;
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

/** True when anything can be traded at a level: its size, in the base's places, pays one unit of the quote at least. */
export const isTradable = ({ price, size }: Level, market: Pick<SpotMarket, 'base' | 'quote'>): boolean =>
  fillPaid(price, floorTo(size, unitOf(market.base.decimals)), market) > 0n;

/**
 * Fills an order against one side of a book, best level first, each for at most what is left of it, as far as there is
 * room, and never worse than the limit (RULES 3). Gives the fills and what is left of the levels after them. Pure.
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
    // So cheap a level may lean to nothing.
    if (price <= 0n) {
      left.push(level);
      continue;
    }
    const most = quantity ?? affordable(budget ?? ZERO, price, market.step);
    const allowed = least(
      least(most, level.size),
      least(floorTo(roomQuantity, market.step), affordable(roomPaid, price, market.step)),
    );
    // A feed may say finer sizes than the coin can be given in.
    const take = crosses(wanted.side, wanted.limit, price) ? floorTo(allowed, baseUnit) : ZERO;
    const paid = fillPaid(price, take, market);
    // A leg that would round to nothing is not traded.
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

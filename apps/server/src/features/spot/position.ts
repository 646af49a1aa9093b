import {
  affordable,
  minus,
  notional,
  PLACES,
  plus,
  rate,
  unitOf,
  ZERO,
  type Amount,
  type Price,
  type Rate,
} from '@plimsoll/money';

/** `spot_position_limit` and `spot_member_minute_limit` (RULES 3), both in USDT. */
export interface SpotLimits {
  /** The most that the house's position in a coin may be worth, long or short. */
  readonly position: Amount;
  /** What a member may deal for in any minute, in spot and exchange together. */
  readonly memberMinute: Amount;
}

/**
 * Half a percent at the limit: five times what a trade costs in fees, so that a position is worth bringing back before
 * it is full.
 */
export const MAX_LEAN = rate('0.005');

/** The house's position in a coin, with what limits it. */
export interface Position {
  readonly coinId: string;
  /** Below zero when the house sold more than it bought. */
  readonly quantity: Amount;
  /** One unit in USDT. */
  readonly price: Price;
  /** In USDT. */
  readonly limit: Amount;
}

/** What a deal does to the house's position in a coin. */
export type Direction = 'up' | 'down';

const SMALLEST = unitOf(PLACES);
/** A price that leans nowhere. */
export const NO_LEAN = rate('0');

/** How far the position already is the way it would go; below zero on the other side. */
const along = ({ quantity }: Position, direction: Direction): Amount =>
  direction === 'up' ? quantity : minus(ZERO, quantity);

/**
 * How much of the coin may go that way before the position is at its limit (RULES 3); the way back is open all along.
 */
export function roomOf(position: Position, direction: Direction): Amount {
  const most = affordable(position.limit, position.price, SMALLEST);
  const room = minus(most, along(position, direction));
  return room > ZERO ? room : ZERO;
}

/**
 * How far the house's price leans away from a deal that would make its position larger (RULES 3): not at all up to half
 * of the limit, and from there in a straight line to {@link MAX_LEAN} at the limit, rounded down. It is by the position
 * before the order, and holds for all of it.
 */
export function leanOf(position: Position, direction: Direction): Rate {
  const ahead = along(position, direction);
  if (ahead <= ZERO) return NO_LEAN;
  const worth = notional(position.price, ahead, 'up');
  const beyond = minus(plus(worth, worth), position.limit);
  if (beyond <= ZERO) return NO_LEAN;
  if (beyond >= position.limit) return MAX_LEAN;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a rate times the quotient of two amounts is a rate
  return ((MAX_LEAN * beyond) / position.limit) as Rate;
}

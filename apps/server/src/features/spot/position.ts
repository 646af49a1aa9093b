import {
  affordable,
  minus,
  notional,
  PLACES,
  plus,
  rate,
  rateOfUnits,
  unitOf,
  ZERO,
  type Amount,
  type Price,
  type Rate,
} from '@plimsoll/money';

/** `spot_position_limit` and `spot_member_minute_limit` (RULES 3), both in USDT. */
export interface SpotLimits {
  readonly position: Amount;
  readonly memberMinute: Amount;
}

/** Half a percent at the limit: five times the usual fee, so that reducing the position pays. */
export const MAX_LEAN = rate('0.005');

export interface Position {
  readonly coinId: string;
  readonly quantity: Amount;
  readonly price: Price;
  readonly limit: Amount;
}

/** What a deal does to the dealer's position in a coin. */
export type Direction = 'up' | 'down';

const SMALLEST = unitOf(PLACES);
export const NO_LEAN = rate('0');

/** How far the position already is in that direction; negative on the other side. */
const along = ({ quantity }: Position, direction: Direction): Amount =>
  direction === 'up' ? quantity : minus(ZERO, quantity);

/** How much of the coin may go in that direction before the position reaches its limit (RULES 3). */
export function roomOf(position: Position, direction: Direction): Amount {
  const most = affordable(position.limit, position.price, SMALLEST);
  const room = minus(most, along(position, direction));
  return room > ZERO ? room : ZERO;
}

/**
 * How far the price leans against a deal that would enlarge the position (RULES 3): zero up to half of the limit, then
 * linear to {@link MAX_LEAN}, rounded down.
 */
export function leanOf(position: Position, direction: Direction): Rate {
  const ahead = along(position, direction);
  if (ahead <= ZERO) return NO_LEAN;
  const worth = notional(position.price, ahead, 'up');
  const beyond = minus(plus(worth, worth), position.limit);
  if (beyond <= ZERO) return NO_LEAN;
  if (beyond >= position.limit) return MAX_LEAN;
  return rateOfUnits((MAX_LEAN * beyond) / position.limit);
}

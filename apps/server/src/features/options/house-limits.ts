import { minus, plus, sum, ZERO, type Amount, type Price } from '@plimsoll/money';
import type { Direction } from '@plimsoll/proof';
import type { PlacedOption } from './order.ts';

/** Options that expire within one slot count as one risk. */
export const SLOT_MS = 10_000;

/** The maximum risk of open options, read each time (RULES 4.8). Both in the staked coin. */
export interface HouseLimits {
  /** `options_net_limit`: the loss of what expires on a market within a slot. */
  readonly net: Amount;
  /** `options_member_limit`: a member's open stakes. */
  readonly member: Amount;
}

/** The sum of open options of one direction and one line. */
export interface Exposed {
  readonly direction: Direction;
  /** Null until it is drawn. */
  readonly line: Price | null;
  readonly stakes: Amount;
  readonly winnings: Amount;
}

/** The beginnings of the one or two slots that an option may expire in. */
export function slotsOf({
  placedAtMs,
  lineDelayMs,
  lineWithinMs,
  seconds,
}: Pick<PlacedOption, 'placedAtMs' | 'lineDelayMs' | 'lineWithinMs' | 'seconds'>): readonly number[] {
  const earliestMs = placedAtMs + lineDelayMs + seconds * 1000;
  const begins = [earliestMs, earliestMs + lineWithinMs].map((ms) => ms - (ms % SLOT_MS));
  return [...new Set(begins)];
}

/**
 * The maximum loss, net of stakes won, if one price ends all of these. Without a line an option may win at any price.
 * Never negative.
 */
export function worstLoss(options: readonly Exposed[]): Amount {
  const undrawn = sum(options.filter(({ line }) => line === null).map(({ winnings }) => winnings));
  const drawn = options
    .flatMap(({ line, ...rest }) => (line === null ? [] : [{ ...rest, line }]))
    .toSorted((a, b) => (a.line < b.line ? -1 : Number(a.line > b.line)));
  let loss: Amount = drawn.reduce(
    (all, { direction, stakes, winnings }) => (direction === 'down' ? plus(all, winnings) : minus(all, stakes)),
    ZERO,
  );
  let worst = loss;
  for (const here of Map.groupBy(drawn, ({ line }) => line).values()) {
    // At the line itself they are ties; above it they are the other way round.
    for (const { direction, stakes, winnings } of here)
      loss = direction === 'down' ? minus(loss, winnings) : plus(loss, stakes);
    if (loss > worst) worst = loss;
    for (const { direction, stakes, winnings } of here)
      loss = direction === 'down' ? minus(loss, stakes) : plus(loss, winnings);
    if (loss > worst) worst = loss;
  }
  return plus(worst > ZERO ? worst : ZERO, undrawn);
}

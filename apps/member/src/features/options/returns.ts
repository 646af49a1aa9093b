import type { OptionOrder } from '@plimsoll/contract';
import {
  amount,
  averagePrice,
  formatShort,
  plus,
  rate as rateOf,
  share,
  unitOf,
  type Amount,
  type Price,
  type Rate,
} from '@plimsoll/money';
import type { Direction } from '@plimsoll/proof';
import { payoutOf, winnings } from '@plimsoll/rules';

/** What comes back when the option is right: the stake and its profit, in the places of the staked coin (RULES 4). */
export const returnOf = (stake: Amount, rate: Rate, decimals: number): Amount =>
  payoutOf({ stake, rate, unit: unitOf(decimals) });

const HUNDRED = (100n * 10n ** 8n) as Amount;
const ONE = (10n ** 8n) as Amount;
const WHOLE = (10n ** 8n) as Rate;

/** How often one must be right to lose nothing in the long run, in percent of two places: 1 / (1 + rate). */
export const breakEven = (rate: Rate): Amount =>
  share(averagePrice(HUNDRED, plus(ONE, rate as bigint as Amount)) as bigint as Amount, WHOLE, 'half-even', unitOf(2));

/** A rate in percent: 0.8 is 80. */
export const percentOf = (rate: Rate): Rate => (rate * 100n) as Rate;

/** Where a price stands to the line. */
export type Standing = 'above' | 'below' | 'on';
export const standingOf = (line: Price, now: Price): Standing => (now === line ? 'on' : now > line ? 'above' : 'below');

/** How far a price is from the line, without a sign. */
export const distanceOf = (line: Price, now: Price): Price => (now > line ? now - line : line - now) as Price;

/** What would become of an option that ended there. */
export function wouldBe(direction: Direction, standing: Standing): 'win' | 'lose' | 'tie' {
  if (standing === 'on') return 'tie';
  return (standing === 'above') === (direction === 'up') ? 'win' : 'lose';
}

/** What an option would bring that ended so: its profit, minus its stake, or nothing; as the wire writes it. */
export function worthAt(
  { num, rate, decimals }: Pick<OptionOrder, 'num' | 'rate' | 'decimals'>,
  fate: ReturnType<typeof wouldBe>,
): string {
  if (fate === 'tie') return '0';
  const stake = amount(num);
  return fate === 'win'
    ? formatShort(winnings({ stake, rate: rateOf(rate), unit: unitOf(decimals) }))
    : `-${formatShort(stake)}`;
}

import type { OptionOrder } from '@plimsoll/contract';
import {
  amount,
  averagePrice,
  format,
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

/** What a win returns: stake and profit, in the places of the staked coin (RULES 4). */
export const returnOf = (stake: Amount, rate: Rate, decimals: number): Amount =>
  payoutOf({ stake, rate, unit: unitOf(decimals) });

const HUNDRED = amount('100');
const ONE = amount('1');
const WHOLE = rateOf('1');

/** How often one must be right to lose nothing in the long run, in percent: 1 / (1 + rate). */
export function breakEven(rate: Rate): Amount {
  const percent = averagePrice(HUNDRED, plus(ONE, amount(format(rate))));
  return share(amount(format(percent)), WHOLE, 'half-even', unitOf(2));
}

export type Standing = 'above' | 'below' | 'on';
export const standingOf = (line: Price, now: Price): Standing => (now === line ? 'on' : now > line ? 'above' : 'below');

/** The outcome of an option that ended there. */
export function wouldBe(direction: Direction, standing: Standing): 'win' | 'lose' | 'tie' {
  if (standing === 'on') return 'tie';
  return (standing === 'above') === (direction === 'up') ? 'win' : 'lose';
}

/** What an option with this outcome would bring: its profit, minus its stake, or nothing. */
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

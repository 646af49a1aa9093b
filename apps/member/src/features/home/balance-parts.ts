import type { Answer } from '@plimsoll/contract';
import { amount, format, sum } from '@plimsoll/money';

type Balances = Answer<'getUserBalanceList'>;

export interface BalancePart {
  readonly type: Balances['coinList'][number]['type'];
  /** In USDT with eight places, frozen included. */
  readonly total: string;
  /** Share of the total in percent, one place. For drawing, never for money. */
  readonly percent: number;
}

/** What each account holds, in USDT, and its share. Funds first; an empty quant account is left out. */
export function balanceParts({ coinList }: Balances): BalancePart[] {
  const totals = coinList
    .toSorted((a, b) => a.type - b.type)
    .map(({ type, balanceInfo }) => ({ type, total: sum(balanceInfo.map((each) => amount(each.all_zhprice))) }));
  const whole = sum(totals.map((each) => each.total));
  return totals
    .filter(({ type, total }) => type !== 3 || total > 0n)
    .map(({ type, total }) => ({
      type,
      total: format(total),
      percent: whole === 0n ? 0 : Number((total * 1000n) / whole) / 10,
    }));
}

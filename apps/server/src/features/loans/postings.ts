import { ACCOUNT_TYPE } from '@plimsoll/contract';
import { plus, type Amount } from '@plimsoll/money';
import { move, nonZeroLines, type Journal, type MemberAccount } from '../../ledger/index.ts';
import type { Lent } from './loan.ts';

/** Where loans are credited and collected: funds (docs/wire/conventions.md). */
export const fundsOf = ({ memberId, coinId }: Pick<Lent, 'memberId' | 'coinId'>): MemberAccount => ({
  memberId,
  type: ACCOUNT_TYPE.funds,
  coinId,
});

/** An operator approves: the amount, out of the house's `loans`. */
export const lending = (loan: Lent, operatorId: string): Journal => ({
  cause: { kind: 'loan', id: loan.id },
  actor: { kind: 'operator', id: operatorId },
  lines: [move({ house: 'loans', coinId: loan.coinId }, fundsOf(loan), loan.amount)],
});

/**
 * All at once: the principal back to `loans`, the interest and what `late` brought to `fees`, which is what the house
 * earned. So `loans` is what owners put there less what is out. `by` is the member who repays; null when the clock
 * collects.
 */
export const repaying = (loan: Lent, late: Amount, by: string | null): Journal => ({
  cause: { kind: 'loan-repayment', id: loan.id },
  actor: by === null ? { kind: 'clock' } : { kind: 'member', id: by },
  lines: nonZeroLines([
    move(fundsOf(loan), { house: 'loans', coinId: loan.coinId }, loan.amount),
    move(fundsOf(loan), { house: 'fees', coinId: loan.coinId }, plus(loan.interest, late)),
  ]),
});

import { ACCOUNT_TYPE } from '@plimsoll/contract';
import { plus, type Amount } from '@plimsoll/money';
import { move, nonZeroLines, type Journal, type MemberAccount } from '../../ledger/index.ts';
import type { Lent } from './loan.ts';

/** Loans are credited to and collected from funds (docs/wire/conventions.md). */
export const fundsOf = ({ memberId, coinId }: Pick<Lent, 'memberId' | 'coinId'>): MemberAccount => ({
  memberId,
  type: ACCOUNT_TYPE.funds,
  coinId,
});

/** Credits the amount from the house account `loans`. */
export const lending = (loan: Lent, operatorId: string): Journal => ({
  cause: { kind: 'loan', id: loan.id },
  actor: { kind: 'operator', id: operatorId },
  lines: [move({ house: 'loans', coinId: loan.coinId }, fundsOf(loan), loan.amount)],
});

/**
 * The principal goes to `loans`, interest and late interest to `fees`: `loans` holds what owners put in less what is
 * lent. `by` is the member who repays, null for the clock.
 */
export const repaying = (loan: Lent, late: Amount, by: string | null): Journal => ({
  cause: { kind: 'loan-repayment', id: loan.id },
  actor: by === null ? { kind: 'clock' } : { kind: 'member', id: by },
  lines: nonZeroLines([
    move(fundsOf(loan), { house: 'loans', coinId: loan.coinId }, loan.amount),
    move(fundsOf(loan), { house: 'fees', coinId: loan.coinId }, plus(loan.interest, late)),
  ]),
});

import { ACCOUNT_TYPE, refuse, type Refusal } from '@plimsoll/contract';
import { formatShort, minus, ZERO, type Amount } from '@plimsoll/money';
import { accountKey, availableIn, type MemberAccount } from '../../ledger/index.ts';
import type { Query } from '../../platform/db.ts';
import type { OwedOverdue } from './deps.ts';
import type { Request } from './withdrawal-store.ts';

/** No loans, no debts. */
export const owesNothing: OwedOverdue = async () => ZERO;

/** `available` without what is owed. */
export const free = (available: Amount, owed: Amount): Amount => (available > owed ? minus(available, owed) : ZERO);

type Wish = Pick<Request, 'memberId' | 'coinId' | 'coin' | 'amount'>;
const fundsOf = ({ memberId, coinId }: Wish): MemberAccount => ({ memberId, type: ACCOUNT_TYPE.funds, coinId });

/** For each wish, taken one after the other, why it would withdraw what its member owes on an overdue loan (rules 6); undefined where it would not. */
export async function refusedForDebt(query: Query, owedOverdue: OwedOverdue, wishes: readonly Wish[]): Promise<(Refusal | undefined)[]> {
  const accounts = new Map(wishes.map((wish) => [accountKey(fundsOf(wish)), wish]));
  const owed = new Map<string, Amount>();
  for (const [key, { memberId, coinId }] of accounts) {
    const debt = await owedOverdue(query, memberId, coinId);
    if (debt > 0n) owed.set(key, debt);
  }
  if (owed.size === 0) return wishes.map(() => undefined);
  const available = await availableIn(query, wishes.map(fundsOf).filter((account) => owed.has(accountKey(account))));
  const left = new Map([...owed].map(([key, debt]) => [key, free(available.get(key) ?? ZERO, debt)]));
  return wishes.map((wish) => {
    const key = accountKey(fundsOf(wish));
    const most = left.get(key);
    if (most === undefined) return undefined;
    if (wish.amount > most) return refuse('owed_on_loan', { maximum: formatShort(most), coin: wish.coin }).refusal;
    left.set(key, minus(most, wish.amount));
    return undefined;
  });
}

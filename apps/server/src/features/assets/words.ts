import type { AccountType } from '@plimsoll/contract';
import { CAUSE_KINDS, type CauseKind } from '../../ledger/index.ts';
import type { ServerKey, Translate } from '@plimsoll/i18n/server';

const ACCOUNTS = { 1: 'funds', 2: 'options', 3: 'quant' } as const satisfies Record<AccountType, string>;

/** An account's name in a language. */
export const accountName = (type: AccountType, translate: Translate): string =>
  translate(`terms.account.${ACCOUNTS[type]}`);

interface BillFacts {
  readonly kind: string;
  readonly isIncome: boolean;
  /** The other end: one of the member's own accounts, or a house account. */
  readonly otherType: AccountType | null;
  readonly otherHouse: string | null;
  /** The username of the other end's member; null for a house account. */
  readonly otherMember: string | null;
}

const isKnown = (kind: string): kind is CauseKind => (CAUSE_KINDS as readonly string[]).includes(kind);

/** The words of a bill. A kind without words does not compile. */
export function remarkOf(
  { kind, isIncome, otherType, otherHouse, otherMember }: BillFacts,
  translate: Translate,
): string {
  const key: ServerKey = isKnown(kind) ? `terms.bills.${kind}` : 'terms.bills.other';
  return translate(key, {
    way: isIncome ? 'in' : 'out',
    with: otherHouse ?? 'member',
    account: otherType === null ? '' : accountName(otherType, translate),
    member: otherMember ?? '',
  });
}

import type { AccountType } from '@plimsoll/contract';
import { CAUSE_KINDS, type CauseKind } from '../../ledger/index.ts';
import type { ServerKey, Translate } from '@plimsoll/i18n/server';

const ACCOUNTS = { 1: 'funds', 2: 'options', 3: 'quant' } as const satisfies Record<AccountType, string>;

/** An account's name in a language. */
export const accountName = (type: AccountType, translate: Translate): string =>
  translate(`terms.account.${ACCOUNTS[type]}`);

/** What a bill is about. */
interface BillFacts {
  /** The cause of its journal. */
  readonly kind: string;
  readonly isIncome: boolean;
  /** The other end: one of the member's own accounts, or a house account by its name. */
  readonly otherType: AccountType | null;
  readonly otherHouse: string | null;
  /** The username of the member whose account the other end is; null for the house's. */
  readonly otherMember: string | null;
}

const isKnown = (kind: string): kind is CauseKind => (CAUSE_KINDS as readonly string[]).includes(kind);

/**
 * Says what kind of event changed a balance. A kind without words does not compile: this is where its key is looked up.
 */
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

import type { LedgerAccount } from '@plimsoll/contract/operator';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { MemberLink } from '../../platform/resource/index.ts';

type Owned = Pick<LedgerAccount, 'member_id' | 'username' | 'type' | 'house'>;
const TYPES = { 1: 'funds', 2: 'options', 3: 'quant' } as const;

const capital = (words: string): string => words.charAt(0).toLocaleUpperCase() + words.slice(1);

/** Names of accounts, inside a sentence and as a heading. */
export function useAccountWords() {
  const t = useTranslations('console-ledger');
  return useMemo(
    () => ({
      account: (type: 1 | 2 | 3): string => t(`accounts.${TYPES[type]}`),
      house: (name: NonNullable<Owned['house']>): string => t(`houses.${name}`),
      accountTitle: (type: 1 | 2 | 3): string => capital(t(`accounts.${TYPES[type]}`)),
      houseTitle: (name: NonNullable<Owned['house']>): string => capital(t(`houses.${name}`)),
    }),
    [t],
  );
}

/** An account by its owner; `part` names available or frozen. */
export function AccountName({ of, part }: { readonly of: Owned; readonly part?: 'available' | 'frozen' | undefined }) {
  const t = useTranslations('console-ledger');
  const words = useAccountWords();
  const side = part === undefined ? '' : t('ofOwner', { account: t(part) });
  if (of.house !== null)
    return (
      <span>
        {t('house', { name: words.house(of.house) })}
        {side}
      </span>
    );
  return (
    <span>
      <MemberLink id={of.member_id ?? 0}>
        <bdi>{of.username ?? String(of.member_id)}</bdi>
      </MemberLink>
      {of.type !== null && t('ofOwner', { account: words.account(of.type) })}
      {side}
    </span>
  );
}

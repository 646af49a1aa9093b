import { HOUSE_NAMES } from './house-names.ts';
import type { LedgerAccount } from '@plimsoll/contract/operator';
import { CoinMark, Empty, ErrorState, Figure } from '@plimsoll/ui';
import { ChoiceField, FlagField } from '@plimsoll/ui/console';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { ask } from '../../platform/api.ts';
import { useProblemWords } from '../../platform/problem-words.ts';
import {
  filteredBy,
  MemberLink,
  NotRefreshed,
  RowsSkeleton,
  RowsTable,
  type Column,
} from '../../platform/resource/index.ts';
import { AccountName, useAccountWords } from './account-name.tsx';
import { LedgerPages } from './ledger-pages.tsx';

const NOTHING = /^[-0.]*$/;

function useColumns() {
  const t = useTranslations('console-ledger');
  return useMemo(
    (): readonly Column<LedgerAccount>[] => [
      {
        id: 'account',
        header: t('account'),
        cell: (account) => (
          <span className="font-medium">
            <AccountName of={account} />
          </span>
        ),
      },
      {
        id: 'coin',
        header: t('coin'),
        cell: ({ coin }) => (
          <span className="flex items-center gap-2">
            <CoinMark coin={coin} size={20} />
            {coin}
          </span>
        ),
      },
      {
        id: 'available',
        header: t('availableHead'),
        end: true,
        cell: ({ available }) => <Figure value={available} places={8} />,
      },
      { id: 'frozen', header: t('frozenHead'), end: true, cell: ({ frozen }) => <Figure value={frozen} places={8} /> },
      { id: 'id', header: t('number'), end: true, cell: ({ id }) => <span className="n text-ink-3">{id}</span> },
    ],
    [t],
  );
}

/** Balances of house accounts, of one of them, or of a member (`?member=7`). */
export default function AccountsScreen() {
  const t = useTranslations('console-ledger');
  const words = useProblemWords();
  const [address, setAddress] = useSearchParams();
  const member = address.get('member') ?? '';
  const house = address.get('house') ?? '';
  const isWhole = address.get('empty') === '1';
  const set = (name: string, value: string) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['ledger', 'accounts', member, house],
    queryFn: async ({ signal }) =>
      (
        await ask<{ list: LedgerAccount[] }>('GET', '/ledger/accounts', {
          query: { member_id: member, house: member === '' ? house : '' },
          signal,
        })
      ).data.list,
    retry: false,
  });
  const rows = (data ?? []).filter(
    ({ available, frozen }) => isWhole || !NOTHING.test(available) || !NOTHING.test(frozen),
  );
  const columns = useColumns();
  return (
    <>
      <LedgerPages />
      <div className="grid grid-cols-1 content-start gap-4 p-4 wide:px-7 wide:py-5">
        <div className="flex flex-wrap items-end gap-4">
          <Whose member={member} username={data?.[0]?.username} house={house} onHouse={(name) => set('house', name)} />
          <FlagField label={t('showEmpty')} checked={isWhole} onChange={(isOn) => set('empty', isOn ? '1' : '')} />
        </div>
        {data && <NotRefreshed error={error} onRetry={() => void refetch()} />}
        {isPending ? (
          <RowsSkeleton label={t('accountsTitle')} />
        ) : !data ? (
          <ErrorState title={t('accountsFailed')} text={words(error)} onRetry={() => void refetch()} />
        ) : rows.length === 0 ? (
          <Empty title={t('noAccounts')} />
        ) : (
          <RowsTable label={t('accountsTitle')} columns={columns} rows={rows} inset />
        )}
      </div>
    </>
  );
}

/** A choice of house accounts, or the member with links. */
function Whose({
  member,
  username,
  house,
  onHouse,
}: {
  readonly member: string;
  readonly username: string | null | undefined;
  readonly house: string;
  readonly onHouse: (name: string) => void;
}) {
  const t = useTranslations('console-ledger');
  const named = useAccountWords();
  return member === '' ? (
    <div className="min-w-52">
      <ChoiceField
        label={t('houseAccount')}
        empty={t('allHouse')}
        options={HOUSE_NAMES.map((name) => ({ value: name, label: named.houseTitle(name) }))}
        value={house}
        onChange={(event) => onHouse(event.target.value)}
      />
    </div>
  ) : (
    <p className="flex min-h-12 flex-wrap items-center gap-x-4">
      <MemberLink id={Number(member)}>{username ?? t('ofMember', { id: member })}</MemberLink>
      <Link to={filteredBy('/ledger', { member_id: Number(member) })} className="font-medium text-water">
        {t('journals')}
      </Link>
      <Link to="/ledger-accounts" className="font-medium text-water">
        {t('houseAccounts')}
      </Link>
    </p>
  );
}

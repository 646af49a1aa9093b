import type { BillForOperator, CoinItem } from '@plimsoll/contract/operator';
import { BILL_KIND } from '@plimsoll/contract/codes/assets';
import { Figure } from '@plimsoll/ui';
import { useGetList } from 'ra-core';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { Moment, ResourceList, type Column } from '../../platform/resource/index.ts';
import { JournalLink, useAccountWords } from '../ledger/index.ts';

const MAX_COINS = 50;
const TYPES = [1, 2, 3] as const;

/** A member's bills, each with its journal. */
export function MemberBills({ id }: { readonly id: string }) {
  const t = useTranslations('console-members');
  const { accountTitle } = useAccountWords();
  const { data: coins = [] } = useGetList<CoinItem>('coins', {
    pagination: { page: 1, perPage: MAX_COINS },
    sort: { field: 'id', order: 'ASC' },
    filter: {},
  });
  const columns = useMemo(
    (): readonly Column<BillForOperator>[] => [
      {
        id: 'at',
        header: t('at'),
        cell: ({ addtime }) => (
          <span className="text-ink-2">
            <Moment at={addtime} />
          </span>
        ),
      },
      { id: 'what', header: t('what'), wraps: true, cell: ({ remark }) => remark },
      { id: 'account', header: t('account'), cell: ({ type }) => accountTitle(type) },
      {
        id: 'amount',
        header: t('amount'),
        end: true,
        cell: ({ st, num }) => (
          <span className={st === BILL_KIND.income ? 'text-good' : ''}>
            <Figure value={st === BILL_KIND.income ? num : `-${num}`} places={8} signed dim={st !== BILL_KIND.income} />
          </span>
        ),
      },
      { id: 'coin', header: t('coin'), cell: ({ coinName }) => <span className="text-ink-3">{coinName}</span> },
      { id: 'journal', header: t('journal'), end: true, cell: ({ journal }) => <JournalLink id={journal} /> },
    ],
    [t, accountTitle],
  );
  return (
    <ResourceList<BillForOperator>
      resource={`members/${id}/bills`}
      label={t('tabs.bills')}
      empty={t('noBills')}
      columns={columns}
      filters={[
        {
          name: 'type',
          label: t('account'),
          options: TYPES.map((type) => ({ value: String(type), label: accountTitle(type) })),
        },
        {
          name: 'c_id',
          label: t('coin'),
          options: coins.map((coin) => ({ value: String(coin.id), label: coin.title })),
        },
      ]}
      isInside
    />
  );
}

import type { TransferForOperator } from '@plimsoll/contract/operator';
import { Facts, Figure } from '@plimsoll/ui';
import { Pane } from '@plimsoll/ui/console';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import {
  Copyable,
  PanelHead,
  MemberLink,
  MemberName,
  Moment,
  ResourceDetail,
  ResourceScreen,
  type Column,
  type Pin,
} from '../../platform/resource/index.ts';
import { JournalsOf, useAccountWords } from '../ledger/index.ts';
import { TransferPages } from '../transfers/index.ts';

/** Transfers between members' own accounts. */
export default function TransfersScreen() {
  const t = useTranslations('console-look');
  const { accountTitle } = useAccountWords();
  const columns = useMemo(
    (): readonly Column<TransferForOperator>[] => [
      { id: 'id', header: t('number'), cell: ({ id }) => <span className="n">{id}</span> },
      {
        id: 'at',
        spare: true,
        header: t('at'),
        cell: ({ updatetime }) => (
          <span className="text-ink-2">
            <Moment at={updatetime} />
          </span>
        ),
      },
      { id: 'member', header: t('member'), cell: ({ username }) => <MemberName name={username} /> },
      { id: 'from', spare: true, header: t('from'), cell: ({ from_type }) => accountTitle(from_type) },
      { id: 'to', spare: true, header: t('to'), cell: ({ to_type }) => accountTitle(to_type) },
      { id: 'amount', header: t('amount'), end: true, cell: ({ num }) => <Figure value={num} places={8} /> },
      { id: 'coin', header: t('coin'), cell: ({ coinName }) => <span className="text-ink-3">{coinName}</span> },
    ],
    [t, accountTitle],
  );
  const pins = useMemo((): readonly Pin[] => [{ name: 'member_id', label: (id) => t('ofMember', { id }) }], [t]);
  return (
    <>
      <TransferPages />
      <ResourceScreen<TransferForOperator>
        resource="transfers"
        path="transfers"
        label={t('transfers.own')}
        empty={t('transfers.empty')}
        columns={columns}
        pins={pins}
        search={t('search')}
        detail={(id) => (
          <ResourceDetail<TransferForOperator> resource="transfers" id={id}>
            {(transfer) => <Detail transfer={transfer} />}
          </ResourceDetail>
        )}
      />
    </>
  );
}

function Detail({ transfer }: { readonly transfer: TransferForOperator }) {
  const t = useTranslations('console-look');
  const { accountTitle } = useAccountWords();
  const number = String(transfer.id);
  const causes = useMemo(() => [{ kind: 'account-transfer', cause: number }], [number]);
  return (
    <div className="grid grid-cols-1 gap-4">
      <PanelHead
        over={
          <>
            <Copyable value={number} name={t('transfers.one', { id: number })}>
              {t('transfers.one', { id: number })}
            </Copyable>{' '}
            <Moment at={transfer.updatetime} />
          </>
        }
      >
        <Figure value={transfer.num} dim={false} />{' '}
        <span className="text-15 font-medium text-ink-3">{transfer.coinName}</span>
      </PanelHead>
      <Pane>
        <Facts
          columns={3}
          items={[
            { term: t('member'), value: <MemberLink id={transfer.member_id}>{transfer.username}</MemberLink> },
            { term: t('from'), value: accountTitle(transfer.from_type) },
            { term: t('to'), value: accountTitle(transfer.to_type) },
          ]}
        />
      </Pane>
      <JournalsOf causes={causes} stamp="" />
    </div>
  );
}

import type { WithdrawalForOperator } from '@plimsoll/contract/operator';
import { RECORD_STATUS } from '@plimsoll/contract/codes/assets';
import { Figure, Tag } from '@plimsoll/ui';
import { useGetOne } from 'ra-core';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import {
  MemberName,
  Moment,
  ResourceDetail,
  ResourceScreen,
  Waits,
  type Column,
} from '../../platform/resource/index.ts';
import { readNumber, withdrawalNumber } from './numbers.ts';
import { LOOK_EVERY_MS, MemberHistory } from './parts.tsx';
import { WithdrawalPanel } from './withdrawal-panel.tsx';

const OLDEST_FIRST = { field: 'id', order: 'ASC' } as const;
const NEWEST_FIRST = { field: 'id', order: 'DESC' } as const;

function useColumns() {
  const t = useTranslations('console-review');
  return useMemo(
    (): readonly Column<WithdrawalForOperator>[] => [
      { id: 'number', header: t('number'), cell: ({ id }) => <span className="n">{withdrawalNumber(id)}</span> },
      { id: 'member', header: t('member'), cell: ({ username }) => <MemberName name={username} isNarrow /> },
      {
        id: 'amount',
        header: t('amount'),
        end: true,
        cell: ({ mum, coinName }) => (
          <>
            <Figure value={mum} bright={0} dim={false} className="font-semibold" />{' '}
            <span className="text-ink-3">{coinName}</span>
          </>
        ),
      },
      {
        id: 'network',
        header: t('network'),
        isLess: true,
        cell: ({ coin_net }) => <span className="text-ink-2">{coin_net}</span>,
      },
      {
        id: 'waits',
        header: t('waits'),
        isLess: true,
        cell: ({ status, addtime, updatetime }) => (
          <span className="text-ink-2">
            {status === RECORD_STATUS.pending ? <Waits since={addtime} /> : <Moment at={updatetime} />}
          </span>
        ),
      },
      {
        id: 'approvals',
        header: t('withdrawals.approvals'),
        end: true,
        cell: ({ approvals, approvals_needed: needed, status }) => (
          <Tag kind={status !== RECORD_STATUS.pending ? 'plain' : approvals.length > 0 ? 'wait' : 'info'}>
            {t('withdrawals.of', { given: approvals.length, needed })}
          </Tag>
        ),
      },
    ],
    [t],
  );
}

/** Withdrawals under review, oldest first, and decided ones. */
export default function WithdrawalsScreen() {
  const t = useTranslations('console-review');
  const columns = useColumns();
  return (
    <ResourceScreen<WithdrawalForOperator>
      resource="withdrawals"
      path="withdrawals"
      label={t('withdrawals.label')}
      empty={t('withdrawals.empty')}
      columns={columns}
      sort={OLDEST_FIRST}
      statuses={[
        { value: '1', label: t('waiting'), isCounted: true },
        { value: '2', label: t('approved'), sort: NEWEST_FIRST },
        { value: '3', label: t('refused'), sort: NEWEST_FIRST },
      ]}
      search={t('search')}
      readSearch={readNumber}
      pollMs={LOOK_EVERY_MS}
      detail={(id) => (
        <ResourceDetail<WithdrawalForOperator> resource="withdrawals" id={id} pollMs={LOOK_EVERY_MS}>
          {(record) => <WithdrawalPanel record={record} />}
        </ResourceDetail>
      )}
      under={(id) => <History id={id} />}
    />
  );
}

function History({ id }: { readonly id: string }) {
  const { data } = useGetOne<WithdrawalForOperator>('withdrawals', { id: Number(id) });
  return data ? <MemberHistory memberId={data.member_id} username={data.username} /> : null;
}

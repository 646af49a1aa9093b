import type { RechargeForOperator } from '@plimsoll/contract/operator';
import { RECORD_STATUS } from '@plimsoll/contract/codes/assets';
import { Figure, Icon } from '@plimsoll/ui';
import { warn } from '@plimsoll/ui/icons-shell';
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
import { DepositPanel } from './deposit-panel.tsx';
import { depositNumber, readNumber } from './numbers.ts';
import { LOOK_EVERY_MS, MemberHistory } from './parts.tsx';

const OLDEST_FIRST = { field: 'id', order: 'ASC' } as const;
const NEWEST_FIRST = { field: 'id', order: 'DESC' } as const;

function useColumns() {
  const t = useTranslations('console-review');
  return useMemo(
    (): readonly Column<RechargeForOperator>[] => [
      {
        id: 'number',
        header: t('number'),
        cell: ({ id, duplicate_of }) => (
          <span className="inline-flex items-center gap-1.5">
            <span className="n">{depositNumber(id)}</span>
            {duplicate_of.length > 0 && (
              <>
                <Icon of={warn} size={16} className="text-warn" />
                <span className="sr">{t('deposits.sameProof')}</span>
              </>
            )}
          </span>
        ),
      },
      { id: 'member', header: t('member'), cell: ({ username }) => <MemberName name={username} isNarrow /> },
      {
        id: 'amount',
        header: t('amount'),
        end: true,
        cell: ({ num, coinName }) => (
          <>
            <Figure value={num} bright={0} dim={false} className="font-semibold" />{' '}
            <span className="text-ink-3">{coinName}</span>
          </>
        ),
      },
      {
        id: 'waits',
        header: t('waits'),
        cell: ({ status, addtime, updatetime }) => (
          <span className="text-ink-2">
            {status === RECORD_STATUS.pending ? <Waits since={addtime} /> : <Moment at={updatetime} />}
          </span>
        ),
      },
      {
        id: 'network',
        header: t('network'),
        spare: true,
        isLess: true,
        cell: ({ coin_net }) => <span className="text-ink-2">{coin_net}</span>,
      },
    ],
    [t],
  );
}

/** Deposits under review, oldest first, and decided ones. */
export default function DepositsScreen() {
  const t = useTranslations('console-review');
  const columns = useColumns();
  return (
    <ResourceScreen<RechargeForOperator>
      resource="recharges"
      path="deposits"
      label={t('deposits.label')}
      empty={t('deposits.empty')}
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
      isRoomy="half"
      detail={(id) => (
        <ResourceDetail<RechargeForOperator> resource="recharges" id={id} pollMs={LOOK_EVERY_MS}>
          {(record) => <DepositPanel record={record} />}
        </ResourceDetail>
      )}
      under={(id) => <History id={id} />}
    />
  );
}

function History({ id }: { readonly id: string }) {
  const { data } = useGetOne<RechargeForOperator>('recharges', { id: Number(id) });
  return data ? <MemberHistory memberId={data.member_id} username={data.username} /> : null;
}

import type { LoanForOperator } from '@plimsoll/contract/operator';
import { Figure } from '@plimsoll/ui';
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
import { LoanPanel } from './loan-panel.tsx';
import { LOAN_STATUS, REPAYMENT } from '@plimsoll/contract/codes/loans';
import { LoanTag } from './loan-parts.tsx';

const OLDEST_FIRST = { field: 'id', order: 'ASC' } as const;
const NEWEST_FIRST = { field: 'id', order: 'DESC' } as const;
const LOOK_EVERY_MS = 4000;

function useColumns() {
  const t = useTranslations('console-loans');
  return useMemo(
    (): readonly Column<LoanForOperator>[] => [
      { id: 'number', header: t('number'), cell: ({ order_num }) => <span className="n">{order_num}</span> },
      { id: 'member', header: t('member'), cell: ({ username }) => <MemberName name={username} /> },
      {
        id: 'amount',
        header: t('amount'),
        end: true,
        cell: ({ amount }) => (
          <>
            <Figure value={amount} bright={0} dim={false} className="font-semibold" />{' '}
            <span className="text-ink-3">USDT</span>
          </>
        ),
      },
      {
        id: 'waits',
        header: t('waits'),
        cell: (loan) => {
          const { status, is_repayment, addtime, repayment_time, decided } = loan;
          if (is_repayment === REPAYMENT.repaid) return <LoanTag loan={loan} />;
          return (
            <span className="text-ink-2">
              {status === LOAN_STATUS.applied ? (
                <Waits since={addtime} />
              ) : (
                <Moment at={repayment_time ?? decided?.at ?? addtime} />
              )}
            </span>
          );
        },
      },
    ],
    [t],
  );
}

/** Loan applications, oldest first, and loans that are open, overdue or over. */
export default function LoansScreen() {
  const t = useTranslations('console-loans');
  const columns = useColumns();
  return (
    <ResourceScreen<LoanForOperator>
      resource="loans"
      path="loans"
      label={t('label')}
      empty={t('empty')}
      columns={columns}
      sort={OLDEST_FIRST}
      statuses={[
        { value: '1', label: t('state.applied'), isCounted: true },
        { value: 'overdue', label: t('state.overdue'), isCounted: true },
        { value: '2', label: t('state.approved'), sort: NEWEST_FIRST },
        { value: '3', label: t('state.refused'), sort: NEWEST_FIRST },
        { value: '4', label: t('state.cancelled'), sort: NEWEST_FIRST },
      ]}
      search={t('search')}
      pollMs={LOOK_EVERY_MS}
      isRoomy
      detail={(id) => (
        <ResourceDetail<LoanForOperator> resource="loans" id={id} pollMs={LOOK_EVERY_MS}>
          {(loan) => <LoanPanel loan={loan} />}
        </ResourceDetail>
      )}
    />
  );
}

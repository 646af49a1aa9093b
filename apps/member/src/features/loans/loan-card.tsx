import type { LoanRecord } from '@plimsoll/contract';
import { formatDecimal } from '@plimsoll/i18n';
import { Facts, Figure, figures, Icon, Tag, useReading, type IconShape, type TagKind, Moment } from '@plimsoll/ui';
import { check, clock, close, warn } from '@plimsoll/ui/icons-shell';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSubmit } from '../../platform/submit.ts';
import { LOAN_STATUS, REPAYMENT } from '@plimsoll/contract/codes/loans';
import { useLoansChanged } from './queries.ts';
import { RepayDialog } from './repay-dialog.tsx';

const TAGS: Readonly<Record<LoanRecord['status'], readonly [TagKind, IconShape]>> = {
  1: ['wait', clock],
  2: ['ok', check],
  3: ['bad', close],
  4: ['plain', close],
};

function inkOf({ status, is_repayment }: LoanRecord): string {
  if (status !== LOAN_STATUS.approved) return 'text-ink-2';
  return { [REPAYMENT.open]: 'text-warn', [REPAYMENT.repaid]: 'text-good', [REPAYMENT.overdue]: 'text-danger' }[
    is_repayment
  ];
}

const LINK = 'hit flex items-center gap-1.5 px-0.5 font-medium';

function LoanFacts({
  loan: { amount, interest, total_due, late_days, late_interest, repayment_time },
}: {
  readonly loan: LoanRecord;
}) {
  const t = useTranslations('loans');
  const reading = useReading();
  const late = {
    term: t('late', { days: t('days', { days: late_days, count: formatDecimal(String(late_days), reading) }) }),
    value: <Figure value={late_interest} />,
  };
  return (
    <Facts
      columns={2}
      items={[
        { term: t('list.amount'), value: <Figure value={amount} /> },
        { term: t('list.interest'), value: <Figure value={interest} /> },
        { term: t('list.date'), value: repayment_time === null ? '--' : <Moment at={repayment_time} /> },
        ...(late_days > 0 ? [late] : []),
        {
          term: t('list.total'),
          value: (
            <b>
              <Figure value={total_due} />
            </b>
          ),
        },
      ]}
    />
  );
}

function CancelButton({ loan: { id, order_num } }: { readonly loan: LoanRecord }) {
  const t = useTranslations('loans');
  const loansChanged = useLoansChanged();
  const cancel = useSubmit('cancelLoanApply', { keyed: true, onDone: loansChanged, onRefused: loansChanged });
  return (
    <button
      type="button"
      aria-label={t('list.cancelNamed', { number: order_num })}
      aria-busy={cancel.busy || undefined}
      onClick={() => void cancel.submit({ id })}
      className={`${LINK} text-danger`}
    >
      {cancel.busy && <span className="spin" />}
      {t('list.cancel')}
    </button>
  );
}

/** A loan of the member's, with the buttons that cancel or repay it. */
export function LoanCard({ loan }: { readonly loan: LoanRecord }) {
  const t = useTranslations('loans');
  const [isAsking, setAsking] = useState(false);
  const { title, order_num, is_repayment, is_repayment_text, status, status_text, remark } = loan;
  const [kind, icon] = TAGS[status];
  const isOwed = status === LOAN_STATUS.approved && is_repayment !== REPAYMENT.repaid;
  return (
    <article className="@container rounded-lg bg-surface p-4">
      <div className="grid gap-3 @max-[18rem]:[&_dl]:grid-cols-1 @max-[18rem]:[&_dl>div]:text-start!">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <span className="min-w-0">
            <b className="block text-17 font-semibold [overflow-wrap:anywhere]">
              <bdi>{title}</bdi>
            </b>
            <span className="text-12 text-ink-3">{t.rich('list.number', { n: figures, number: order_num })}</span>
          </span>
          <Tag kind={kind} icon={icon}>
            {status_text}
          </Tag>
        </div>
        <LoanFacts loan={loan} />
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-13">
          <span className={`inline-flex items-center gap-1 ${inkOf(loan)}`}>
            {is_repayment === REPAYMENT.overdue && <Icon of={warn} size={14} />}
            {is_repayment_text}
          </span>
          {status === LOAN_STATUS.applied && <CancelButton loan={loan} />}
          {isOwed && (
            <button
              type="button"
              aria-label={t('list.repayNamed', { number: order_num })}
              onClick={() => setAsking(true)}
              className={`${LINK} text-water`}
            >
              {t('list.repay')}
            </button>
          )}
        </div>
        {remark !== '' && (
          <p className="text-13 text-ink-2 [overflow-wrap:anywhere]">
            {t('list.remark')} <bdi>{remark}</bdi>
          </p>
        )}
        {is_repayment === REPAYMENT.overdue && <p className="text-12 text-ink-3">{t('list.overdueText')}</p>}
      </div>
      <RepayDialog loan={loan} open={isAsking} onClose={() => setAsking(false)} />
    </article>
  );
}

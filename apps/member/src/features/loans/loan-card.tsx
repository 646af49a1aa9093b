import type { LoanRecord } from '@plimsoll/contract';
import { formatDecimal, formatTime } from '@plimsoll/i18n';
import { Facts, Figure, Icon, Tag, useReading, type IconShape, type TagKind } from '@plimsoll/ui';
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

/** In which ink it stands how repaying goes. */
function inkOf({ status, is_repayment }: LoanRecord): string {
  if (status !== LOAN_STATUS.approved) return 'text-ink-2';
  return { [REPAYMENT.open]: 'text-warn', [REPAYMENT.repaid]: 'text-good', [REPAYMENT.overdue]: 'text-danger' }[
    is_repayment
  ];
}

/**
 * A loan of the member's: what it comes to, when it is repaid and how that stands; with the links that cancel or repay
 * it.
 */
export function LoanCard({ loan }: { readonly loan: LoanRecord }) {
  const t = useTranslations('loans');
  const reading = useReading();
  const loansChanged = useLoansChanged();
  const [isAsking, setAsking] = useState(false);
  const cancel = useSubmit('cancelLoanApply', { keyed: true, onDone: loansChanged, onRefused: loansChanged });
  const {
    id,
    title,
    order_num,
    amount,
    interest,
    total_due,
    late_days,
    late_interest,
    repayment_time,
    is_repayment,
    is_repayment_text,
    status,
    status_text,
    remark,
  } = loan;
  const [kind, icon] = TAGS[status];
  const figure = (value: string) => <Figure value={value} />;
  const isOwed = status === LOAN_STATUS.approved && is_repayment !== REPAYMENT.repaid;
  const link = 'hit flex items-center gap-1.5 px-0.5 font-medium';
  return (
    <article className="@container rounded-lg bg-surface p-4">
      <div className="grid gap-3 @max-[18rem]:[&_dl]:grid-cols-1 @max-[18rem]:[&_dl>div]:text-start!">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <span className="min-w-0">
            <b className="block text-17 font-semibold [overflow-wrap:anywhere]">
              <bdi>{title}</bdi>
            </b>
            <span className="n text-12 text-ink-3">{order_num}</span>
          </span>
          <Tag kind={kind} icon={icon}>
            {status_text}
          </Tag>
        </div>
        <Facts
          columns={2}
          items={[
            { term: t('list.amount'), value: figure(amount) },
            { term: t('list.interest'), value: figure(interest) },
            {
              term: t('list.date'),
              value:
                repayment_time === null ? (
                  '--'
                ) : (
                  <time dateTime={repayment_time}>
                    <bdi>{formatTime(repayment_time, { ...reading, style: 'full' })}</bdi>
                  </time>
                ),
            },
            ...(late_days > 0
              ? [
                  {
                    term: t('late', {
                      days: t('days', { days: late_days, count: formatDecimal(String(late_days), reading) }),
                    }),
                    value: figure(late_interest),
                  },
                ]
              : []),
            { term: t('list.total'), value: <b>{figure(total_due)}</b> },
          ]}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-13">
          <span className={`inline-flex items-center gap-1 ${inkOf(loan)}`}>
            {is_repayment === REPAYMENT.overdue && <Icon of={warn} size={14} />}
            {is_repayment_text}
          </span>
          {status === LOAN_STATUS.applied && (
            <button
              type="button"
              aria-label={t('list.cancelNamed', { number: order_num })}
              aria-busy={cancel.busy || undefined}
              onClick={() => void cancel.submit({ id })}
              className={`${link} text-danger`}
            >
              {cancel.busy && <span className="spin" />}
              {t('list.cancel')}
            </button>
          )}
          {isOwed && (
            <button
              type="button"
              aria-label={t('list.repayNamed', { number: order_num })}
              onClick={() => setAsking(true)}
              className={`${link} text-water`}
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

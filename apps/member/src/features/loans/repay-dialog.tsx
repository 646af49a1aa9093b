import type { LoanRecord } from '@plimsoll/contract';
import { formatDecimal } from '@plimsoll/i18n';
import { Dialog, figures, Summary, useReading } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { useSubmit } from '../../platform/submit.ts';
import { useAmountWords } from '../assets/index.ts';
import { useLoansChanged } from './queries.ts';

function RepaymentSummary({
  loan: { amount, interest, late_days, late_interest, total_due },
}: {
  readonly loan: LoanRecord;
}) {
  const t = useTranslations('loans.repay');
  const loans = useTranslations('loans');
  const reading = useReading();
  const words = useAmountWords();
  const money = (value: string) => (
    <span className="n">
      {words(value)} <small className="text-[.78em] font-normal text-ink-3">USDT</small>
    </span>
  );
  return (
    <Summary
      rows={[
        { term: t('principal'), value: money(amount) },
        { term: t('interest'), value: money(interest) },
        ...(late_days > 0
          ? [
              {
                term: loans('late', {
                  days: loans('days', { days: late_days, count: formatDecimal(String(late_days), reading) }),
                }),
                value: money(late_interest),
              },
            ]
          : []),
        { term: t('total'), value: money(total_due), total: true },
      ]}
    />
  );
}

/** Asks before a loan is repaid. */
export function RepayDialog({
  loan,
  open,
  onClose,
}: {
  readonly loan: LoanRecord;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const t = useTranslations('loans.repay');
  const list = useTranslations('loans.list');
  const loansChanged = useLoansChanged();
  const { busy, submit } = useSubmit('repayLoan', {
    keyed: true,
    onDone() {
      onClose();
      loansChanged();
    },
    onRefused() {
      onClose();
      loansChanged();
    },
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('title')}
      cancel={t('back')}
      confirm={t('confirm')}
      onConfirm={() => void submit({ id: loan.id })}
      busy={busy}
      busyText={t('sending')}
    >
      <div className="grid gap-3">
        <p className="text-12 text-ink-3">{list.rich('number', { n: figures, number: loan.order_num })}</p>
        <div className="text-ink [&_dd]:ms-auto [&_dl>div]:flex-wrap">
          <RepaymentSummary loan={loan} />
        </div>
        {loan.late_days === 0 && <p className="text-13">{t('text')}</p>}
      </div>
    </Dialog>
  );
}

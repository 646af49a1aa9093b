import type { TransferCoin } from '@plimsoll/contract';
import { formatDecimal, formatPercent, formatTime } from '@plimsoll/i18n';
import { format, type Amount } from '@plimsoll/money';
import { Figure, Summary, useReading } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { feePercent, type FeeBreakdown } from './send-form.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

interface SendSummaryProps {
  readonly coin: TransferCoin;
  readonly receiver: string;
  readonly computed: FeeBreakdown | undefined;
  readonly nowMs: number;
}

/** Amount, fee, what arrives and when. */
export function SendSummary({ coin, receiver, computed, nowMs }: SendSummaryProps) {
  const t = useTranslations('transfers.summary');
  const reading = useReading();
  const days = coin.internal_transfer_days;
  const percent = feePercent(coin);
  const figure = (value: Amount | undefined, sign = '') =>
    value === undefined ? '--' : <Figure value={`${value === 0n ? '' : sign}${format(value)}`} places={8} />;
  return (
    <section
      aria-label={t('title')}
      className="rounded-lg bg-surface px-4 pb-3 pt-2 [&_dd]:ms-auto [&_dl>div]:flex-wrap [&_dt]:[overflow-wrap:anywhere]"
    >
      <Summary
        rows={[
          { term: t('leaves'), value: figure(computed?.gross) },
          percent === '0'
            ? { term: t('fee'), value: t('free') }
            : {
                term: t('feePercent', { percent: formatPercent(percent, reading) }),
                value: figure(computed?.fee, '-'),
              },
          {
            term: t('arrives'),
            value:
              days === 0
                ? t('atOnce')
                : t('later', {
                    days,
                    count: formatDecimal(String(days), reading),
                    time: `\u2068${formatTime(nowMs + days * DAY_MS, { ...reading, style: 'full' })}\u2069`,
                  }),
          },
          {
            term: receiver === '' ? t('total') : t('totalOf', { name: `\u2068${receiver}\u2069` }),
            value: figure(computed?.net),
            total: true,
          },
        ]}
      />
      <p className="mt-1 text-12 text-ink-3">{t(days === 0 ? 'final' : 'canCancel')}</p>
    </section>
  );
}

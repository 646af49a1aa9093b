import type { WithdrawType } from '@plimsoll/contract';
import { FEE_TYPE, WITHDRAW_TYPE } from '@plimsoll/contract/codes/funding';
import { format, formatShort, rate, type Amount } from '@plimsoll/money';
import { formatPercent } from '@plimsoll/i18n';
import { Figure, Summary, useReading } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { useAmountWords } from '../assets/index.ts';
import type { FeeBreakdown, WithdrawTerms } from './withdraw-form.ts';

interface WithdrawSummaryProps {
  readonly terms: WithdrawTerms;
  readonly type: WithdrawType;
  readonly coin: string;
  readonly network: string;
  readonly computed: FeeBreakdown | undefined;
}

/** Amount, fee and what arrives. */
export function WithdrawSummary({ terms, type, coin, network, computed }: WithdrawSummaryProps) {
  const t = useTranslations('funding.withdraw');
  const reading = useReading();
  const words = useAmountWords();
  const isAddress = type === WITHDRAW_TYPE.address;
  const figure = (value: Amount | undefined, sign = '') =>
    value === undefined ? '--' : <Figure value={`${value === 0n ? '' : sign}${format(value)}`} places={8} />;
  const fee =
    terms.sxftype === FEE_TYPE.percentage
      ? t('feePercent', { percent: formatPercent(formatShort(rate(terms.txsxf)), reading) })
      : t('feeFixed', { fee: words(terms.txsxf_n) });
  return (
    <section
      aria-label={t('summary')}
      className="rounded-lg bg-surface px-4 pb-3 pt-2 [&_dd]:ms-auto [&_dl>div]:flex-wrap"
    >
      <Summary
        rows={[
          { term: t('leaves'), value: figure(computed?.gross) },
          { term: fee, value: figure(computed?.fee, '-') },
          { term: t(isAddress ? 'arrivesAddress' : 'arrivesCard'), value: figure(computed?.net), total: true },
        ]}
      />
      <p className="mt-1 text-12 text-ink-3">
        {isAddress && network !== '' ? t('heldOver', { coin, network }) : t('held')}
      </p>
    </section>
  );
}

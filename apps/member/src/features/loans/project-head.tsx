import type { LoanProject } from '@plimsoll/contract';
import { formatPercent } from '@plimsoll/i18n';
import { rate, formatShort } from '@plimsoll/money';
import { yearly } from '@plimsoll/rules';
import { figures, useReading } from '@plimsoll/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';

const isolated = (name: ReactNode) => <bdi>{name}</bdi>;

/** The head of an offer: lender and rate. */
export function ProjectHead({ project: { title, mechanism, interest_rate } }: { readonly project: LoanProject }) {
  const t = useTranslations('loans');
  const reading = useReading();
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
      <div className="min-w-0">
        <h2 className="text-17 font-semibold [overflow-wrap:anywhere]">
          <bdi>{title}</bdi>
        </h2>
        {mechanism !== '' && (
          <p className="text-13 text-ink-3 [overflow-wrap:anywhere]">
            {t.rich('lender', { n: isolated, name: mechanism })}
          </p>
        )}
      </div>
      <p className="text-end">
        <span className="n text-20 font-semibold">{formatPercent(formatShort(rate(interest_rate)), reading)}</span>
        <span className="block text-12 text-ink-3">{t('aDay')}</span>
        <span className="block text-12 text-ink-3">
          {t.rich('yearly', { n: figures, rate: formatPercent(formatShort(yearly(rate(interest_rate))), reading) })}
        </span>
      </p>
    </div>
  );
}

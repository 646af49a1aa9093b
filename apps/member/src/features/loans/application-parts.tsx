import type { LoanProject } from '@plimsoll/contract';
import { formatPercent } from '@plimsoll/i18n';
import { format, type Amount } from '@plimsoll/money';
import { Facts, Summary, useReading, WholeStepper, CoinFigure } from '@plimsoll/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { percentOf, computeDebt, type ApplicationAction, type ApplicationForm } from './application-form.ts';
import { ProjectHead } from './project-head.tsx';
import { useOfferWords } from './offer-words.ts';

/** The offer that is applied for. */
export function OfferCard({ project }: { readonly project: LoanProject }) {
  const t = useTranslations('loans');
  const { days } = useOfferWords(project);
  return (
    <section className="rounded-lg bg-surface p-4">
      <ProjectHead project={project} />
      <div className="mt-4">
        <Facts
          columns={2}
          items={[
            { term: t('period'), value: days },
            { term: t('repaid'), value: t('inOneSum') },
          ]}
        />
      </div>
    </section>
  );
}

interface LoanAmountProps {
  readonly project: LoanProject;
  readonly form: ApplicationForm;
  readonly refused: string | undefined;
  readonly onChange: (action: ApplicationAction) => void;
}

/** The amount, typed or stepped to. */
export function LoanAmount({ project, form, refused, onChange }: LoanAmountProps) {
  const t = useTranslations('loans');
  const { min, max, amountError } = useOfferWords(project);
  const load = percentOf(form.amount, project);
  const percent = formatPercent(String(load.percent), useReading());
  return (
    <WholeStepper
      label={t('howMuch')}
      value={form.amount}
      less={t('less')}
      more={t('more')}
      wrong={amountError(form.wrong) ?? refused}
      load={{ ...load, label: t('ofMost', { percent }) }}
      min={t('min', { amount: min })}
      max={t('max', { amount: max })}
      onEnter={(text) => onChange({ kind: 'enter', text })}
      onStep={(way) => onChange({ kind: 'step', way })}
    />
  );
}

/** What is received, what it costs, and what is repaid. */
export function DebtSummary({ project, amount }: { readonly project: LoanProject; readonly amount: string }) {
  const t = useTranslations('loans');
  const { days } = useOfferWords(project);
  const sums = computeDebt(amount, project);
  const figure = (value: Amount | undefined): ReactNode => (
    <CoinFigure value={value === undefined ? undefined : format(value)} coin="USDT" />
  );
  return (
    <section aria-label={t('summary.title')} className="[&_dd]:ms-auto [&_dl>div]:flex-wrap">
      <Summary
        rows={[
          { term: t('summary.receive'), value: figure(sums?.gross) },
          { term: t('summary.interest', { days }), value: figure(sums?.interest) },
          { term: t('summary.due', { period: days }), value: figure(sums?.total), total: true },
        ]}
      />
      <p className="mt-1 text-12 text-ink-3">
        {t('summary.text')} {t('summary.late')}
      </p>
    </section>
  );
}

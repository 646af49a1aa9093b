import type { MiningProduct } from '@plimsoll/contract';
import { formatPercent, formatTime } from '@plimsoll/i18n';
import { format, type Amount } from '@plimsoll/money';
import { Facts, Figure, Summary, useReading, WholeStepper, CoinFigure } from '@plimsoll/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { percentOf, computeRevenue, type LockAction, type LockForm } from './lock-form.ts';
import { ProductHead } from './product-card.tsx';
import { useLockWords } from './lock-words.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

interface LockedProductProps {
  readonly product: MiningProduct;
  readonly balance: string | undefined;
  readonly isOld: boolean;
}

/** The product that is ordered, and the member's balance. */
export function LockedProduct({ product, balance, isOld }: LockedProductProps) {
  const t = useTranslations('mining');
  const { days } = useLockWords(product);
  return (
    <section className="rounded-lg bg-surface p-4">
      <ProductHead product={product} />
      <div className="mt-4">
        <Facts
          columns={2}
          items={[
            { term: t('period'), value: days },
            {
              term: t('available'),
              value:
                balance === undefined ? (
                  '--'
                ) : (
                  <span className={isOld ? 'text-ink-3' : ''}>
                    <Figure value={balance} places={8} />{' '}
                    <small className="text-12 text-ink-3">{product.coin_title}</small>
                  </span>
                ),
            },
          ]}
        />
      </div>
    </section>
  );
}

interface LockAmountProps {
  readonly product: MiningProduct;
  readonly form: LockForm;
  readonly refused: string | undefined;
  readonly onChange: (action: LockAction) => void;
}

/** The amount, typed or stepped to. */
export function LockAmount({ product, form, refused, onChange }: LockAmountProps) {
  const t = useTranslations('mining');
  const reading = useReading();
  const { min, max, error } = useLockWords(product);
  const load = percentOf(form, product);
  return (
    <WholeStepper
      label={t('howMuch', { coin: product.coin_title })}
      value={form.amount}
      less={t('less')}
      more={t('more')}
      wrong={error(form.wrong) ?? refused}
      load={{ ...load, label: t('ofMost', { percent: formatPercent(String(load.percent), reading) }) }}
      min={t('min', { amount: min })}
      max={t('max', { amount: max })}
      onEnter={(text) => onChange({ kind: 'enter', text })}
      onStep={(way) => onChange({ kind: 'step', way })}
    />
  );
}

interface RevenueSummaryProps {
  readonly product: MiningProduct;
  readonly form: LockForm;
  readonly nowMs: number;
}

/** What the order pays a day and in all, and when it ends. */
export function RevenueSummary({ product, form, nowMs }: RevenueSummaryProps) {
  const t = useTranslations('mining');
  const reading = useReading();
  const { days } = useLockWords(product);
  const revenue = computeRevenue(form, product);
  const figure = (value: Amount | undefined): ReactNode => (
    <CoinFigure value={value === undefined ? undefined : format(value)} places={8} coin={product.coin_title} />
  );
  return (
    <section aria-label={t('summary.title')} className="[&_dd]:ms-auto [&_dl>div]:flex-wrap">
      <Summary
        rows={[
          { term: t('summary.daily'), value: figure(revenue?.daily) },
          {
            term: t('summary.ends'),
            value:
              nowMs > 0 ? <bdi>{formatTime(nowMs + product.cycle * DAY_MS, { ...reading, style: 'full' })}</bdi> : '--',
          },
          { term: t('summary.total', { days }), value: figure(revenue?.total), total: true },
        ]}
      />
      <p className="mt-1 text-12 text-ink-3">{t('summary.text')}</p>
    </section>
  );
}

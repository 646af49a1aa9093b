import type { MiningProduct } from '@plimsoll/contract';
import { formatDecimal, formatPercent } from '@plimsoll/i18n';
import { amount, format, formatShort, placesUsed, rate } from '@plimsoll/money';
import { yearly } from '@plimsoll/rules';
import { buttonClass, Range, useReading } from '@plimsoll/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import { useAmountWords } from '../assets/index.ts';
import { boundsOf, revenueOf } from './lock-form.ts';
import { MachineMark } from './machine-mark.tsx';

const HUNDRED = amount('100');
const strong = (chunks: ReactNode) => <b className="n text-ink">{chunks}</b>;

/** The head of a product: its picture, bounds and daily rate. */
export function ProductHead({ product }: { readonly product: MiningProduct }) {
  const t = useTranslations('mining');
  const yearWords = useTranslations('staking');
  const reading = useReading();
  const short = (value: string) => formatDecimal(formatShort(amount(value)), reading);
  const { title, img, min_price, max_price, coin_title, interest_rate, cycle } = product;
  const percent = formatPercent(interest_rate, {
    ...reading,
    decimals: Math.max(2, placesUsed(rate(interest_rate))),
  });
  return (
    <div className="flex items-start gap-3.5">
      <MachineMark img={img} days={cycle} />
      <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h2 className="text-17 font-semibold [overflow-wrap:anywhere]">
            <bdi>{title}</bdi>
          </h2>
          <p className="text-[min(var(--fs-13),5cqi)]/tight text-ink-3">
            <Range from={short(min_price)} to={short(max_price)} /> {coin_title}
          </p>
        </div>
        <p className="ms-auto text-end">
          <span className="n text-20 font-semibold">{percent}</span>
          <span className="block text-12 text-ink-3">{t('aDay')}</span>
          <span className="block text-12 text-ink-3">
            <span className="n">{formatPercent(formatShort(yearly(rate(interest_rate))), reading)}</span>{' '}
            {yearWords('aYear')}
          </span>
        </p>
      </div>
    </div>
  );
}

/** A product: its period, an example, and the link to lock. */
export function ProductCard({ product, canLock }: { readonly product: MiningProduct; readonly canLock: boolean }) {
  const t = useTranslations('mining');
  const reading = useReading();
  const words = useAmountWords();
  const { id, title, cycle } = product;
  const days = t('days', { days: cycle, count: formatDecimal(String(cycle), reading) });
  const { min, max } = boundsOf(product);
  const example = HUNDRED >= min && HUNDRED <= max ? HUNDRED : min;
  return (
    <article className="@container rounded-lg bg-surface p-4">
      <ProductHead product={product} />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t pt-3">
        <p className="flex-[1_1_8rem] text-13 text-ink-2">
          {t.rich('earns', {
            n: strong,
            days,
            amount: words(format(example)),
            revenue: words(format(revenueOf(example, product).total)),
          })}
        </p>
        {canLock && (
          <Link
            to={`/lockming-application?id=${id}`}
            aria-label={t('lockNamed', { title })}
            className={`${buttonClass('quiet', 'small')} bg-raised!`}
          >
            {t('lock')}
          </Link>
        )}
      </div>
    </article>
  );
}

import type { MiningProduct } from '@plimsoll/contract';
import { formatDecimal } from '@plimsoll/i18n';
import { formatShort, type Amount } from '@plimsoll/money';
import { useReading } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { boundsOf, type LockError } from './lock-form.ts';

/** Words of the form: the period, the bounds, and errors. */
export function useLockWords(product: MiningProduct) {
  const t = useTranslations('mining');
  const reading = useReading();
  const { coin_title: coin, cycle } = product;
  const bounds = boundsOf(product);
  const count = (value: Amount) => formatDecimal(formatShort(value), reading);
  const [min, max] = [count(bounds.min), count(bounds.max)];
  return {
    min,
    max,
    days: t('days', { days: cycle, count: formatDecimal(String(cycle), reading) }),
    error: (wrong: LockError | undefined) =>
      wrong &&
      t(`errors.${wrong}`, {
        min,
        max,
        coin,
        places: product.decimals,
      }),
  };
}

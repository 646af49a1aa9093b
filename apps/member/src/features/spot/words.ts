import { formatDecimal, formatPercent } from '@plimsoll/i18n';
import { formatShort, type Amount, type Price, type Rate } from '@plimsoll/money';
import { useReading } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import type { OrderError } from './order-form.ts';
import type { Terms } from './terms.ts';

/** Writes a decimal into a sentence, in the reader's language. */
export function useWrite(): (value: Amount | Price | Rate | string) => string {
  const reading = useReading();
  return (value) => formatDecimal(typeof value === 'string' ? value : formatShort(value), reading);
}

/** Writes a percentage into a sentence, in the reader's language. */
export function useWritePercent(): (value: string) => string {
  const reading = useReading();
  return (value) => formatPercent(value, reading);
}

/** The error of an order, in words. */
export function useErrorWords(terms: Terms): (error: OrderError) => string {
  const t = useTranslations('spot.errors');
  const write = useWrite();
  return (error) => {
    switch (error) {
      case 'belowMinimum':
        return t('belowMinimum', { min: write(terms.min), coin: terms.base });
      case 'offStep':
        return t('offStep', { step: write(terms.step), coin: terms.base });
      case 'priceOffStep':
        return t('priceOffStep', { step: write(terms.priceStep) });
      case 'enterPrice':
      case 'enterQuantity':
      case 'enterAmount':
      case 'insufficient':
      case 'notPositive':
        return t(error);
    }
  };
}

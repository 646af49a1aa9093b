import type { LoanProject } from '@plimsoll/contract';
import { formatDecimal } from '@plimsoll/i18n';
import { useReading } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { boundsOf, whole, type AmountError } from './application-form.ts';

/** Words of the form: the period, the bounds, and errors of the amount. */
export function useOfferWords(project: LoanProject) {
  const t = useTranslations('loans');
  const reading = useReading();
  const bounds = boundsOf(project);
  const count = (text: string) => formatDecimal(text, reading);
  const days = t('days', { days: project.cycle, count: count(String(project.cycle)) });
  const [min, max] = [count(whole(bounds.min)), count(whole(bounds.max))];
  return {
    count,
    days,
    min,
    max,
    amountError: (wrong: AmountError | undefined) => wrong && t(`errors.${wrong}`, { min, max }),
  };
}

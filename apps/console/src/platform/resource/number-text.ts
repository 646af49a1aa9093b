import { formatDecimal, formatPercent } from '@plimsoll/i18n';
import { useReading } from '@plimsoll/ui';
import { useCallback } from 'react';

/** A plain number in the reader's language, for a placeholder of a message. */
export function useNumberText(): (value: number | string) => string {
  const { language } = useReading();
  return useCallback((value) => formatDecimal(String(value), { language }), [language]);
}

/** A percentage with its sign as the reader's language writes it; `0.5` is half a percent. */
export function usePercentText(): (percent: number | string) => string {
  const { language } = useReading();
  return useCallback((percent) => formatPercent(String(percent), { language }), [language]);
}

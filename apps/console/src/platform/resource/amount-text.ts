import { formatDecimal } from '@plimsoll/i18n';
import { useReading } from '@plimsoll/ui';

const MIN_PLACES = 2;

/** An exact decimal as text, with at least two places. */
export function useAmountText(): (decimal: string) => string {
  const { language } = useReading();
  return (decimal) =>
    formatDecimal(decimal, {
      language,
      decimals: Math.max(MIN_PLACES, decimal.split('.')[1]?.replace(/0+$/, '').length ?? 0),
    });
}

import { formatDecimal } from '@plimsoll/i18n';
import { useReading } from '@plimsoll/ui';

function placesOf(value: string): number {
  const [, fraction = ''] = value.split('.');
  return Math.max(2, fraction.replace(/0+$/, '').length);
}

/** Writes amounts inside sentences: two places or more; `******` while hidden. */
export function useAmountWords(isHidden = false): (value: string) => string {
  const { language, nativeDigits } = useReading();
  return (value) => (isHidden ? '******' : formatDecimal(value, { language, nativeDigits, decimals: placesOf(value) }));
}

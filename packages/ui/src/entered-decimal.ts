import { readDecimal } from '@plimsoll/i18n';
import { parseAmount } from '@plimsoll/money';

/** What was typed, as the wire writes it, or empty; null for what is no amount. */
export function enteredDecimal(typed: string): string | null {
  // A typed .5 begins with the decimal sign.
  const wire = readDecimal(/^[.,٫]$/.test(typed.trim()) ? '0.' : typed);
  return wire === '' || (wire !== null && parseAmount(wire) !== null) ? wire : null;
}

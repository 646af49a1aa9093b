import { readDecimal } from '@plimsoll/i18n';
import { amount, format, minus, parseAmount, type Amount } from '@plimsoll/money';

/** An amount as it was typed, in any of the languages' digits; undefined when it is none or nothing. */
export function typedAmount(typed: string): Amount | undefined {
  const read = parseAmount(readDecimal(typed) ?? '');
  return read === null || read === 0n ? undefined : read;
}

/** How what was received differs from what was claimed; undefined when it does not. */
export function differsFrom(
  claimed: string,
  received: Amount,
): { readonly way: 'less' | 'more'; readonly by: string } | undefined {
  const claim = amount(claimed);
  if (received === claim) return undefined;
  return received < claim
    ? { way: 'less', by: format(minus(claim, received)) }
    : { way: 'more', by: format(minus(received, claim)) };
}

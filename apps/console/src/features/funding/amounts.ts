import { readDecimal } from '@plimsoll/i18n';
import { amount, format, minus, parseAmount, type Amount } from '@plimsoll/money';

/** The amount that was typed, in any language's digits; undefined for none or zero. */
export function typedAmount(typed: string): Amount | undefined {
  const read = parseAmount(readDecimal(typed) ?? '');
  return read === null || read === 0n ? undefined : read;
}

/** How the received amount differs from the claim; undefined when it does not. */
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

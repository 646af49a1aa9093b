import { isEndOf, isFilled, isOpened, type Entry, type OpenedEntry } from '@plimsoll/proof/log';
import type { ReceiptKind, ReceiptOf } from './receipt-address.ts';
import type { CheckedReceipt } from './receipt-check.ts';

/** Kinds of journals of a movement that has no number in its entry. */
const CAUSES: Readonly<Partial<Record<ReceiptKind, readonly string[]>>> = {
  recharge: ['recharge'],
  withdraw: ['withdrawal'],
  exchange: ['flash-exchange'],
  transfer: ['account-transfer'],
  send: ['member-transfer', 'member-transfer-arrival'],
};

/** Whether a receipt can name what it was asked for: the entries of movements have the number of their journal alone. */
export const isNumbered = ({ kind }: ReceiptOf): boolean => CAUSES[kind] === undefined;

/** Whom and what a check expects. */
export interface Expected {
  readonly of: ReceiptOf;
  readonly memberId: number;
  /** The beginning of the option whose receipts these are, where it names the member. */
  readonly option: OpenedEntry<'option-taken'> | undefined;
}

type ReceiptOpened = CheckedReceipt['receipt']['opened'];

const namesMember = (opened: ReceiptOpened, memberId: number): boolean =>
  isOpened('journal', opened) &&
  opened.lines.some(({ from, to }) => [from, to].some((account) => account.startsWith(`member/${memberId}/`)));

function isOfMovement(entry: Entry<'journal'>, opened: ReceiptOpened, { of, memberId }: Expected): boolean {
  if (!namesMember(opened, memberId)) return false;
  const causes = CAUSES[of.kind];
  if (causes) return causes.includes(entry.kind);
  return of.kind === 'journal' && isOpened('journal', opened) && opened.id === of.id;
}

/** Whether an entry is of the option, and its end follows from its beginning. */
function isOfOption(
  entry: Entry<'option-taken' | 'option-line' | 'option-settled'>,
  opened: ReceiptOpened,
  option: Expected['option'],
): boolean {
  if (entry.id !== option?.entry.id) return false;
  return entry.t !== 'option-settled' || (isOpened('option-settled', opened) && isEndOf({ entry, opened }, option));
}

/**
 * Whether a receipt is of what was asked for and of this member, as far as its entry and its opened values name them: an
 * honest receipt of something else would pass every other step.
 */
export function isAsked({ receipt: { opened }, check: { entry } }: CheckedReceipt, expected: Expected): boolean {
  const { of, memberId, option } = expected;
  const isBill = of.kind === 'journal';
  if (entry?.t === 'option-taken' || entry?.t === 'option-line' || entry?.t === 'option-settled')
    return isOfOption(entry, opened, option) && (isBill || (of.kind === 'option' && entry.id === of.id));
  if (entry?.t === 'fill')
    return (
      isOpened('fill', opened) &&
      opened.member === memberId &&
      isFilled({ entry, opened }) &&
      (isBill || (of.kind === 'fill' && entry.order === of.id))
    );
  return entry?.t === 'journal' && isOfMovement(entry, opened, expected);
}

/** The beginning of the option that these receipts are of, where one of them is of it and names the member. */
export function optionOf(list: readonly CheckedReceipt[], memberId: number): Expected['option'] {
  for (const {
    receipt: { opened },
    check: { entry },
  } of list)
    if (entry?.t === 'option-taken' && isOpened('option-taken', opened) && opened.member === memberId)
      return { entry, opened };
  return undefined;
}

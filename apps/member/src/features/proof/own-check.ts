import { isOpened, type Entry } from '@plimsoll/proof/log';
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
  /** The number of the option whose receipts these are, by the one of its beginning that names the member. */
  readonly optionId: number | undefined;
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

/**
 * Whether a receipt is of what was asked for and of this member, as far as its entry and its opened values name them: an
 * honest receipt of something else would pass every other step.
 */
export function isAsked({ receipt: { opened }, check: { entry } }: CheckedReceipt, expected: Expected): boolean {
  const { of, memberId, optionId } = expected;
  const isBill = of.kind === 'journal';
  if (entry?.t === 'option-taken' || entry?.t === 'option-line' || entry?.t === 'option-settled')
    return entry.id === optionId && (isBill || (of.kind === 'option' && entry.id === of.id));
  if (entry?.t === 'fill')
    return (
      isOpened('fill', opened) &&
      opened.member === memberId &&
      (isBill || (of.kind === 'fill' && entry.order === of.id))
    );
  return entry?.t === 'journal' && isOfMovement(entry, opened, expected);
}

/** The option that these receipts are of, where one of them is of its beginning and names the member. */
export function optionOf(list: readonly CheckedReceipt[], memberId: number): number | undefined {
  for (const { receipt, check } of list)
    if (
      check.entry?.t === 'option-taken' &&
      isOpened('option-taken', receipt.opened) &&
      receipt.opened.member === memberId
    )
      return check.entry.id;
  return undefined;
}

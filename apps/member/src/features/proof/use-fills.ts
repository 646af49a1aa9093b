import { isOpened, parseEntry } from '@plimsoll/proof/log';
import type { Receipts } from './use-receipts.ts';
import { useReceipts } from './use-receipts.ts';

/** One fill of an order, as its receipt says. */
export interface ReceiptFill {
  readonly price: string;
  readonly quantity: string;
  readonly paid: string;
}

const fillsIn = ({ list }: Receipts): readonly ReceiptFill[] =>
  list.flatMap(({ entry: line, opened }) => {
    const entry = parseEntry(line);
    return entry?.t === 'fill' && isOpened('fill', opened)
      ? [{ price: entry.price, quantity: opened.quantity, paid: opened.paid }]
      : [];
  });

/** The fills of a spot order by its receipts, and whether this browser found each of them signed. */
export function useFills(orderId: number): { readonly fills: readonly ReceiptFill[]; readonly areSigned: boolean } {
  const { data } = useReceipts({ kind: 'fill', id: orderId });
  const checked = data?.checked ?? [];
  return {
    fills: data ? fillsIn(data) : [],
    areSigned: checked.length > 0 && checked.every(({ check: { passed } }) => passed.includes('signature')),
  };
}

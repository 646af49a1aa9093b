import type { OptionOrder, SpotOrder } from '@plimsoll/contract';
import type { Decided } from '../assets/index.ts';

/** Something of the member's that came to its end. */
export type Result =
  | { readonly kind: 'option'; readonly order: OptionOrder }
  | { readonly kind: 'order'; readonly order: SpotOrder }
  | { readonly kind: 'funding'; readonly decided: Decided };

/** What a result is of: one is shown once. */
export function resultKey(result: Result): string {
  switch (result.kind) {
    case 'option':
      return `option ${result.order.order_id}`;
    case 'order':
      return `order ${result.order.id}`;
    case 'funding':
      return `${result.decided.kind} ${result.decided.record.id}`;
  }
}

/** The results that wait after one more. */
export const withResult = (waiting: readonly Result[], result: Result): readonly Result[] =>
  waiting.some((each) => resultKey(each) === resultKey(result)) ? waiting : [...waiting, result];

import type { Input } from '@plimsoll/contract';

export type ReceiptKind = Input<'getReceipt'>['kind'];

/** What a receipt is asked for by. */
export interface ReceiptOf {
  readonly kind: ReceiptKind;
  readonly id: number;
}

const KINDS = {
  option: true,
  fill: true,
  recharge: true,
  withdraw: true,
  exchange: true,
  transfer: true,
  send: true,
  journal: true,
} as const satisfies Record<ReceiptKind, true>;
const isKind = (text: string): text is ReceiptKind => Object.hasOwn(KINDS, text);

/** The address of the receipts of something of the member's. */
export const receiptPath = ({ kind, id }: ReceiptOf): string => `/proof?receipt=${kind}.${id}`;

/** What an address asks for by its `receipt`; undefined where it is malformed. */
export function receiptIn(text: string): ReceiptOf | undefined {
  const [, kind = '', id = ''] = /^([a-z]+)\.([1-9]\d{0,14})$/.exec(text) ?? [];
  return isKind(kind) ? { kind, id: Number(id) } : undefined;
}

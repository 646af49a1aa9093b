import { SPOT_STATUS, type Reason } from '@plimsoll/contract';

/** An order that the server acknowledged, as the member's side knows it. */
export interface KnownOrder {
  readonly id: number;
  readonly fields: Readonly<Record<string, string>>;
  /** The status the acknowledgement told. */
  readonly status: number;
  cancelled: boolean;
  /** It was found to be filled when it was to be cancelled. */
  over: boolean;
}

/** What one member did, kept outside the server. */
export class MemberRecord {
  readonly token: string;
  readonly orders = new Map<number, KnownOrder>();
  /** Acknowledgements that named an order a second time under another key. */
  readonly twice: number[] = [];
  /** Duplicates, sent with one key, that were answered differently. */
  readonly torn: string[] = [];
  readonly refused = new Map<Reason | 'unknown', number>();
  submits = 0;
  /** Submits that wait for an answer at this moment. */
  flying = 0;
  cancels = 0;
  /** Submits whose answer was lost and that were asked again with their key. */
  askedAgain = 0;

  constructor(token: string) {
    this.token = token;
  }

  acknowledged(order: Omit<KnownOrder, 'cancelled' | 'over'>): void {
    if (this.orders.has(order.id)) this.twice.push(order.id);
    else this.orders.set(order.id, { ...order, cancelled: false, over: false });
  }

  /** Orders that may still be open, as far as the member knows. */
  open(): KnownOrder[] {
    return [...this.orders.values()].filter(
      ({ status, cancelled, over }) => status === SPOT_STATUS.open && !cancelled && !over,
    );
  }

  refusal(reason: Reason | undefined): void {
    const name = reason ?? 'unknown';
    this.refused.set(name, (this.refused.get(name) ?? 0) + 1);
  }
}

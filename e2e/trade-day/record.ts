import { SPOT_STATUS, type Reason } from '@plimsoll/contract';

/** An acknowledged order, as its member knows it. */
export interface KnownOrder {
  readonly id: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly status: number;
  cancelled: boolean;
  /** A cancel found it filled. */
  over: boolean;
}

/** What one member did, kept outside the server. */
export class MemberRecord {
  readonly token: string;
  readonly orders = new Map<number, KnownOrder>();
  /** Acknowledgements that named an order again under another key. */
  readonly twice: number[] = [];
  /** Duplicates with one key and different answers. */
  readonly torn: string[] = [];
  readonly refused = new Map<Reason | 'unknown', number>();
  submits = 0;
  flying = 0;
  cancels = 0;
  /** Submits repeated with their key because the answer was lost. */
  askedAgain = 0;

  constructor(token: string) {
    this.token = token;
  }

  acknowledged(order: Omit<KnownOrder, 'cancelled' | 'over'>): void {
    if (this.orders.has(order.id)) this.twice.push(order.id);
    else this.orders.set(order.id, { ...order, cancelled: false, over: false });
  }

  /** Orders that may still be open. */
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

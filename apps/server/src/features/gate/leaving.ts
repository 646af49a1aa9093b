import type { Amount } from '@plimsoll/money';
import type { Proof } from '../security/index.ts';
import type { Destination, WayKind } from './standing.ts';

export interface Leaving {
  readonly kind: WayKind;
  readonly memberId: string;
  readonly coinId: string;
  readonly coin: string;
  readonly decimals: number;
  readonly amount: Amount;
  /** The part of it kept as a fee. */
  readonly fee: Amount;
  readonly to: Destination;
}

/** The same after {@link WaysOut.open}: checked again, and its proof used up, in the transaction that moves it. */
export interface Passing extends Leaving {
  readonly proof?: Proof | undefined;
  /** In USDT by the last price, rounded up; null when none is known. */
  readonly worth: Amount | null;
}

import type { UsedAddress } from './compare-address.ts';

export type LookPlace =
  | {
      readonly kind: 'address';
      readonly address: string;
      readonly over: string;
      readonly used: readonly UsedAddress[];
      readonly isAllowed: boolean;
    }
  | {
      readonly kind: 'card';
      readonly bank: string;
      readonly number: string;
      readonly whole: string;
      readonly holder: string;
    }
  | {
      readonly kind: 'member';
      readonly id: string;
      readonly name: string;
      /** How often the member sent to them before. */
      readonly times: number;
    };

/** What is about to leave: decimals as the wire writes them. */
export interface LookFacts {
  readonly gross: string;
  readonly fee: string;
  readonly net: string;
  readonly left: string;
  readonly coin: string;
  readonly to: LookPlace;
  readonly note: string;
}

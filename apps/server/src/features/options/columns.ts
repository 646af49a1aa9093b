import { DIRECTION } from '@plimsoll/contract';
import { amountOf, atMs, code, id, int, rateOf, smallint } from '../../platform/db-columns.ts';

/** Columns of `option_order` that are agreed when it is placed, under either rules. */
export const AGREED = {
  id: id('option'),
  memberId: id('member'),
  marketId: id('market'),
  direction: code(DIRECTION),
  stake: amountOf,
  decimals: smallint,
  termsVersion: int,
  seconds: int,
  rate: rateOf,
  winnings: amountOf,
  freshMs: int,
  placedAtMs: atMs.named('placed_at'),
};

import { ACCOUNT_TYPE } from '@plimsoll/contract';
import type { Outcome } from '@plimsoll/proof';
import { capture, hold, release, type Account, type HoldRef, type Journal, type Line } from '../../ledger/index.ts';
import type { PlacedOption } from './order.ts';

type Held = Pick<PlacedOption, 'id' | 'memberId' | 'stake' | 'winnings'>;

const stakeOf = ({ id }: Held): HoldRef => ({ kind: 'option-stake', ref: id });
const payoutOf = ({ id }: Held): HoldRef => ({ kind: 'option-payout', ref: id });
const memberAccount = ({ memberId }: Held, coinId: string): Account => ({
  memberId,
  type: ACCOUNT_TYPE.options,
  coinId,
});
const houseAccount = (coinId: string): Account => ({ house: 'options', coinId });

/**
 * Holds the stake of the member and the winnings of the house account: every open win is covered from the beginning
 * (RULES 4).
 */
export const opening = (option: Held, coinId: string): Journal => ({
  cause: { kind: 'option-open', id: option.id },
  actor: { kind: 'member', id: option.memberId },
  lines: [
    hold(memberAccount(option, coinId), option.stake, stakeOf(option)),
    hold(houseAccount(coinId), option.winnings, payoutOf(option)),
  ],
});

/** Ends both holds as the outcome requires. Nothing else can be posted for this option again. */
export const settling = (option: Held, outcome: Outcome, coinId: string): Journal => ({
  cause: { kind: 'option-settle', id: option.id },
  actor: { kind: 'clock' },
  lines: ending(option, outcome, memberAccount(option, coinId), houseAccount(coinId)),
});

function ending(option: Held, outcome: Outcome, member: Account, house: Account): readonly Line[] {
  switch (outcome) {
    case 'win':
      return [
        release(member, option.stake, stakeOf(option)),
        capture(house, member, option.winnings, payoutOf(option)),
      ];
    case 'lose':
      return [capture(member, house, option.stake, stakeOf(option)), release(house, option.winnings, payoutOf(option))];
    case 'tie':
    case 'void':
      return [release(member, option.stake, stakeOf(option)), release(house, option.winnings, payoutOf(option))];
  }
}

import { ACCOUNT_TYPE } from '@plimsoll/contract';
import { minus, type Amount } from '@plimsoll/money';
import {
  capture,
  hold,
  release,
  nonZeroLines,
  type HoldRef,
  type Journal,
  type MemberAccount,
} from '../../ledger/index.ts';
import type { Staked } from './stake.ts';

// Always funds (docs/wire/conventions.md).
const funds = ({ memberId, coinId }: Staked): MemberAccount => ({ memberId, type: ACCOUNT_TYPE.funds, coinId });
const rewards = ({ coinId }: Staked) => ({ house: 'rewards', coinId }) as const;
const principal = ({ id }: Staked): HoldRef => ({ kind: 'stake', ref: id });
const reward = ({ id }: Staked): HoldRef => ({ kind: 'stake-reward', ref: id });
const asked = ({ memberId }: Staked) => ({ kind: 'member', id: memberId }) as const;

/** The amount is frozen, and so is what it will earn, so that it can always be paid. */
export const opening = (stake: Staked): Journal => ({
  cause: { kind: 'stake-open', id: stake.id },
  actor: asked(stake),
  lines: [hold(funds(stake), stake.amount, principal(stake)), hold(rewards(stake), stake.revenue, reward(stake))],
});

/** Principal and revenue, at the end. */
export const ending = (stake: Staked): Journal => ({
  cause: { kind: 'stake-end', id: stake.id },
  actor: { kind: 'clock' },
  lines: [
    release(funds(stake), stake.amount, principal(stake)),
    capture(rewards(stake), funds(stake), stake.revenue, reward(stake)),
  ],
});

/** Principal and what accrued, before the end; the house is free again of the rest of what it promised. */
export const redeeming = (stake: Staked, accrued: Amount): Journal => ({
  cause: { kind: 'stake-redeem', id: stake.id },
  actor: asked(stake),
  lines: nonZeroLines([
    release(funds(stake), stake.amount, principal(stake)),
    capture(rewards(stake), funds(stake), accrued, reward(stake)),
    release(rewards(stake), minus(stake.revenue, accrued), reward(stake)),
  ]),
});

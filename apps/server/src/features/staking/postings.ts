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

/** Freezes the amount, and its revenue in `rewards`, so that it can always be paid. */
export const opening = (stake: Staked): Journal => ({
  cause: { kind: 'stake-open', id: stake.id },
  actor: asked(stake),
  lines: [hold(funds(stake), stake.amount, principal(stake)), hold(rewards(stake), stake.revenue, reward(stake))],
});

/** Releases the principal and pays the revenue. */
export const ending = (stake: Staked): Journal => ({
  cause: { kind: 'stake-end', id: stake.id },
  actor: { kind: 'clock' },
  lines: [
    release(funds(stake), stake.amount, principal(stake)),
    capture(rewards(stake), funds(stake), stake.revenue, reward(stake)),
  ],
});

/** Releases the principal, pays what accrued, and releases the rest of the reserved revenue. */
export const redeeming = (stake: Staked, accrued: Amount): Journal => ({
  cause: { kind: 'stake-redeem', id: stake.id },
  actor: asked(stake),
  lines: nonZeroLines([
    release(funds(stake), stake.amount, principal(stake)),
    capture(rewards(stake), funds(stake), accrued, reward(stake)),
    release(rewards(stake), minus(stake.revenue, accrued), reward(stake)),
  ]),
});

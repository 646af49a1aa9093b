import { ok, refuse, type Refusal, type Result } from '@plimsoll/contract';
import { formatShort, plus, sum, ZERO, type Amount } from '@plimsoll/money';
import { defineCommand, type LedgerCommand, type Plan } from '../../ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { elementAt } from '../../platform/element-at.ts';
import { momentText } from '../../platform/moment-text.ts';
import { limitsAt } from './limits.ts';
import { lockLimits, riskOf } from './limit-store.ts';
import { slotsOf, worstLoss, type Exposed, type HouseLimits } from './house-limits.ts';
import { exposedIn, lockExposure, stakedBy, type Slot } from './house-limit-store.ts';
import { takeOptionIds, type PlacedOption } from './order.ts';
import { opening } from './postings.ts';
import { findBeginnings, insertPlaced } from './placed-store.ts';

/** An option to place: form, market, terms and stake are checked, its moment is chosen. */
export type PlacingOption = Omit<PlacedOption, 'id'> & { readonly coin: StakeCoin };

/** Maximum delay of writing an option; later its moment is stale, and it is refused. */
const WRITTEN_WITHIN_MS = 2_000;

export interface StakeCoin {
  readonly id: string;
  readonly title: string;
  readonly decimals: number;
}

/** Places options: each held on both sides in one journal, within members' own limits and house limits (RULES 4). */
export function placeOptions(
  clock: Clock,
  houseLimits: () => HouseLimits,
): LedgerCommand<PlacingOption, PlacedOption, { order_id: number }> {
  return defineCommand({
    name: 'option.place',

    async plan(tx, inputs) {
      const nowMs = clock.nowMs();
      const [ids, beginnings, refusedBy] = await Promise.all([
        takeOptionIds(tx, inputs.length),
        findBeginnings(tx, inputs),
        ownLimits(tx, inputs, nowMs),
      ]);
      const options = inputs.map((input, index) => ({ ...input, placedAtMs: beginnings.get(index) ?? Number.NaN }));
      const isInTime = (option: PlacingOption): boolean => Math.abs(nowMs - option.placedAtMs) <= WRITTEN_WITHIN_MS;
      const isWithin = await withinHouseLimits(tx, options.filter(isInTime), houseLimits());
      return options.map((option, index): Result<Plan<PlacedOption>> => {
        if (!isInTime(option)) return refuse('stale_market');
        const refusal = refusedBy(option);
        if (refusal) return { ok: false, refusal };
        if (!isWithin(option)) return refuse('house_limit');
        const { coin, ...taking } = option;
        const planned = { ...taking, id: elementAt(ids, index) };
        return ok({ journals: [opening(planned, coin.id)], planned });
      });
    },

    record: (tx, options) => ({
      // not money: an id, a number on the wire
      outcomes: options.map(({ id }) => ({ order_id: Number(id) })),
      sent: insertPlaced(tx, options),
      commitsAfter: true,
    }),
  });
}

/**
 * Why a member's own limits refuse an option, earlier ones of the batch counted. The limits stay locked until the
 * transaction ends.
 */
async function ownLimits(
  tx: Tx,
  inputs: readonly PlacingOption[],
  nowMs: number,
): Promise<(input: PlacingOption) => Refusal | undefined> {
  const kept = await lockLimits(
    tx,
    inputs.map((input) => input.memberId),
  );
  const limits = new Map([...kept].map(([memberId, own]) => [memberId, limitsAt(own, nowMs)]));
  const limited = [...limits].filter(([, { dailyLoss }]) => dailyLoss !== null).map(([memberId]) => memberId);
  const risks =
    limited.length > 0 ? await riskOf(tx, limited, nowMs) : new Map<string, { lost: Amount; staked: Amount }>();
  const placed = new Map<string, Amount>();

  return ({ memberId, stake, coin }) => {
    const own = limits.get(memberId);
    if (!own) return undefined;
    if (own.excludedUntilMs !== null)
      return { reason: 'self_excluded', params: { until: momentText(own.excludedUntilMs) } };
    if (own.dailyLoss === null) return undefined;
    const before = placed.get(memberId) ?? ZERO;
    const risk = risks.get(memberId) ?? { lost: ZERO, staked: ZERO };
    if (sum([risk.lost, risk.staked, before, stake]) > own.dailyLoss) {
      return { reason: 'daily_loss_limit', params: { maximum: formatShort(own.dailyLoss), coin: coin.title } };
    }
    placed.set(memberId, plus(before, stake));
    return undefined;
  };
}

/**
 * Whether house limits allow an option, earlier ones of the batch counted. Its market and member stay locked until the
 * transaction ends.
 */
async function withinHouseLimits(
  tx: Tx,
  options: readonly PlacingOption[],
  limits: HouseLimits,
): Promise<(option: PlacingOption) => boolean> {
  const memberIds = [...new Set(options.map(({ memberId }) => memberId))];
  const slots = new Map(
    options.flatMap((option) =>
      slotsOf(option).map((beginsMs): [string, Slot] => [
        nameOf(option.marketId, beginsMs),
        { marketId: option.marketId, beginsMs },
      ]),
    ),
  );
  if (slots.size === 0) return () => true;
  await lockExposure(
    tx,
    options.map(({ marketId }) => marketId),
    memberIds,
  );
  const [open, staked] = await Promise.all([exposedIn(tx, [...slots.values()]), stakedBy(tx, memberIds)]);
  const exposed = new Map<string, Exposed[]>([...slots.keys()].map((name, at) => [name, open[at] ?? []]));

  return (option) => {
    const { marketId, memberId, direction, stake, winnings } = option;
    const stakes = plus(staked.get(memberId) ?? ZERO, stake);
    if (stakes > limits.member) return false;
    const placed: Exposed = { direction, line: null, stakes: stake, winnings };
    const names = slotsOf(option).map((beginsMs) => nameOf(marketId, beginsMs));
    if (names.some((name) => worstLoss([...(exposed.get(name) ?? []), placed]) > limits.net)) return false;
    staked.set(memberId, stakes);
    for (const name of names) exposed.get(name)?.push(placed);
    return true;
  };
}

const nameOf = (marketId: string, beginsMs: number): string => `${marketId}/${beginsMs}`;

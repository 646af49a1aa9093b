import { ok, refuse, type Refusal, type Result } from '@plimsoll/contract';
import { formatShort, plus, sum, ZERO, type Amount } from '@plimsoll/money';
import type { Deed, Plan } from '../../ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { momentText } from '../../platform/moment-text.ts';
import { limitsAt } from './limits.ts';
import { lockLimits, riskOf } from './limit-store.ts';
import { takeOptionIds, type TakenOption } from './order.ts';
import { opening } from './postings.ts';
import { findBeginnings, insertTaken } from './taken-store.ts';

/** An option to take: its moment is chosen, its form, market, terms and stake are checked. */
export type Taking = Omit<TakenOption, 'id' | 'expiresAtMs'> & { readonly coin: StakeCoin };

/** Longest an option may wait to be written: after that its line is no longer the market's, and it is refused. */
const WRITTEN_WITHIN_MS = 2_000;

/** The coin that options are staked in. */
export interface StakeCoin {
  readonly id: string;
  readonly title: string;
  readonly decimals: number;
}

/** Takes options for members: each held on both sides in one journal, within what members allow themselves (rules 4). */
export function takeOptions(clock: Clock): Deed<Taking, TakenOption, { order_id: number }> {
  return {
    name: 'option.take',

    async plan(tx, inputs) {
      const nowMs = clock.nowMs();
      const [ids, beginnings, refusedBy] = await Promise.all([
        takeOptionIds(tx, inputs.length),
        findBeginnings(tx, inputs, nowMs),
        ownLimits(tx, inputs, nowMs),
      ]);
      return inputs.map((input, index): Result<Plan<TakenOption>> => {
        const placedAtMs = beginnings.get(index);
        if (placedAtMs === undefined || Math.abs(nowMs - placedAtMs) > WRITTEN_WITHIN_MS) return refuse('stale_market');
        const refusal = refusedBy(input);
        if (refusal) return { ok: false, refusal };
        const { coin, ...taking } = input;
        const option = { ...taking, id: ids[index] as string, placedAtMs, expiresAtMs: placedAtMs + input.seconds * 1000 };
        return ok({ journals: [opening(option, coin.id)], planned: option });
      });
    },

    async record(tx, options) {
      await insertTaken(tx, options);
      return options.map(({ id }) => ({ order_id: Number(id) }));
    },
  };
}

/**
 * Tells why a member's own limits refuse an option, those before it in the batch counted; undefined when they do not. The limits stay locked
 * until the transaction ends, so that no two orders of a member are counted apart, in whatever processes they are.
 */
async function ownLimits(tx: Tx, inputs: readonly Taking[], nowMs: number): Promise<(input: Taking) => Refusal | undefined> {
  const kept = await lockLimits(tx, inputs.map((input) => input.memberId));
  const limits = new Map([...kept].map(([memberId, own]) => [memberId, limitsAt(own, nowMs)]));
  const limited = [...limits].filter(([, { dailyLoss }]) => dailyLoss !== null).map(([memberId]) => memberId);
  // Asked once the limits are locked: what another transaction took before is seen.
  const risks = limited.length > 0 ? await riskOf(tx, limited, nowMs) : new Map<string, { lost: Amount; staked: Amount }>();
  const taken = new Map<string, Amount>();

  return ({ memberId, stake, coin }) => {
    const own = limits.get(memberId);
    if (!own) return undefined;
    if (own.excludedUntilMs !== null) return { reason: 'self_excluded', params: { until: momentText(own.excludedUntilMs) } };
    if (own.dailyLoss === null) return undefined;
    const before = taken.get(memberId) ?? ZERO;
    const risk = risks.get(memberId) ?? { lost: ZERO, staked: ZERO };
    if (sum([risk.lost, risk.staked, before, stake]) > own.dailyLoss) {
      return { reason: 'daily_loss_limit', params: { maximum: formatShort(own.dailyLoss), coin: coin.title } };
    }
    taken.set(memberId, plus(before, stake));
    return undefined;
  };
}

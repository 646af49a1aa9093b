import { ok, type Refusal, type Result } from '@plimsoll/contract';
import { formatShort, plus, sum, ZERO, type Amount, type Price } from '@plimsoll/money';
import { defineCommand, type LedgerCommand, type Plan } from '../../ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { rolledBack, type Db, type Tx } from '../../platform/db.ts';
import { elementAt } from '../../platform/element-at.ts';
import { momentText } from '../../platform/moment-text.ts';
import { keyHoursOfStakes, noteKeyHours, openKeyCaps, sharedKeys, type CappedKey } from '../spot/index.ts';
import { limitsAt } from './limits.ts';
import { lockLimits, riskOf } from './limit-store.ts';
import { slotsOf, worstLoss, type Exposed, type HouseLimits } from './house-limits.ts';
import { exposedIn, lockExposure, stakedBy, type Slot } from './house-limit-store.ts';
import { sharedExposure } from './shared-exposure.ts';
import { takeOptionIds, type PlacedOption } from './order.ts';
import { opening } from './postings.ts';
import { findBeginnings, insertPlaced, marksStay } from './placed-store.ts';

/** An option to place: form, market, terms and stake are checked, its moment is chosen. */
export type PlacingOption = Omit<PlacedOption, 'id'> & {
  readonly coin: StakeCoin;
  /** Of the program that places it. */
  readonly key?: CappedKey | undefined;
};
type Placed = PlacedOption & { readonly keyId: string | null; readonly coinId: string };

export interface PlaceOptionDeps {
  readonly clock: Clock;
  readonly limits: () => HouseLimits;
  readonly priceOf: (coinId: string) => Price | undefined;
}

/** Maximum delay of writing an option; later its moment is stale, and it is refused. */
const WRITTEN_WITHIN_MS = 2_000;

export interface StakeCoin {
  readonly id: string;
  readonly title: string;
  readonly decimals: number;
}

/** Places options: each held on both sides in one journal, within members' own limits and house limits (RULES 4). */
export function placeOptions(deps: PlaceOptionDeps): LedgerCommand<PlacingOption, Placed, { order_id: number }> {
  const { clock, priceOf } = deps;
  return defineCommand({
    name: 'option.place',
    // A stake that its member cannot pay takes nothing of the limits from those after it.
    plansTogether: true,
    shares: (inputs) => [sharedKeys(inputs), sharedExposure(inputs)],

    async plan(tx, inputs) {
      const [ids, faultsOf] = await Promise.all([takeOptionIds(tx, inputs.length), openLimits(tx, inputs, deps)]);
      return inputs.map((input, index): Result<Plan<Placed>> => {
        const { option, faults } = faultsOf(input, index);
        for (const refusal of faults()) return { ok: false, refusal };
        const { coin, key, ...taking } = option;
        const planned = { ...taking, id: elementAt(ids, index), keyId: key?.id ?? null, coinId: coin.id };
        return ok({ journals: [opening(planned, coin.id)], planned });
      });
    },

    record: (tx, options) => ({
      // not money: an id, a number on the wire
      outcomes: options.map(({ id }) => ({ order_id: Number(id) })),
      sent: Promise.all([
        insertPlaced(tx, options),
        noteKeyHours(tx, keyHoursOfStakes(options, { atMs: clock.nowMs(), priceOf })),
      ]),
      commitsAfter: true,
    }),
  });
}

/** Everything that refuses an option of a batch, in the order in which it is refused; unless refused, it is counted. */
type FaultsOf = (
  input: PlacingOption,
  index: number,
) => { readonly option: PlacingOption; readonly faults: () => Generator<Refusal> };

/** Locks and reads what options of one batch are limited by. */
async function openLimits(
  tx: Tx,
  inputs: readonly PlacingOption[],
  { clock, limits, priceOf }: PlaceOptionDeps,
): Promise<FaultsOf> {
  const nowMs = clock.nowMs();
  const isAgain = tx.tries > 1;
  const [caps, early, refusedBy] = await Promise.all([
    // Keys are locked before all else, in each process.
    openKeyCaps(tx, inputs, { nowMs, priceOf }),
    isAgain ? undefined : findBeginnings(tx, inputs),
    ownLimits(tx, inputs, nowMs),
  ]);
  const beginnings = early ?? (await beginningsThatStay(tx, inputs));
  const begun = (input: PlacingOption, index: number): PlacingOption => ({
    ...input,
    placedAtMs: beginnings.get(index) ?? Number.NaN,
  });
  const isInTime = (option: PlacingOption): boolean => Math.abs(nowMs - option.placedAtMs) <= WRITTEN_WITHIN_MS;
  const isWithin = await withinHouseLimits(tx, inputs.map(begun).filter(isInTime), limits());
  return (input, index) => {
    const option = begun(input, index);
    const staked = { keyId: input.key?.id ?? null, coinId: input.coin.id, stake: input.stake };
    return {
      option,
      *faults() {
        const isTimely = isInTime(option);
        if (!isTimely) yield { reason: 'stale_market' };
        const capped = caps.refusedStake(staked);
        if (capped) yield capped;
        const refusal = refusedBy(option);
        if (refusal) yield refusal;
        if (isTimely && !isWithin(option)) yield { reason: 'house_limit' };
        caps.countStake(staked);
      },
    };
  };
}

/**
 * The beginnings of options whose tape went on before they were written. It is kept from that, behind the locks of
 * exposure: who writes an option without it waits for its tape behind the same.
 */
async function beginningsThatStay(tx: Tx, inputs: readonly PlacingOption[]): Promise<Map<number, number>> {
  const marketIds = inputs.map(({ marketId }) => marketId);
  await lockExposure(
    tx,
    marketIds,
    inputs.map(({ memberId }) => memberId),
  );
  await marksStay(tx, marketIds);
  return findBeginnings(tx, inputs);
}

/** Everything that refuses an option by limits and time, in a transaction that is rolled back. */
export const limitFaults = (
  db: Pick<Db, 'transaction'>,
  input: PlacingOption,
  deps: PlaceOptionDeps,
): Promise<Refusal[]> => rolledBack(db, async (tx) => [...(await openLimits(tx, [input], deps))(input, 0).faults()]);

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

import { ok, type Result } from '@plimsoll/contract';
import { settle, type TapeTick } from '@plimsoll/proof';
import type { Deed, Plan } from '../../ledger/index.ts';
import { lastTicksAt, type MarketMoment } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { agreedOn, type TakenOption } from './order.ts';
import { settling } from './postings.ts';
import { findStakedCoin, lockDueOptions, writeEndings, type Due, type EndingOption } from './settle-store.ts';

/**
 * Settles options that expired, by the tape alone (rules 4): rows locked, the last tick at or before each expiry read, the pure `settle`,
 * one journal an option, all of a batch in one transaction. Answers how many milliseconds after its expiry each was. Any number of processes
 * may do this at once.
 */
export function settleDue(clock: Clock): Deed<Due, readonly EndingOption[], readonly number[]> {
  return {
    name: 'option.settle',
    alone: true,

    async plan(tx, inputs) {
      const plans: Result<Plan<readonly EndingOption[]>>[] = [];
      for (const due of inputs) {
        const options = await lockDueOptions(tx, due);
        const [first] = options;
        // Of the same coin all; should one not be, it fails here with the rest, and alone it is looked up for itself.
        const [lastTick, coinId] = await Promise.all([exitTicks(tx, options), first ? findStakedCoin(tx, first) : '']);
        const endings = options.map((option): EndingOption => ({ option, settlement: settle(agreedOn(option), lastTick(option)) }));
        plans.push(ok({
          journals: endings.map(({ option, settlement }) => settling(option, settlement.outcome, coinId)),
          planned: endings,
        }));
      }
      return plans;
    },

    async record(tx, batches) {
      const endings = batches.flat();
      // Never before the last expiry, should the clock have been set back meanwhile.
      const atMs = endings.reduce((latest, { option }) => Math.max(latest, option.expiresAtMs), clock.nowMs());
      await writeEndings(tx, endings, new Date(atMs));
      return batches.map((batch) => batch.map(({ option }) => atMs - option.expiresAtMs));
    },
  };
}

const keyOf = ({ marketId, expiresAtMs }: TakenOption): string => `${marketId} ${expiresAtMs}`;

/** The last tick at or before the expiry of each of these options; every moment of a market is looked up once. */
async function exitTicks(tx: Tx, options: readonly TakenOption[]): Promise<(option: TakenOption) => TapeTick | undefined> {
  const moments = new Map(options.map((option): [string, MarketMoment] => [keyOf(option), { marketId: option.marketId, atMs: option.expiresAtMs }]));
  const ticks = moments.size > 0 ? await lastTicksAt(tx, [...moments.values()]) : [];
  const byKey = new Map([...moments.keys()].map((key, index) => [key, ticks[index]]));
  return (option) => byKey.get(keyOf(option));
}

import { ok, type Result, OPTION_RULES } from '@plimsoll/contract';
import { settle, settleAt } from '@plimsoll/proof';
import { defineCommand, type LedgerCommand, type Plan } from '../../ledger/index.ts';
import { exitMarks, lastTicksAt, type MarketMoment, type SettlementMoment } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { stakeOf, type MarkOption, type OldOption, type StoredOption } from './order.ts';
import { settling } from './postings.ts';
import {
  findStakedCoin,
  lockDueOptions,
  writeEndings,
  type DecidingPrice,
  type Due,
  type EndingOption,
} from './settle-store.ts';

/**
 * Settles options whose end is known from the tape (RULES 4), one journal an option, one transaction a batch. Answers
 * each one's lateness in ms. Safe in any number of processes.
 */
export function settleDue(clock: Clock): LedgerCommand<Due, readonly EndingOption[], readonly number[]> {
  return defineCommand<Due, readonly EndingOption[], readonly number[]>({
    name: 'option.settle',
    exclusive: true,
    // Several connections settle at once: only the posting is one after the other.
    recordsFirst: true,

    async plan(tx, inputs) {
      const plans: Result<Plan<readonly EndingOption[]>>[] = [];
      for (const due of inputs) {
        const options = await lockDueOptions(tx, due);
        const [first] = options;
        // All have the same coin; otherwise posting fails here, and succeeds for each separately.
        const [endingOf, coinId] = await Promise.all([endings(tx, options), first ? findStakedCoin(tx, first) : '']);
        const planned = options.map(endingOf);
        plans.push(
          ok({
            journals: planned.map(({ option, settlement }) => settling(option, settlement.outcome, coinId)),
            planned,
          }),
        );
      }
      return plans;
    },

    record(tx, batches) {
      const all = batches.flat();
      // Never before the last was due, should the clock have been set back.
      const atMs = all.reduce((latest, { dueAtMs }) => Math.max(latest, dueAtMs), clock.nowMs());
      return {
        outcomes: batches.map((batch) => batch.map(({ dueAtMs }) => atMs - dueAtMs)),
        sent: writeEndings(tx, all, new Date(atMs)),
      };
    },
  });
}

/** How each of these options ends; each moment of a market is looked up once. */
async function endings(tx: Tx, options: readonly StoredOption[]): Promise<(option: StoredOption) => EndingOption> {
  const old = options.filter((option) => option.rules === OPTION_RULES.ticks);
  const marked = options.flatMap((option) =>
    option.rules === OPTION_RULES.marks && option.line ? [momentOf(option, option.line.expiresAtMs)] : [],
  );
  const [lastTick, exitMark] = await Promise.all([
    lookUp(old.map(tradeMoment), keyOfTrade, (moments) => lastTicksAt(tx, moments)),
    lookUp(marked, keyOfMark, (moments) => exitMarks(tx, moments)),
  ]);
  return (option): EndingOption => {
    if (option.rules === OPTION_RULES.ticks) {
      const { line } = option;
      const terms = {
        ...stakeOf(option),
        entryPrice: line.price,
        expiresAtMs: line.expiresAtMs,
        freshMs: option.freshMs,
      };
      return { option, settlement: settle(terms, lastTick(tradeMoment(option))), dueAtMs: line.expiresAtMs };
    }
    if (!option.line) {
      return {
        option,
        settlement: settleAt<DecidingPrice>(stakeOf(option), null, undefined),
        dueAtMs: option.placedAtMs + option.lineDelayMs + option.lineWithinMs,
      };
    }
    const { price, expiresAtMs } = option.line;
    const exit = exitMark(momentOf(option, expiresAtMs));
    return {
      option,
      settlement: settleAt(stakeOf(option), price, exit),
      dueAtMs: exit ? Math.max(expiresAtMs, exit.timeMs) : expiresAtMs + option.nextWithinMs,
    };
  };
}

const tradeMoment = ({ marketId, line }: OldOption): MarketMoment => ({ marketId, atMs: line.expiresAtMs });
const momentOf = ({ marketId, freshMs, nextWithinMs }: MarkOption, expiresAtMs: number): SettlementMoment => ({
  marketId,
  atMs: expiresAtMs,
  freshMs,
  nextWithinMs,
});
const keyOfTrade = ({ marketId, atMs }: MarketMoment): string => `${marketId} ${atMs}`;
const keyOfMark = ({ marketId, atMs, freshMs, nextWithinMs }: SettlementMoment): string =>
  `${marketId} ${atMs} ${freshMs} ${nextWithinMs}`;

async function lookUp<Moment, Found>(
  moments: readonly Moment[],
  keyOf: (moment: Moment) => string,
  find: (moments: readonly Moment[]) => Promise<readonly (Found | undefined)[]>,
): Promise<(moment: Moment) => Found | undefined> {
  const byKey = new Map(moments.map((moment) => [keyOf(moment), moment]));
  const found = byKey.size > 0 ? await find([...byKey.values()]) : [];
  const answers = new Map([...byKey.keys()].map((key, index) => [key, found[index]]));
  return (moment) => answers.get(keyOf(moment));
}

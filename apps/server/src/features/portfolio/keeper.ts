import type { GroupedWriter, Journal } from '../../ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { Worker } from '../../platform/slice.ts';
import { keepUp } from './keep-up.ts';
import { PriceBook } from '../../market/index.ts';

/** Lines of a member's after which sums are kept, whether somebody looks or not. */
const LINES = 500;

interface KeeperDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly writer: Pick<GroupedWriter, 'onPosted'>;
  readonly settling: Pick<GroupedWriter, 'onPosted'>;
  readonly settlingBeside?: Pick<GroupedWriter, 'onPosted'>;
}

const membersOf = (journals: readonly Journal[]): readonly string[] =>
  journals.flatMap(({ lines }) =>
    lines.flatMap(({ from, to }) => [from, to].flatMap((account) => ('memberId' in account ? [account.memberId] : []))),
  );

/**
 * Keeps the sums of members who trade much and look seldom, so that whoever looks first need not wait for years of
 * lines. One member at a time; what this process has not counted is kept when the member looks.
 */
export function portfolioKeeper({ db, clock, log, writer, settling, settlingBeside }: KeeperDeps): Worker {
  const counts = new Map<string, number>();
  const waiting = new Set<string>();
  let work: Promise<void> | undefined;
  let isRunning = false;

  async function keepWaiting(): Promise<void> {
    for (const memberId of waiting) {
      waiting.delete(memberId);
      if (!isRunning) return;
      try {
        await keepUp(db, await PriceBook.open(db), memberId, { nowMs: clock.nowMs() });
      } catch (error) {
        log.error({ err: error, memberId }, 'the sums of a portfolio could not be kept');
      }
    }
  }

  function countLines(journals: readonly Journal[]): void {
    if (!isRunning) return;
    for (const memberId of membersOf(journals)) {
      const count = (counts.get(memberId) ?? 0) + 1;
      if (count < LINES) counts.set(memberId, count);
      else {
        counts.delete(memberId);
        waiting.add(memberId);
      }
    }
    if (waiting.size === 0) return;
    work ??= keepWaiting().finally(() => {
      work = undefined;
    });
  }

  for (const each of [writer, settling, settlingBeside]) each?.onPosted(countLines);
  return {
    name: 'portfolio sums',
    start() {
      isRunning = true;
    },
    async stop() {
      isRunning = false;
      await work;
    },
  };
}

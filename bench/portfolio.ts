import { makePortfolio, MEMBER_ID } from './portfolio/fixture.ts';
import type { Figure } from './measure/figure.ts';
import { onOwnDatabase } from './measure/own-database.ts';
import { bench, say } from './measure/run.ts';
import { quantile } from './measure/stats.ts';
import { inTempFolder } from './measure/temp-folder.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { keepUp } from '../apps/server/src/features/portfolio/keep-up.ts';
import { PriceBook } from '../apps/server/src/market/past-prices.ts';
import { readBalanceAt } from '../apps/server/src/features/portfolio/read-balance-at.ts';
import { readPortfolio } from '../apps/server/src/features/portfolio/read-portfolio.ts';
import { PORTFOLIO_RANGES } from '@plimsoll/contract/codes/portfolio';

// The portfolio of a member with 100 000 lines of a year in a ledger of a million, and a mark of ten markets each ten
// minutes: what the server takes for each range, and for a balance at any moment. Sums are kept as lines are posted; what
// making them again takes is shown.

const LINES = 100_000;
const ROUNDS = 40;
const LIMIT_MS = 200;

async function timesOf(rounds: number, work: (round: number) => Promise<unknown>): Promise<readonly number[]> {
  const took: number[] = [];
  for (let round = -2; round < rounds; round += 1) {
    const startMs = performance.now();
    await work(round);
    if (round >= 0) took.push(performance.now() - startMs);
  }
  return took;
}

const figureOf = (what: string, took: readonly number[], limit: Figure['limit']): Figure => {
  const ms = quantile(took, 0.95);
  return { what, measured: `${ms.toFixed(1)} ms`, against: null, value: ms, unit: 'ms', limit };
};

await bench('the portfolio of a member with many lines', () =>
  inTempFolder((folder) =>
    onOwnDatabase(folder, async ({ db, owner }) => {
      say(`making ${LINES} lines of one member among ${LINES * 10}`);
      const beganMs = await makePortfolio(owner, LINES);
      const clock = systemClock;
      const deps = { db, clock, market: { usdtPrice: () => undefined } };
      const startMs = performance.now();
      await keepUp(db, await PriceBook.open(db), MEMBER_ID, { nowMs: clock.nowMs() });
      const againMs = performance.now() - startMs;
      const figures: Figure[] = [];
      for (const range of PORTFOLIO_RANGES)
        figures.push(
          figureOf(
            `p95 of a ${range === 'all' ? 'whole curve' : `curve of a ${range}`}, ${LINES} lines`,
            await timesOf(ROUNDS, () => readPortfolio(deps, MEMBER_ID, { range, since: undefined, curve: undefined })),
            { atMost: LIMIT_MS },
          ),
        );
      const lengthMs = clock.nowMs() - beganMs;
      const balances = await timesOf(ROUNDS, (round) =>
        readBalanceAt(deps, MEMBER_ID, 'en', { time: Math.floor(beganMs + (lengthMs * (round + 2)) / (ROUNDS + 2)) }),
      );
      return [
        ...figures,
        figureOf(`p95 of the balances at a moment, ${LINES} lines`, balances, { atMost: LIMIT_MS }),
        figureOf(`making the sums of ${LINES} lines again, once`, [againMs], null),
      ];
    }),
  ));

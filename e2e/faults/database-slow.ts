import type { Fault } from './fault.ts';
import { askInSilence, untilAnswering, untilSilent } from './ground/silence.ts';

/** Each way. The first is a database on another continent: slow, and nothing is refused for that. */
const SLOW_MS = 150;
const TOO_SLOW_MS = 4_000;
const SILENT_FOR_MS = { full: 20_000, short: 1_000 };
const ANSWERS_SLOW = { full: 60, short: 6 };
const ANSWERS_AFTER = 60;

export const databaseSlow: Fault = {
  name: 'database-slow',
  does: 'delays what passes between server and database by 150 ms each way, then by 4 s, then not at all',
  times: { full: 5, short: 1 },
  needs: { lines: true },
  mayFail: true,
  async strike(ground, { times, isShort }) {
    const { databaseLine } = ground;
    if (!databaseLine) throw new Error('there is no line to delay');
    const errors = (): number => ground.records.reduce((sum, { serverErrors }) => sum + serverErrors.length, 0);
    const slowest: number[] = [];
    let whileSlow = 0;
    try {
      for (let number = 0; number < times; number += 1) {
        const before = errors();
        databaseLine.delayMs = SLOW_MS;
        await ground.untilAnswered(isShort ? ANSWERS_SLOW.short : ANSWERS_SLOW.full);
        whileSlow += errors() - before;
        databaseLine.delayMs = TOO_SLOW_MS;
        await untilSilent(ground);
        slowest.push(await askInSilence(ground, isShort ? SILENT_FOR_MS.short : SILENT_FOR_MS.full));
        databaseLine.delayMs = 0;
        await untilAnswering(ground);
        await ground.untilAnswered(ANSWERS_AFTER);
      }
    } finally {
      databaseLine.delayMs = 0;
    }
    if (whileSlow > 0) ground.doubt(`${whileSlow} answers of 500 or more at ${SLOW_MS} ms each way`);
    return [
      `${times} times; at ${SLOW_MS} ms each way every order was done and none was refused for it; at ${TOO_SLOW_MS} ms readiness, figures and orders were answered within ${Math.max(...slowest)} ms`,
    ];
  },
};

import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './fault.ts';

const EVERY_MS = 500;
const ANSWERS_AFTER = 60;

export const connectionsCut: Fault = {
  name: 'connections-cut',
  does: 'cuts all connections every half second, in turns those between server and database and those between members and server, and at times both',
  times: { full: 600, short: 6 },
  needs: { lines: true },
  mayFail: true,
  async strike(ground, { times }) {
    const { databaseLine, memberLine } = ground;
    if (!databaseLine || !memberLine) throw new Error('there is no line to cut');
    const before = ground.answered();
    for (let number = 0; number < times; number += 1) {
      // The pace is part of the fault: half a second of work, then a cut.
      await delay(EVERY_MS);
      if (number % 3 !== 1) databaseLine.cut();
      if (number % 3 !== 0) memberLine.cut();
    }
    const during = ground.answered() - before;
    await ground.untilAnswered(ANSWERS_AFTER);
    return [
      `${times} cuts in ${(times * EVERY_MS) / 1000} s: ${databaseLine.cutCount} connections to the database, ${memberLine.cutCount} of members; ${during} submits were answered meanwhile`,
    ];
  },
};

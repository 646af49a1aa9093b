import type { Fault } from './fault.ts';
import type { Blow } from './ground/target.ts';
import type { Ground } from './ground/ground.ts';

/** Answers between two blows, so that each strikes while work goes on. */
const ANSWERS_BETWEEN = 60;

/** Strikes several times while members trade. @returns downtimes in ms. */
export async function strikeOften(ground: Ground, times: number, blowAt: (number: number) => Blow): Promise<number[]> {
  const away: number[] = [];
  for (let number = 0; number < times; number += 1) {
    await ground.untilAnswered(ANSWERS_BETWEEN);
    away.push(await ground.target.strike(blowAt(number)));
  }
  await ground.untilAnswered(ANSWERS_BETWEEN);
  if (ground.records.every(({ submits }) => submits.every(({ asked }) => asked === 1)))
    ground.doubt('no answer was ever lost: the blows hit nothing');
  return away;
}

export const awayWords = (away: readonly number[]): string =>
  `serving again after ${Math.round(away.toSorted((a, b) => a - b)[Math.floor(away.length / 2)] ?? 0)} ms in the middle, ${Math.round(Math.max(...away))} ms at worst`;

export const serverKilled: Fault = {
  name: 'server-killed',
  does: 'kills the server and with it its database (SIGKILL) while members submit, and starts it again',
  times: { full: 100, short: 2 },
  needs: {},
  mayFail: true,
  async strike(ground, { times }) {
    const away = await strikeOften(ground, times, () => 'server');
    return [`${times} kills; ${awayWords(away)}`];
  },
};

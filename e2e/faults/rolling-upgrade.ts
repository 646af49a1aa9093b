import { whyNoRedis } from '../../apps/server/src/testing/redis.ts';
import type { Fault } from './fault.ts';
import type { Ground } from './ground/ground.ts';
import { whyNoMachines } from './ground/machines.ts';
import { doubtOtherErrors, untilWritten } from './machine-lost.ts';

/** Answers between two restarts, so that each happens while work goes on. */
const ANSWERS_BETWEEN = 20;

/** Runs a restart while members trade. @returns the time from its begin until something new was acknowledged, in ms. */
async function under(ground: Ground, restart: () => Promise<void>): Promise<number> {
  await ground.untilAnswered(ANSWERS_BETWEEN);
  const beganMs = Date.now();
  const [pauseMs] = await Promise.all([untilWritten(ground, beganMs), restart()]);
  return pauseMs;
}

/** The longest time since a moment in which nothing new was acknowledged, in ms. */
function longestPause({ records }: Pick<Ground, 'records'>, sinceMs: number): number {
  const times = records
    .flatMap(({ submits }) => submits)
    .filter(({ sentMs, answer }) => sentMs > sinceMs && answer?.code === 1)
    .map(({ answeredMs }) => answeredMs)
    .toSorted((a, b) => a - b);
  return Math.max(...times.map((ms, at) => ms - (times[at - 1] ?? sinceMs)));
}

/** Redis, and each server with the haproxy beside it: at every moment one of them serves. */
async function restartServers(ground: Ground): Promise<number> {
  const { redis, machines, targets } = ground;
  const pauses = [
    await under(ground, async () => {
      await redis?.kill();
      await redis?.restart();
    }),
  ];
  for (const [at, target] of targets.entries())
    pauses.push(
      await under(ground, () =>
        target.restart(async () => {
          await target.stop();
          await machines?.stopProxy(at);
          await machines?.startProxy(at);
        }),
      ),
    );
  return Math.max(...pauses);
}

/**
 * Each machine of the database, the primary last: it hands over when it is asked to end. @returns how long nothing was
 * acknowledged with each, in ms
 */
async function restartMachines(ground: Ground): Promise<readonly number[]> {
  const { machines } = ground;
  if (!machines) return [];
  const pauses: number[] = [];
  const primary = await machines.primary();
  for (const machine of [...machines.all.filter((each) => each !== primary), primary]) {
    await machines.untilTogether();
    const beganMs = Date.now();
    await under(ground, async () => {
      await machine.stop();
      machine.start();
    });
    await machines.untilTogether();
    // For the last pause to end.
    await ground.untilAnswered(ANSWERS_BETWEEN);
    pauses.push(longestPause(ground, beganMs));
  }
  return pauses;
}

export const rollingUpgrade: Fault = {
  name: 'rolling-upgrade',
  does: 'restarts every process, one after the other, while members trade: Redis, two servers with what stands before the database, and each machine of the database where it has three (Patroni)',
  times: { full: 5, short: 1 },
  needs: { processes: 2, machines: whyNoMachines === undefined },
  mayFail: whyNoMachines === undefined,
  whyNot: () => whyNoRedis,
  async strike(ground, { times }) {
    const errors = (): number => ground.records.reduce((sum, { serverErrors }) => sum + serverErrors.length, 0);
    const ofServers: number[] = [];
    const ofMachines: number[] = [];
    for (let number = 0; number < times; number += 1) {
      const before = errors();
      ofServers.push(await restartServers(ground));
      if (errors() > before) ground.doubt('a restart of a server was answered with 500 or more');
      ofMachines.push(...(await restartMachines(ground)));
    }
    await ground.untilAnswered(ANSWERS_BETWEEN);
    doubtOtherErrors(ground);
    return [
      `${times} times Redis and ${ground.targets.length} servers; something new was acknowledged ${Math.max(...ofServers)} ms after the begin of a restart at worst; ${errors()} answers of 500 or more`,
      ofMachines.length === 0
        ? `the machines of the database were left out: ${whyNoMachines ?? 'there is one'}`
        : `${times} times each of three machines of the database, the primary last; nothing new was acknowledged for ${Math.max(...ofMachines)} ms at worst`,
    ];
  },
};

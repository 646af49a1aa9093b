import { setTimeout as delay } from 'node:timers/promises';
import { SPOT_STATUS } from '@plimsoll/contract';
import { obtain } from '../../apps/server/src/testing/api-client.ts';
import { whyNoRedis } from '../../apps/server/src/testing/redis.ts';
import type { Fault } from './fault.ts';
import { judgeSilences, keepSilent, type Silence } from './feed-silent.ts';
import type { Ground } from './ground/ground.ts';
import { heapOf, memoryOf, type Heap } from './ground/memory.ts';
import { LogWatch } from './ground/public-log.ts';
import { Readers, STREAMS } from './ground/readers.ts';
import { slowDown } from './ground/slow-disk.ts';
import { residentMib } from './ground/sockets.ts';
import { isReady, until } from './ground/until.ts';
import { doubtOtherErrors } from './machine-lost.ts';

const MINUTE_MS = 60_000;
/** Answers between two blows, so that each strikes while work goes on. */
const ANSWERS_BETWEEN = 150;
const SILENT_MS = 7_000;
const ANSWERS_BETWEEN_SILENCES = 500;
const DISK_FAST_MS = 20_000;
const DISK_SLOW_MS = 10_000;
const REDIS_AWAY_MS = 3_000;
const TIDY_EVERY_MS = 15_000;
const SAMPLE_EVERY_MS = 5_000;
const PACE_MS = 60;

/** What goes on at once, until it is over. */
interface Soak {
  readonly ground: Ground;
  readonly isOver: () => boolean;
}

const untilAllReady = (ground: Ground): Promise<void> =>
  until('every process is ready', async () =>
    (await Promise.all(ground.targets.map(async (target) => isReady(await target.url())))).every(Boolean),
  );

/** What strikes in turn; the first process, whose memory is watched, is never ended. */
const BLOWS: Readonly<Record<string, (ground: Ground) => Promise<unknown>>> = {
  'kills of a server': async ({ targets }) => targets[1]?.strike('server'),
  redeploys: async ({ targets }) => {
    for (const target of targets.slice(1)) await target.restart();
  },
  'cuts of all connections to the database': async ({ databaseLine }) => databaseLine?.cut(),
  'kills of the database': async ({ postgres }) => {
    if (!postgres) throw new Error('the database is not one process');
    const before = postgres.pid();
    process.kill(before, 'SIGKILL');
    await until('the database is back', () => postgres.pid() !== before);
  },
  'kills of Redis': async ({ redis }) => {
    await redis?.kill();
    await delay(REDIS_AWAY_MS);
    await redis?.restart();
  },
};

/** Ends, cuts and restarts what members reach the platform by. @returns how often each. */
async function strikeAll({ ground, isOver }: Soak): Promise<string> {
  const kinds = Object.entries(BLOWS);
  let number = 0;
  for (; !isOver(); number += 1) {
    await kinds[number % kinds.length]?.[1](ground);
    await untilAllReady(ground);
    await ground.untilAnswered(ANSWERS_BETWEEN);
  }
  return kinds.map(([name], at) => `${Math.floor((number - at - 1) / kinds.length) + 1} ${name}`).join(', ');
}

async function silenceFeed({ ground, isOver }: Soak): Promise<readonly Silence[]> {
  const silences: Silence[] = [];
  while (!isOver()) {
    await ground.untilAnswered(ANSWERS_BETWEEN_SILENCES);
    silences.push(await keepSilent(ground, SILENT_MS));
  }
  return silences;
}

/** @returns how often the database's disk was slow. */
async function slowDisk({ ground, isOver }: Soak): Promise<number> {
  const { postgres, databaseFolder } = ground;
  if (!postgres) throw new Error('the database is not one process');
  let times = 0;
  while (!isOver()) {
    // The pace is part of the fault.
    await delay(DISK_FAST_MS);
    slowDown({ pid: postgres.pid(), folder: databaseFolder }, true);
    times += 1;
    await delay(DISK_SLOW_MS);
    slowDown({ pid: postgres.pid(), folder: databaseFolder }, false);
  }
  return times;
}

/** Members cancel what rests, so that the last minute's orders can be paid as the first one's. */
async function tidyUp({ ground, isOver }: Soak): Promise<void> {
  while (!isOver()) {
    await delay(TIDY_EVERY_MS);
    for (const record of ground.records) {
      const fields = { status: String(SPOT_STATUS.open), limit: '50' };
      const open = await ground
        .url()
        .then((url) => obtain(url, 'tradegetOrderList', fields, { token: record.token }))
        // While the database is away, next time.
        .catch(() => undefined);
      for (const { id } of open?.list ?? []) await record.submit('tradecancelOrder', { bb_id: String(id) });
    }
  }
}

interface Sample {
  readonly mebibytes: number;
  readonly heap: Heap | undefined;
}

/** @returns the memory of the process that runs all the time, at even distances. */
async function watchMemory({ ground, isOver }: Soak): Promise<readonly Sample[]> {
  const pid = await ground.target.pid();
  const samples: Sample[] = [];
  while (!isOver()) {
    await delay(SAMPLE_EVERY_MS);
    const mebibytes = residentMib(pid);
    if (mebibytes === undefined) ground.doubt('the first process has ended');
    else samples.push({ mebibytes, heap: await heapOf(ground.target.metricsUrl) });
  }
  return samples;
}

function judgeMemory(ground: Ground, samples: readonly Sample[]): string {
  const { quarters, most, isFlat } = memoryOf(samples.map(({ mebibytes }) => mebibytes));
  const heaps = samples.flatMap(({ heap }) => heap ?? []);
  const quartersOf = (part: keyof Heap): string => memoryOf(heaps.map((heap) => heap[part])).quarters.join(', ');
  if (isFlat === false) ground.doubt('memory is not flat');
  return `memory of the process that ran throughout, the middle of each quarter: ${quarters.join(', ')} MiB (${most} at most)${isFlat === undefined ? '; too short to say whether it is flat' : ''}; in its main thread the heap’s room ${quartersOf('room')}, in use ${quartersOf('used')}, outside it ${quartersOf('outside')}`;
}

export const soak: Fault = {
  name: 'soak',
  does: 'everything at once, for an hour: members trade and read at three processes, while servers, the database and Redis are killed, servers redeployed and connections cut; the database’s disk is slow a third of the time, and prices fall silent again and again',
  times: { full: 60, short: 0 },
  needs: { processes: 3, databaseLine: true, paceMs: PACE_MS },
  mayFail: true,
  whyNot: () => whyNoRedis,
  async strike(ground, { times: minutes }) {
    const endMs = Date.now() + minutes * MINUTE_MS;
    const state = { hasFailed: false };
    const all: Soak = { ground, isOver: () => state.hasFailed || Date.now() >= endMs };
    /** What fails ends the others, and is thrown once they have ended. */
    const going = async <T>(act: (soak: Soak) => Promise<T>): Promise<T> => {
      try {
        return await act(all);
      } catch (error) {
        state.hasFailed = true;
        throw error;
      }
    };
    const watch = new LogWatch(ground);
    const readers = new Readers(ground);
    const acts = [going(strikeAll), going(silenceFeed), going(slowDisk), going(watchMemory), going(tidyUp)] as const;
    await Promise.allSettled(acts);
    readers.stop();
    await watch.stop();
    const [blows, silences, slow, samples] = await Promise.all(acts);
    await ground.stopTrading();
    doubtOtherErrors(ground);
    for (const target of ground.targets) for (const line of await target.faults()) ground.doubt(line);
    const lines = await watch.entries();
    for (const [line, all] of Map.groupBy(lines, (each) => each))
      if (all.length > 1) ground.doubt(`in the public log ${all.length} times: ${line}`);
    return [
      `${minutes} minutes: ${blows}`,
      `${silences.length} silences of the exchange of ${SILENT_MS / 1000} s; ${slow} times ${DISK_SLOW_MS / 1000} s of a slow disk`,
      `${readers.frames} frames to ${STREAMS} streams, ${readers.answers} lists read`,
      judgeMemory(ground, samples),
      `${watch.count} checkpoints served, each of one history of ${lines.length} entries`,
      ...(await judgeSilences(ground, silences)),
    ];
  },
};

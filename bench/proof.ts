import { setTimeout as delay } from 'node:timers/promises';
import { openDb, sql, type Db } from '../apps/server/src/platform/db.ts';
import { drive } from './load/drive.ts';
import { openTradingFloor, type TradingFloor } from './load/trading-floor.ts';
import { ratioFigure, type Figure } from './measure/figure.ts';
import { usageOf } from './measure/processes.ts';
import { bench, say } from './measure/run.ts';
import { median } from './measure/stats.ts';
import { inTempFolder } from './measure/temp-folder.ts';

// What the public log costs (PROOF 2.6): spot orders through HTTP, 64 members at once, while it is appended to against
// while it is not, in turns. Off is when the bench holds the log's lease; what waited then is in the log before it
// counts again.

const MEMBERS = 64;
const ROUNDS = Number(process.argv[2] ?? 7);
const SECONDS = 5;
const LOOK_MS = 50;
const CAUGHT_UP_WITHIN_MS = 120_000;

const hold = sql<never>(
  'bench.holdLog',
  `update process_lease set holder = 'bench', until = clock_timestamp() + interval '1 hour', term = term + 1
  where name = 'log'`,
);
const release = sql<never>(
  'bench.releaseLog',
  `update process_lease set until = clock_timestamp() where name = 'log' and holder = 'bench'`,
);
const behind = sql<{ journals: string }>(
  'bench.logBehind',
  'select l.journal_id - h.journal_id as journals from ledger_head l, log_head h',
);
const entries = sql<{ size: string }>('bench.logSize', 'select size from log_head');

/** How long until all that was committed is in the log, in milliseconds. */
async function untilCaughtUp(db: Db): Promise<number> {
  const startMs = performance.now();
  for (;;) {
    const [row] = await db.run(behind);
    const tookMs = performance.now() - startMs;
    if (row?.journals === '0') return tookMs;
    if (tookMs > CAUGHT_UP_WITHIN_MS) throw new Error(`${row?.journals ?? 'all'} journals are not in the log`);
    await delay(LOOK_MS);
  }
}

interface Round {
  readonly perSecond: number;
  /** Of all processes, the load generator's included. */
  readonly cpuMicros: number;
}

async function load(floor: TradingFloor): Promise<Round> {
  const beforeSeconds = usageOf(process.pid).cpuSeconds;
  const { ids, tookMs } = await drive(floor.url, {
    path: '/api/upbbbuy',
    members: floor.members,
    seconds: SECONDS,
    perSecond: null,
    keys: null,
  });
  const cpuSeconds = usageOf(process.pid).cpuSeconds - beforeSeconds;
  return { perSecond: ids.length / (tookMs / 1000), cpuMicros: (cpuSeconds * 1e6) / ids.length };
}

const sizeOf = async (db: Db): Promise<number> => Number((await db.run(entries))[0]?.size ?? 0);

async function compare(floor: TradingFloor, db: Db): Promise<Figure[]> {
  await load(floor);
  const on: Round[] = [];
  const off: Round[] = [];
  const lateMs: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    // In the other order each second time: what grows, grows for both.
    for (const isOn of round % 2 === 0 ? [true, false] : [false, true]) {
      await db.run(isOn ? release : hold);
      if (isOn) await untilCaughtUp(db);
      const before = await sizeOf(db);
      const measured = await load(floor);
      (isOn ? on : off).push(measured);
      const logged = (await sizeOf(db)) - before;
      if (isOn) lateMs.push(await untilCaughtUp(db));
      const { perSecond, cpuMicros } = measured;
      say(
        `round ${round}, log ${isOn ? 'on' : 'off'}: ${Math.round(perSecond)} orders/s, ${Math.round(cpuMicros)} µs of processors an order, ${logged} entries meanwhile${isOn ? `, all in the log ${Math.round(lateMs.at(-1) ?? 0)} ms later` : ''}`,
      );
    }
  }
  await db.run(release);
  const rates = (rounds: readonly Round[]) => ({
    values: rounds.map(({ perSecond }) => perSecond),
    text: (value: number) => `${Math.round(value)}/s`,
  });
  const costs = (rounds: readonly Round[]) => ({
    values: rounds.map(({ cpuMicros }) => cpuMicros),
    text: (value: number) => `${Math.round(value)} µs`,
  });
  const late = median(lateMs);
  return [
    ratioFigure('spot orders a second with the public log, against without', rates(on), rates(off), {
      atLeast: 0.97,
    }),
    ratioFigure('the same, time of all processors an order', costs(on), costs(off), null),
    {
      what: 'the last of such a load is in the log',
      measured: `${Math.round(late)} ms later`,
      against: null,
      value: late / 1000,
      unit: 's',
      limit: { atMost: 10 },
    },
  ];
}

await bench('public log', () =>
  inTempFolder(async (folder) => {
    const floor = await openTradingFloor(folder, MEMBERS);
    try {
      const db = openDb(floor.databaseUrl, { connections: 1 });
      try {
        return await compare(floor, db);
      } finally {
        await db.close();
      }
    } finally {
      await floor.close();
    }
  }));

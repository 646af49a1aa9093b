import { SPOT_STATUS } from '@plimsoll/contract';
import { obtain } from '../../apps/server/src/testing/api-client.ts';
import { openDb, sql, type Db } from '../../apps/server/src/platform/db.ts';
import { whyNoRedis } from '../../apps/server/src/testing/redis.ts';
import type { Fault } from './fault.ts';
import type { Ground } from './ground/ground.ts';
import { offerOptions, registerTrader } from './ground/member.ts';
import { spotOrders } from './ground/read-back.ts';
import type { MemberRecord } from './ground/record.ts';
import { until } from './ground/until.ts';
import { messageOf } from '../support/message-of.ts';

const EXTRA_MEMBERS = 20;
const MAX_ATTEMPTS = 50;
const TOGETHER = 4;
/** Long enough to place them all on a busy machine; not a duration of the demo. */
const SECONDS = 90;
/** Below the feed's bounds; the price is later set to it. */
const LIMIT = '2800';
const FALLEN = 2_790;
const MIDDLE = 0.2;
const FAILOVER_WITHIN_MS = 3_000;
const ANSWERS_AFTER = 60;

const settled = sql<{ count: number }>(
  'faults.settled',
  'select count(*)::int as count from option_order where status <> 1 and seconds = $1',
);
const filled = sql<{ count: number }>(
  'faults.filled',
  'select count(*)::int as count from spot_order where status = 2 and market_id = $1',
);
const firstDue = sql<{ at: Date | null }>(
  'faults.firstDue',
  'select min(expires_at) as at from option_order where seconds = $1',
);
const latest = sql<{ ms: string | null }>(
  'faults.latest',
  'select max(extract(epoch from settled_at - expires_at)) * 1000 as ms from option_order where seconds = $1',
);

async function fewAtATime(count: number, work: (number: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: TOGETHER }, async () => {
      for (let number = next++; number < count; number = next++) await work(number);
    }),
  );
}

/** Members place options that end together, and orders that wait for one price: half of each. */
async function addWork(ground: Ground, things: number): Promise<MemberRecord[]> {
  const url = await ground.target.url();
  await offerOptions(url, SECONDS);
  const tokens: string[] = [];
  for (let number = 0; number < EXTRA_MEMBERS; number += 1)
    tokens.push(await registerTrader(url, `extra${number}@fault.example`));
  const records = ground.addMembers('extra', tokens);
  const { btcusdt, ethusdt } = ground.catalogue;
  await until('every process offers the new options', async () => {
    const offers = await Promise.all(
      ground.targets.map(
        async (target) => (await obtain(await target.url(), 'getHyConfig', {}, { token: tokens[0] ?? '' })).hytime,
      ),
    );
    return offers.every((seconds) => seconds.includes(SECONDS));
  });
  await Promise.all(
    records.map((record) =>
      fewAtATime(Math.ceil(things / EXTRA_MEMBERS), async (number) => {
        // Repeated under another key when the price became stale on a busy machine.
        for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
          const { code, reason } = await (number % 2 === 0
            ? record.submit('upbbbuy', { m_id: ethusdt, operate_type: '1', type: '1', num: '0.001', price: LIMIT })
            : record.submit('creatorder', {
                m_id: btcusdt,
                ctime: String(SECONDS),
                ctzed: '1',
                buytype: number % 4 === 1 ? '1' : '2',
              }));
          if (code === 1) return;
          if (reason !== 'stale_market') ground.doubt(`an extra member was refused: ${reason}`);
        }
        ground.doubt('an extra member was refused every time');
      }),
    ),
  );
  return records;
}

/** Time after `fromMs` until every running process shows a newer price, in ms. */
async function untilPricesGoOn(ground: Ground, fromMs: number, before: string): Promise<number> {
  const survivors = ground.targets.filter(({ isUp }) => isUp);
  await Promise.all(
    survivors.map(async (target) => {
      const url = await target.url();
      await until(
        'prices go on',
        async () =>
          (await obtain(url, 'getMarketList')).list.find(({ symbol }) => symbol === 'btcusdt')?.close !== before,
      );
    }),
  );
  return performance.now() - fromMs;
}

async function killInTheMiddle(ground: Ground, db: Db, things: number): Promise<string[]> {
  const { ethusdt } = ground.catalogue;
  const done = async (): Promise<number> =>
    ((await db.run(settled, [SECONDS]))[0]?.count ?? 0) + ((await db.run(filled, [ethusdt]))[0]?.count ?? 0);
  const dueMs = (await db.run(firstDue, [SECONDS]))[0]?.at?.getTime() ?? Date.now();
  await until('the first options are due', () => Date.now() >= dueMs, SECONDS * 2_000);
  ground.exchange.hold('ethusdt', FALLEN);
  await until('the sweep is in its middle', async () => (await done()) >= things * MIDDLE);
  const atKill = await done();
  // The killed process knows no price after this moment.
  await ground.target.kill();
  const killedMs = performance.now();
  const [survivor] = ground.targets.filter(({ isUp }) => isUp);
  const before =
    (await obtain((await survivor?.url()) ?? '', 'getMarketList')).list.find(({ symbol }) => symbol === 'btcusdt')
      ?.close ?? '';
  const failoverMs = Math.round(await untilPricesGoOn(ground, killedMs, before));
  if (failoverMs > FAILOVER_WITHIN_MS) ground.doubt(`prices went on only ${failoverMs} ms after the kill`);
  await until('all is settled and filled', async () => (await done()) >= things).catch(async (error: unknown) => {
    const [options] = await db.run(settled, [SECONDS]);
    const [orders] = await db.run(filled, [ethusdt]);
    throw new Error(
      `${messageOf(error)}: ${options?.count} options and ${orders?.count} orders of ${things}, ${atKill} at the kill`,
      { cause: error },
    );
  });
  return [
    `killed with ${atKill} of ${things} options and orders done; the others' prices went on after ${failoverMs} ms`,
    `the latest option was settled ${Math.round(Number((await db.run(latest, [SECONDS]))[0]?.ms))} ms after its end`,
  ];
}

async function strike(ground: Ground, things: number): Promise<readonly string[]> {
  const db = openDb(ground.database?.DATABASE_URL ?? '', { connections: 1 });
  try {
    const records = await addWork(ground, things);
    const placed = records.reduce(
      (sum, record) => sum + record.acknowledged('upbbbuy').length + record.acknowledged('creatorder').length,
      0,
    );
    const did = await killInTheMiddle(ground, db, placed);
    await ground.target.restart(async () => {});
    await ground.untilAnswered(ANSWERS_AFTER);
    const url = await ground.url();
    for (const { token } of records) {
      const open = (await spotOrders(url, token)).filter(({ status }) => status !== SPOT_STATUS.completed);
      if (open.length > 0) ground.doubt(`${open.length} orders of the extra members are not filled`);
    }
    return [
      `${ground.targets.length} processes; ${EXTRA_MEMBERS} members more, who placed ${things / 2} options and ${things / 2} orders that fell due together`,
      ...did,
    ];
  } finally {
    await db.close();
  }
}

const raceOf = (processes: number, name: string, words: string): Fault => ({
  name,
  does: `lets ${words} processes share a database and Redis, and kills the one that began first in the middle of a sweep`,
  times: { full: 10_000, short: 0 },
  needs: { processes },
  whyNot: () => whyNoRedis,
  mayFail: true,
  strike: (ground, { times }) => strike(ground, times),
});

export const twoProcesses = raceOf(2, 'two-processes', 'two');
export const threeProcesses = raceOf(3, 'three-processes', 'three');

import { setTimeout as delay } from 'node:timers/promises';
import { ask } from '../../apps/server/src/testing/api-client.ts';
import { whyNoRedis } from '../../apps/server/src/testing/redis.ts';
import type { Fault } from './fault.ts';
import type { Ground } from './ground/ground.ts';
import { isReady, until } from './ground/until.ts';

const AWAY_FOR_MS = 20_000;
const BETWEEN_MS = 100;

const redisUp = async (metricsUrl: string): Promise<string | undefined> =>
  /^plimsoll_redis_up (\d)$/m.exec(await (await fetch(metricsUrl)).text())?.[1];

/** Orders at market at every process, for so long. @returns how many, and the reasons of those that were refused. */
async function order(ground: Ground, lengthMs: number): Promise<{ placed: number; refused: string[] }> {
  const endMs = performance.now() + lengthMs;
  const refused: string[] = [];
  let placed = 0;
  await Promise.all(
    ground.targets.map(async (target, at) => {
      const url = await target.url();
      const token = ground.records[at]?.token ?? '';
      for (let number = 0; performance.now() < endMs; number += 1) {
        const { code, reason } = await ask(
          url,
          'upbbbuy',
          { m_id: ground.catalogue.btcusdt, type: number % 2 === 0 ? '1' : '2', operate_type: '2', amount: '20', num: '0.0002' },
          { token, key: `away.${at}.${performance.now()}` },
        );
        if (code === 1) placed += 1;
        else if (reason !== 'insufficient_balance') refused.push(`process ${at + 1}: ${reason}`);
        await delay(BETWEEN_MS);
      }
    }),
  );
  return { placed, refused };
}

export const redisAway: Fault = {
  name: 'redis-away',
  does: 'kills Redis under three processes for 20 s, and starts it again, empty: prices reach the followers over the database',
  times: { full: 5, short: 0 },
  needs: { processes: 3 },
  whyNot: () => whyNoRedis,
  async strike(ground, { times }) {
    const { redis } = ground;
    if (!redis) throw new Error('there is no Redis to kill');
    let placed = 0;
    for (let number = 0; number < times; number += 1) {
      await redis.kill();
      const away = await order(ground, AWAY_FOR_MS);
      placed += away.placed;
      for (const each of new Set(away.refused))
        ground.doubt(`${away.refused.filter((one) => one === each).length} orders were refused without Redis, ${each}`);
      for (const target of ground.targets) {
        if ((await redisUp(target.metricsUrl)) !== '0') ground.doubt('a process does not say that it lacks Redis');
        if (!(await isReady(`${await target.url()}`))) ground.doubt('a process is not ready without Redis');
        if (!(await fetch(`${await target.url()}/readyz/feed`)).ok) ground.doubt('a process has no fresh prices without Redis');
      }
      await redis.restart();
      for (const target of ground.targets)
        await until('every process has Redis again', async () => (await redisUp(target.metricsUrl)) === '1');
      const back = await order(ground, AWAY_FOR_MS / 4);
      placed += back.placed;
      for (const each of new Set(back.refused)) ground.doubt(`an order was refused with Redis back, ${each}`);
    }
    return [
      `${times} times ${AWAY_FOR_MS / 1000} s without Redis under ${ground.targets.length} processes: ${placed} orders at market were placed at all of them, none was refused for it`,
    ];
  },
};

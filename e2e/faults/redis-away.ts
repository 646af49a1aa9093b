import { setTimeout as delay } from 'node:timers/promises';
import { whyNoRedis } from '../../apps/server/src/testing/redis.ts';
import type { Fault } from './fault.ts';
import type { Ground } from './ground/ground.ts';
import { registerTrader } from './ground/member.ts';
import type { MemberRecord } from './ground/record.ts';
import { isReady, until } from './ground/until.ts';

const AWAY_FOR_MS = 20_000;
const BETWEEN_MS = 400;
const BUSY_MS = 10_000;

const redisUp = async (metricsUrl: string): Promise<string | undefined> =>
  /^plimsoll_redis_up (\d)$/m.exec(await (await fetch(metricsUrl)).text())?.[1];

interface Ordered {
  readonly placed: number;
  readonly refused: number;
}

/** Orders at market at every process, for so long. */
async function order({ catalogue }: Ground, buyers: readonly MemberRecord[]): Promise<Ordered> {
  const endMs = performance.now() + AWAY_FOR_MS;
  const done = await Promise.all(
    buyers.map(async (buyer) => {
      let [placed, refused] = [0, 0];
      while (performance.now() < endMs) {
        const { code } = await buyer.submit('upbbbuy', {
          m_id: catalogue.btcusdt,
          type: '1',
          operate_type: '2',
          amount: '20',
        });
        if (code === 1) placed += 1;
        else refused += 1;
        await delay(BETWEEN_MS);
      }
      return { placed, refused };
    }),
  );
  const sum = (of: (each: Ordered) => number): number => done.reduce((all, each) => all + of(each), 0);
  return {
    placed: sum(({ placed }) => placed),
    refused: sum(({ refused }) => refused),
  };
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
    // One at each process, as they are dealt out in turn.
    const tokens: string[] = [];
    for (const target of ground.targets)
      tokens.push(await registerTrader(await target.url(), `buyer${tokens.length}@fault.example`));
    const buyers = ground.addMembers('buyer', tokens);
    const during: Ordered[] = [];
    const around: Ordered[] = [];
    for (let number = 0; number < times; number += 1) {
      around.push(await order(ground, buyers));
      await redis.kill();
      during.push(await order(ground, buyers));
      for (const target of ground.targets) {
        const url = await target.url();
        if ((await redisUp(target.metricsUrl)) !== '0') ground.doubt('a process does not say that it lacks Redis');
        if (!(await isReady(url))) ground.doubt('a process is not ready without Redis');
        await until(
          'a process has fresh prices without Redis',
          async () => (await fetch(`${url}/readyz/feed`)).ok,
          BUSY_MS,
        );
      }
      await redis.restart();
      for (const target of ground.targets)
        await until('every process has Redis again', async () => (await redisUp(target.metricsUrl)) === '1');
    }
    if (during.some(({ refused }) => refused > 0)) ground.doubt('orders were refused without Redis');
    const words = (of: readonly Ordered[]): string =>
      `${of.reduce((all, { placed }) => all + placed, 0)} placed, ${of.reduce((all, { refused }) => all + refused, 0)} refused`;
    return [
      `${times} times ${AWAY_FOR_MS / 1000} s without Redis; orders at market at each of ${ground.targets.length} processes: ${words(during)}; as long with it: ${words(around)}`,
    ];
  },
};

import { startChildServer } from '../apps/server/src/testing/child-server.ts';
import { openDb, sql } from '../apps/server/src/platform/db.ts';
import { findRunning } from '../apps/server/src/platform/postgres/index.ts';
import { createSeal } from '../apps/server/src/platform/seal.ts';
import { openReceiver } from '../apps/server/src/testing/webhook-world.ts';
import type { Figure } from './measure/figure.ts';
import { bench, say } from './measure/run.ts';
import { median, quantile } from './measure/stats.ts';
import { inTempFolder } from './measure/temp-folder.ts';

// Webhooks: from the commit of a settled order to its receipt. The whole server delivers to a receiver on this machine;
// this process commits, as another server process would: one order after another, and many at one moment.

const SECRET = 'of this bench alone';
const MEMBERS = 200;
const ROUNDS = 5;
/** Of the first kind: orders one after another, this far from each other. */
const [ORDERS, EVERY_MS] = [400, 10];
/** Of the second: orders that one statement ends. */
const AT_ONCE = 200;
const PATIENCE_MS = 60_000;
const LIMIT_MS = 1_000;

const endpoint = sql<{ id: string }>(
  'bench.endpoint',
  `insert into webhook_endpoint (name, url, events, enabled, created_at)
   values ('Receiver', $1, array['order.settled'], true, now()) returning id`,
);
const keep = sql<never>(
  'bench.secret',
  'insert into webhook_secret (name, endpoint_id, n, sealed, created_at) values ($1, $2, 1, $3, now())',
);
const members = sql<{ id: string }>(
  'bench.members',
  `insert into member (username, password_hash, invite_code, created_at)
   select 'bench' || n || '@example.com', 'none', lpad(n::text, 8, 'B'), now() from generate_series(1, $1) n returning id`,
);
const orders = sql<{ id: string }>(
  'bench.orders',
  `insert into spot_order (member_id, market_id, side, status, limit_price, quantity, held, filled, paid, fee, fee_rate,
     placed_at)
   select m, (select id from market order by id limit 1), 1, 2, 100, 2, 0, 2, 200, 0.002, 0.001, now()
   from unnest($1::bigint[]) m returning id`,
);

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
const orderIn = (body: string): string => /"order" : (\d+)/.exec(body)?.[1] ?? '';

const figure = (what: string, values: readonly number[]): Figure => ({
  what,
  measured: `${median(values).toFixed(0)} ms`,
  against: null,
  value: median(values),
  unit: 'ms',
  limit: { atMost: LIMIT_MS },
});

await bench(`webhooks: ${MEMBERS} members`, () =>
  inTempFolder(async (folder) => {
    const server = await startChildServer({ dataDir: folder, env: { SECRET, WEBHOOK_ALLOW: '127.0.0.1' } });
    const receiver = await openReceiver();
    const running = await findRunning(folder);
    if (running === undefined) throw new Error('the server has no embedded database');
    const db = openDb(running.url, { connections: 2, role: null });
    try {
      const [made] = await db.run(endpoint, [receiver.url]);
      const name = 'b'.repeat(32);
      await db.run(keep, [name, made?.id, createSeal(SECRET, 'secrets of webhooks').seal(name, Buffer.alloc(32, 7))]);
      const ids = (await db.run(members, [MEMBERS])).map(({ id }) => id);
      const arrivedMs = new Map<string, number>();
      const { answer } = receiver;
      receiver.answer = (response, got) => {
        arrivedMs.set(orderIn(got.body), performance.now());
        answer(response, got);
      };
      /** Commits orders of these members. @returns their ids and when the commit was known */
      const end = async (whose: readonly string[]) => {
        const ended = await db.run(orders, [whose]);
        const atMs = performance.now();
        return ended.map(({ id }): [string, number] => [id, atMs]);
      };
      const delaysOf = async (ended: readonly [string, number][]): Promise<number[]> => {
        const untilMs = performance.now() + PATIENCE_MS;
        while (ended.some(([id]) => !arrivedMs.has(id)) && performance.now() < untilMs) await wait(20);
        // What arrives before the commit's answer took no time.
        return ended.map(([id, atMs]) => Math.max(0, (arrivedMs.get(id) ?? Number.NaN) - atMs));
      };
      await delaysOf(await end(ids));
      const rounds = { one: [] as number[], all: [] as number[] };
      for (let round = 0; round < ROUNDS; round += 1) {
        const ended: [string, number][] = [];
        for (let nth = 0; nth < ORDERS; nth += 1) {
          const [, more] = await Promise.all([wait(EVERY_MS), end([ids[nth % ids.length] ?? ''])]);
          ended.push(...more);
        }
        const one = await delaysOf(ended);
        const all = await delaysOf(
          await end(Array.from({ length: AT_ONCE }, (_none, nth) => ids[nth % ids.length] ?? '')),
        );
        rounds.one.push(quantile(one, 0.99));
        rounds.all.push(quantile(all, 0.99));
        say(
          `round ${round + 1}: ${quantile(one, 0.5).toFixed(0)} and ${quantile(all, 0.5).toFixed(0)} ms in the middle, p99 ${quantile(one, 0.99).toFixed(0)} and ${quantile(all, 0.99).toFixed(0)} ms`,
        );
      }
      return [
        figure(`p99 of ${ORDERS} orders, one every ${EVERY_MS} ms, from commit to receipt`, rounds.one),
        figure(`p99 of ${AT_ONCE} orders that end at one moment`, rounds.all),
      ];
    } finally {
      await db.close();
      await server.stop();
      await receiver.close();
    }
  }));

import { amount, price } from '@plimsoll/money';
import { bookHash, FIRST_PREVIOUS, type BookLevel } from '@plimsoll/proof';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDb, sql, type Db } from '../../platform/db.ts';
import { behindTriggers } from '../../testing/behind-triggers.ts';
import { testHttp } from '../../testing/http.ts';
import { testPlans } from '../../testing/plans.ts';
import { openTradingWorld, type TradingWorld } from '../../testing/trading-world.ts';
import { spotRoutes } from './routes.ts';

let world: TradingWorld;
let owner: Db;

beforeAll(async () => {
  world = await openTradingWorld();
  owner = openDb(world.url, { connections: 1, role: null });
  const member = await world.member({ USDT: '1000' });
  for (const ask of ['100', '101.5', '100.00000001']) {
    world.clock.advance(1_000);
    world.market.setTick('btcusdt', ask);
    world.market.setBook('btcusdt', { asks: [[ask, '1']], bids: [['99', '0.5']] });
    await world.service.sweeper.settled();
    const placed = await world.service.place(member, { m_id: '1', side: 'buy', mode: 'market', amount: amount('50') });
    if (!placed.ok) throw new Error(placed.refusal.reason);
  }
});
afterAll(async () => {
  await owner.close();
  await world.close();
});

const books = sql<{ seq: string; receive_time: Date; bids: string; asks: string; previous: string; hash: string }>(
  'test.books',
  `select seq, receive_time, bids, asks, encode(previous, 'hex') as previous, encode(hash, 'hex') as hash
  from spot_book order by seq`,
);
const levels = (text: string): readonly BookLevel[] =>
  (JSON.parse(text) as [string, string][]).map(([at, size]) => ({ price: price(at), size: amount(size) }));

test('each book that was filled from carries the hash of the one before, as anybody computes it', async () => {
  const kept = await owner.run(books);
  expect(kept).toHaveLength(3);
  let previous = FIRST_PREVIOUS;
  for (const row of kept) {
    const hash = bookHash({
      market: 'btcusdt',
      seq: Number(row.seq),
      timeMs: row.receive_time.getTime(),
      bids: levels(row.bids),
      asks: levels(row.asks),
      previous,
    });
    expect(row).toMatchObject({ previous, hash });
    previous = hash;
  }
});

test('anybody gets a kept book by its hash, and nothing by another', async () => {
  const { db, market, service } = world;
  const http = testHttp({
    db,
    clock: world.clock,
    routes: spotRoutes({ db, market, service, plans: testPlans(world.clock) }),
  });
  const ask = (hash: string) => http.call('book', { hash }, { method: 'GET' });
  try {
    for (const { seq, receive_time, bids, asks, previous, hash } of await owner.run(books))
      expect((await ask(hash)).data).toEqual({
        market: 'btcusdt',
        seq: Number(seq),
        time: receive_time.toISOString(),
        bids: JSON.parse(bids) as unknown,
        asks: JSON.parse(asks) as unknown,
        previous,
        hash,
      });
    for (const hash of ['ab'.repeat(32), 'AB'.repeat(32), 'ab', 'x'.repeat(64)])
      expect(await ask(hash)).toMatchObject({ code: 204, reason: 'not_found' });
  } finally {
    await http.app.close();
  }
});

const CHANGES = [
  ['spot_book', `update spot_book set asks = replace(asks, '101.5', '101.6') where asks like '%101.5%'`],
  [
    'spot_book',
    `update spot_book set receive_time = receive_time + interval '1 second' where seq = (select min(seq) from spot_book)`,
  ],
  ['spot_fill', `update spot_fill set price = 99, paid = trunc(99 * quantity, 8)`],
] as const;

test.each(CHANGES)('%s stays as it was dealt, from any role: %s', async (_table, change) => {
  await expect(owner.run(sql(`test ${change}`.slice(0, 60), change))).rejects.toThrow('what was dealt stays as it was');
});

test.each(CHANGES)('a %s rewritten behind the triggers is found by the audit: %s', async (table, change) => {
  const copy = sql<{ rows: string }>(`test.copy ${table}`, `select json_agg(t)::text as rows from ${table} t`);
  const [before] = await owner.run(copy);
  await world.audit();
  await behindTriggers(owner, table, sql(`test ${change}`.slice(0, 60), change));
  await expect(world.audit()).rejects.toThrow(/snapshot|fill/);
  await behindTriggers(owner, table, sql(`test.clear ${table}`, `delete from ${table}`));
  await behindTriggers(
    owner,
    table,
    sql(`test.restore ${table}`, `insert into ${table} select * from json_populate_recordset(null::${table}, $1)`),
    [before?.rows],
  );
  await world.audit();
});

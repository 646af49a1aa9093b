import { refuse } from '@plimsoll/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GroupedWriter, houseAvailable } from './ledger/index.ts';
import type { Coin } from './market/index.ts';
import { ManualClock } from './platform/clock.ts';
import { openDb, sql, type Db } from './platform/db.ts';
import { seedDemo } from './seed.ts';
import { requireCleanAudit } from './testing/clean-audit.ts';
import { testDatabase, type TestDatabase } from './testing/database.ts';

const PROCESSES = 3;
const addCoin = sql<{ id: string }>('test.coin', `insert into coin (title, decimals) values ('USDT', 8) returning id`);
const posted = sql<{ count: number }>(
  'test.posted',
  `select count(*)::int as count from ledger_journal where cause_kind = 'house-funding'`,
);

let database: TestDatabase;
let connections: Db[];
beforeAll(async () => {
  database = await testDatabase();
  connections = Array.from({ length: PROCESSES }, () => openDb(database.url, { connections: 1 }));
});
afterAll(async () => {
  await requireCleanAudit(database.db);
  for (const connection of connections) await connection.close();
  await database.drop();
});

test('concurrent first starts fund a demo’s house accounts once', async () => {
  const { db } = database;
  const [row] = await db.run(addCoin);
  const usdt: Coin = { id: row?.id ?? '', title: 'USDT', decimals: 8 };
  const market = { coins: () => [usdt] };
  // House accounts, no member.
  const membership = {
    memberByUsername: () => Promise.resolve(undefined),
    registerMember: () => Promise.resolve(refuse('already_registered')),
  };
  const begin = (connection: Db) =>
    seedDemo({ db, writer: new GroupedWriter({ connection, db, clock: new ManualClock(0) }), market, membership });
  await Promise.all(connections.map(begin));
  expect(await db.run(posted)).toEqual([{ count: 4 }]);
  expect((await houseAvailable(db, 'loans', [usdt.id])).get(usdt.id)).toBe(100_000_000n * 100_000_000n);
});

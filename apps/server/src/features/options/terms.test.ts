import { format } from '@plimsoll/money';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { errorCode, sql } from '../../platform/db.ts';
import { testDatabase, type TestDatabase } from '../../testing/index.ts';
import { readTerms, seedOptionTerms } from './terms.ts';

const NOW_MS = Date.UTC(2026, 0, 5);
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await seedOptionTerms(database.db, NOW_MS);
});
afterAll(() => database.drop());

async function emptyDatabase(): Promise<TestDatabase['db']> {
  const empty = await testDatabase();
  onTestFinished(() => empty.drop());
  return empty.db;
}

test('before any terms are written nothing is offered', async () => {
  expect(await readTerms(await emptyDatabase())).toEqual({ version: 1, offered: [] });
});

test('of several processes that start at once on an empty database one writes the demo’s terms, and a later start changes nothing', async () => {
  const db = await emptyDatabase();
  await Promise.all([1, 2, 3].map(() => seedOptionTerms(db, NOW_MS)));
  await seedOptionTerms(db, NOW_MS + 1000);
  const { version, offered } = await readTerms(db);
  expect(version).toBe(2);
  expect(
    offered.map(({ seconds, min, max, rate }) => [seconds, ...[min, max, rate].map((each) => format(each))].join(' ')),
  ).toEqual([
    '30 10.00000000 2000.00000000 0.75000000',
    '60 10.00000000 2000.00000000 0.80000000',
    '120 10.00000000 2000.00000000 0.82000000',
    '180 10.00000000 2000.00000000 0.85000000',
    '300 10.00000000 2000.00000000 0.88000000',
    '600 10.00000000 2000.00000000 0.90000000',
  ]);
});

test.each([
  ['a duration under five seconds', `4, 1, 2, 0.5`],
  ['a duration that is offered already', `60, 1, 2, 0.5`],
  ['a maximum below the minimum', `70, 2, 1, 0.5`],
  ['no rate', `70, 1, 2, 0`],
  ['a rate below nothing', `70, 1, 2, -0.5`],
  ['a rate that is no number', `70, 1, 2, 'NaN'`],
  ['a rate without bound', `70, 1, 2, 'Infinity'`],
  ['a rate with nine places', `70, 1, 2, 0.123456789`],
  ['a minimum that wins nothing', `70, 0.00000001, 2, 0.5`],
  ['a minimum of zero', `70, 0, 2, 0.5`],
])('PostgreSQL itself refuses terms with %s', async (what, values) => {
  const adding = database.db.run(
    sql<never>(
      `terms.${what}`.slice(0, 60),
      `insert into option_terms (seconds, min, max, rate, changed_at) values (${values}, now())`,
    ),
  );
  expect(await adding.then(() => 'added', errorCode)).toMatch(/^(23514|23505)$/);
  expect((await readTerms(database.db)).version).toBe(2);
});

test('PostgreSQL rounds winnings as the proof does: half to even, to the places of the coin', async () => {
  const rows = await database.db.run(
    sql<{ won: string }>(
      'terms.winnings',
      `
    select trim_scale(option_winnings(s, r, d)) as won from (values (0.00000001, 0.5, 8), (0.00000003, 0.5, 8), (0.00000005, 0.5, 8), (0.00000001, 0.51, 8),
      (33.33333333, 0.88, 8), (12.345678, 0.75, 6), (12.34567, 0.82, 2), (25, 0.5, 0), (27, 0.5, 0)) as t (s, r, d)`,
    ),
  );
  expect(rows.map(({ won }) => won)).toEqual([
    '0',
    '0.00000002',
    '0.00000002',
    '0.00000001',
    '29.33333333',
    '9.259258',
    '10.12',
    '12',
    '14',
  ]);
});

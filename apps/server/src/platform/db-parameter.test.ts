import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/index.ts';
import { sql } from './db.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const texts = sql<{ texts: (string | null)[] }>('test.texts', 'select $1::text[] as texts');

test('a list of texts arrives unchanged', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }).filter((each) => !each.includes('\0')),
    fc.constantFrom('', 'NULL', 'null', '"', '\\', '{', '}', ',', ' a ', '\n', 'a"b\\c', "'", '٣'),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text)), async (given) => {
      expect((await database.db.run(texts, [given]))[0]?.texts).toEqual(given);
    }),
  );
});

test('numbers, booleans and times arrive unchanged', async () => {
  const values = sql<object>(
    'test.values',
    `
    select $1::numeric[]::text[] as numbers, $2::boolean[] as flags, $3::timestamptz[] as moments, $4::double precision[] as floats, $5::int[] as nothing, $6::jsonb[] as documents`,
  );
  const moment = new Date(Date.UTC(2026, 0, 5, 12, 30, 15, 123));
  const floats = [0.1, 1e-7, 1e300, -1.5];
  const [row] = await database.db.run(values, [
    ['1.50000000', '-3', null],
    [true, false],
    [moment, null],
    floats,
    [],
    ['[["1.5","2"]]', '{"a":"\\""}'],
  ]);
  expect(row).toEqual({
    numbers: ['1.50000000', '-3', null],
    flags: [true, false],
    moments: [moment, null],
    floats,
    nothing: [],
    documents: [[['1.5', '2']], { a: '"' }],
  });
});

import { expect, test } from 'vitest';
import { noPositionalArrays } from './rules/positional-arrays.ts';

const lines = (path: string, text: string): number[] => noPositionalArrays([{ path, text }]).map(({ line }) => line);
const TWO = 'select id from unnest($1::bigint[], $2::numeric[]) as t (id, best)';

test('several columns by the places of parameters are found, on one line or two', () => {
  expect(
    lines('apps/server/src/features/loans/store.ts', `\`\n${TWO}\`\n\`unnest(\n  $3::text[],\n  $4::text[])\``),
  ).toEqual([2, 3]);
});

test('a single column, declared rows, tests and the helper are left alone', () => {
  expect(lines('apps/server/src/a.ts', "unnest($1::bigint[]) as id, ${ROWS.unnest('t', 2)}")).toEqual([]);
  expect(lines('apps/server/src/a.test.ts', TWO)).toEqual([]);
  expect(lines('apps/server/src/platform/db-rows.ts', TWO)).toEqual([]);
});

test('a file with known statements may have no more of them', () => {
  const path = 'apps/server/src/features/proposals/established.ts';
  expect([lines(path, TWO), lines(path, `${TWO}\n${TWO}`)]).toEqual([[], [2]]);
});

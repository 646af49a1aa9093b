import type { Edge } from '@plimsoll/contract/operator';
import { expect, test } from 'vitest';
import { edgeRows, isBelowTerms } from './edge-rows.ts';

const edge: Edge = {
  options: 3,
  voids: 0,
  stakes: '30.00000000',
  result: '1.00000000',
  edge: '3.33',
  low: '1.00',
  high: '5.00',
  terms: '12.50',
};
const market = (id: number, durations: readonly number[]) => ({
  ...edge,
  m_id: id,
  symbol: `m${id}`,
  coinname: `M${id}/USDT`,
  durations: durations.map((seconds) => ({ ...edge, seconds })),
});

test('a market is listed above its durations; a single duration stands for its market', () => {
  const rows = edgeRows({
    coin: 'USDT',
    since: '2026-01-01T00:00:00.000Z',
    all: edge,
    markets: [market(1, [30, 60]), market(2, [30])],
  });
  expect(rows.map(({ id, market: name, seconds }) => [id, name, seconds])).toEqual([
    ['1', 'M1/USDT', null],
    ['1 30', '', 30],
    ['1 60', '', 60],
    ['2', 'M2/USDT', 30],
  ]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});

test.each([
  ['5.00', '12.50', true],
  ['12.50', '12.50', false],
  ['100.00', '12.50', false],
  ['-2.00', '3.00', true],
  [null, '12.50', false],
  ['5.00', null, false],
])('an interval up to %s against terms of %s', (high, terms, isBelow) => {
  expect(isBelowTerms({ high, terms })).toBe(isBelow);
});

import { expect, test } from 'vitest';
import { viewIn } from './view.ts';

test('an address opens the chart, the orders in progress or the settled ones, and anything else is the chart', () => {
  expect(['orders', 'settled', 'chart', 'Settled', '', null].map(viewIn)).toEqual([
    'orders',
    'settled',
    'chart',
    'chart',
    'chart',
    'chart',
  ]);
});

import { expect, test } from 'vitest';
import { viewIn } from './view.ts';

test('an address opens the chart, the open or the settled options; the chart by default', () => {
  expect(['orders', 'settled', 'chart', 'Settled', '', null].map(viewIn)).toEqual([
    'orders',
    'settled',
    'chart',
    'chart',
    'chart',
    'chart',
  ]);
});

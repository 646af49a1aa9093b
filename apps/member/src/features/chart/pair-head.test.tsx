import { price } from '@plimsoll/money';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../platform/query.ts';
import { draw } from '../../testing/form.tsx';
import { PairHead } from './index.ts';

const MARKET = { symbol: 'btcusdt', title: 'BTC/USDT', priceStep: '0.01' };
const EXPECTED = { price: '90000', volume: '12.5' };
const DAY = { open: 80_000, close: 90_000, high: 91_000, low: 79_000, amount: 100, vol: 8_000_000, count: 5 };

/** What can be seen of the head. */
const seen = (): string => {
  const head = screen.getByRole('region').cloneNode(true);
  if (!(head instanceof Element)) return '';
  for (const each of head.querySelectorAll('.invisible')) each.remove();
  return head.textContent;
};

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('before anything is known nothing is written but that, though its room is kept', () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  draw(<PairHead market={MARKET} last={undefined} source="mark" expected={EXPECTED} />);
  expect(seen()).toBe('--HighLowVolume');
  expect(screen.getByRole('region').textContent).toContain('90,000');
});

test('a price without its day has no change: what it is expected to be is nothing to measure it by', async () => {
  let answer: (response: Response) => void = () => {};
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise<Response>((resolve) => {
        answer = resolve;
      }),
  );
  const last = { price: price('88000'), atMs: Date.now() };
  draw(<PairHead market={MARKET} last={last} source="mark" expected={EXPECTED} />);
  expect(seen()).toContain('88,000');
  expect(seen()).not.toMatch(/%|90,000/);
  answer(Response.json({ status: 'ok', ch: 'market.btcusdt.detail', ts: 1, tick: { id: 1, version: 1, ...DAY } }));
  await waitFor(() => expect(seen()).toMatch(/\+10\.00%/));
  expect(seen()).toContain('91,000');
});

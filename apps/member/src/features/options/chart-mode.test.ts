import { expect, test } from 'vitest';
import { chosen, FIRST_MODE, withOpen } from './chart-mode.ts';

test('the chart shows marks while an option runs, and candles afterwards', () => {
  const one = withOpen(FIRST_MODE, [7]);
  expect(one.shows).toBe('ticks');
  const two = withOpen(one, [8, 7]);
  expect(withOpen(two, [8]).shows).toBe('ticks');
  expect(withOpen(withOpen(two, [8]), []).shows).toBe('candles');
});

test('a choice by hand stays until the next option', () => {
  const away = chosen(withOpen(FIRST_MODE, [7]), 'candles');
  expect(withOpen(away, [7])).toBe(away);
  expect(withOpen(withOpen(away, []), []).shows).toBe('candles');
  const next = withOpen(away, [8, 7]);
  expect(next).toEqual({ shows: 'ticks', isChosen: false, open: [8, 7] });
  expect(withOpen(next, []).shows).toBe('candles');
});

test('marks chosen by hand stay when an option ends', () => {
  const own = chosen(FIRST_MODE, 'ticks');
  expect(withOpen(withOpen(own, [7]), []).shows).toBe('ticks');
});

test("an option that ends while another runs keeps the member's choice", () => {
  const away = chosen(withOpen(FIRST_MODE, [8, 7]), 'candles');
  expect(withOpen(away, [8]).shows).toBe('candles');
});

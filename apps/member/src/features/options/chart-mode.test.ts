import { expect, test } from 'vitest';
import { chosen, FIRST_MODE, withOpen } from './chart-mode.ts';

test('the chart goes to the marks with an option, and back to candles when the last one ended', () => {
  const one = withOpen(FIRST_MODE, [7]);
  expect(one.shows).toBe('ticks');
  const two = withOpen(one, [8, 7]);
  expect(withOpen(two, [8]).shows).toBe('ticks');
  expect(withOpen(withOpen(two, [8]), []).shows).toBe('candles');
});

test('who goes back by hand is left alone until the next option', () => {
  const away = chosen(withOpen(FIRST_MODE, [7]), 'candles');
  expect(withOpen(away, [7])).toBe(away);
  expect(withOpen(withOpen(away, []), []).shows).toBe('candles');
  const next = withOpen(away, [8, 7]);
  expect(next).toEqual({ shows: 'ticks', isChosen: false, open: [8, 7] });
  expect(withOpen(next, []).shows).toBe('candles');
});

test('who chose the marks keeps them when an option ends', () => {
  const own = chosen(FIRST_MODE, 'ticks');
  expect(withOpen(withOpen(own, [7]), []).shows).toBe('ticks');
});

test('an option that ended while another runs changes nothing that the member chose', () => {
  const away = chosen(withOpen(FIRST_MODE, [8, 7]), 'candles');
  expect(withOpen(away, [8]).shows).toBe('candles');
});

import { price } from '@plimsoll/money';
import { expect, test } from 'vitest';
import { slippageOf } from './slippage.ts';

test('an average is compared with the best price when the order was sent, in percent of it', () => {
  expect(slippageOf(price('97413.36'), price('97412.90'))).toBe('0.0004');
  expect(slippageOf(price('101'), price('100'))).toBe('1.0000');
  expect(slippageOf(price('98.8'), price('100'))).toBe('-1.2000');
  expect(slippageOf(price('100'), price('100'))).toBe('0.0000');
});

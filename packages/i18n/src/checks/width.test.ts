import { expect, test } from 'vitest';
import { widthOf } from './width.ts';

test.each([
  ['Send', 4],
  ['転送', 3.4],
  ['ที่อยู่', 3],
  ['\u2068USDT\u2069', 4],
  ['\u{FFFC} sent', 5],
])('%j is %d letters wide', (text, width) => {
  expect(widthOf(text)).toBeCloseTo(width);
});

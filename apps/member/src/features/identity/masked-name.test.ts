import { expect, test } from 'vitest';
import { maskedName } from './masked-name.ts';

test.each([
  ['Lea Haven', 'L*** H***'],
  ['山田太郎', '山***'],
  ['  Zoë   van der Berg ', 'Z*** v*** d*** B***'],
  ['محمد علي', 'م*** ع***'],
  // A letter of several code points stays whole.
  ['e\u0301mile', 'e\u0301***'],
  ['X', 'X***'],
])('%j is shown as %j: neither the rest nor its length', (name, shown) => {
  expect(maskedName(name)).toBe(shown);
});

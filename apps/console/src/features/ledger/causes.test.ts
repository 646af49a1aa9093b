import { expect, test } from 'vitest';
import { placeOf } from './causes.ts';

test('a cause leads to its record, a fill to its order', () => {
  expect(placeOf({ kind: 'spot-fill', cause: '100418.3' })).toBe('/spot-orders/100418');
  expect(placeOf({ kind: 'withdrawal-refusal', cause: '7' })).toBe('/withdrawals/7');
  expect(placeOf({ kind: 'member-transfer-hold', cause: '12' })).toBe('/member-transfers/12');
});

test('a cause without a screen or with a bad id leads nowhere', () => {
  expect(placeOf({ kind: 'demo-gift', cause: '5 2026-03-21' })).toBeUndefined();
  expect(placeOf({ kind: 'correction', cause: '../operators' })).toBeUndefined();
});

import { readSettings } from '@plimsoll/contract/operator/settings';
import { expect, test } from 'vitest';
import { ALL_SETTINGS, sentOf } from './settings-spec.ts';

test('every setting of the contract stands in one group, but the script itself', () => {
  expect(ALL_SETTINGS.map(({ name }) => name).sort()).toEqual(
    Object.keys((readSettings.output as unknown as { readonly shape: object }).shape)
      .filter((name) => name !== 'custom_script')
      .sort(),
  );
});

test('what is written is sent as the wire has it, in whatever digits', () => {
  expect(sentOf('flag', '0')).toBe(0);
  expect(sentOf('fraction', '٠٫٠٠٢')).toBe('0.002');
  expect(sentOf('amount', ' 10000 ')).toBe('10000');
  expect(sentOf('cap', '')).toBeNull();
  expect(sentOf('multiples', '1, 3,5 ,١٠')).toEqual([1, 3, 5, 10]);
});

test('what is none for its kind is left for the server to refuse', () => {
  expect(sentOf('multiples', '1, two')).toBe('1, two');
  expect(sentOf('fraction', 'much')).toBe('much');
});

import { readSettings } from '@plimsoll/contract/operator/settings';
import { expect, test } from 'vitest';
import { ALL_SETTINGS, sentOf } from './settings-spec.ts';

test('every setting of the contract except the script is in one group', () => {
  expect(ALL_SETTINGS.map(({ name }) => name).sort()).toEqual(
    Object.keys((readSettings.output as unknown as { readonly shape: object }).shape)
      .filter((name) => name !== 'custom_script')
      .sort(),
  );
});

test('a value is sent in wire form, whatever digits it is typed in', () => {
  expect(sentOf('flag', '0')).toBe(0);
  expect(sentOf('fraction', '٠٫٠٠٢')).toBe('0.002');
  expect(sentOf('amount', ' 10000 ')).toBe('10000');
  expect(sentOf('cap', '')).toBeNull();
  expect(sentOf('multiples', '1, 3,5 ,١٠')).toEqual([1, 3, 5, 10]);
});

test('an invalid value is left for the server to refuse', () => {
  expect(sentOf('multiples', '1, two')).toBe('1, two');
  expect(sentOf('fraction', 'much')).toBe('much');
});

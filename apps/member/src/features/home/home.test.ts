import { describe, expect, test } from 'vitest';
import { menuTiles } from './menu-tiles.ts';
import { slideAfter } from './use-slides.ts';

const flags = {
  custom_service: '',
  flash_exchange_status: 0,
  loan_switch: 0,
  machine_switch: 0,
  staking_switch: 0,
  Internal_transfer_status: 0,
  account_transfer_status: 0,
  recharge_status: 1,
  withdrawal_status: 1,
} as const;

describe('the menu', () => {
  test('always has options, deposit and withdrawal', () => {
    expect(menuTiles(flags)).toEqual([
      { key: 'options', to: '/options' },
      { key: 'deposit', to: '/recharge' },
      { key: 'withdraw', to: '/withdrawal' },
    ]);
  });
  test('leads to customer service while deposit or withdrawal is off', () => {
    expect(menuTiles({ ...flags, recharge_status: 0, withdrawal_status: 0 }).slice(1)).toEqual([
      { key: 'deposit', to: 'service' },
      { key: 'withdraw', to: 'service' },
    ]);
  });
  test.each([
    ['flash_exchange_status', 'convert', '/exchangeb'],
    ['Internal_transfer_status', 'send', '/transfer'],
    ['account_transfer_status', 'moveFunds', '/changemoney'],
    ['loan_switch', 'loans', '/loans'],
    ['machine_switch', 'lockMining', '/lockming'],
    ['staking_switch', 'staking', '/staking'],
  ] as const)('%s adds %s', (flag, key, to) => {
    expect(menuTiles({ ...flags, [flag]: 1 })).toContainEqual({ key, to });
    expect(menuTiles(flags).map((tile) => tile.key)).not.toContain(key);
  });
  test('offers support only where a link is configured', () => {
    expect(menuTiles({ ...flags, custom_service: 'https://help.example' }).at(-1)).toEqual({
      key: 'support',
      to: 'service',
    });
  });
});

describe('a swipe', () => {
  test('moves forward and back with the finger, never past the ends', () => {
    expect(slideAfter(1, -50, 5, false)).toBe(2);
    expect(slideAfter(1, 50, 5, false)).toBe(0);
    expect(slideAfter(0, 50, 5, false)).toBe(0);
    expect(slideAfter(4, -50, 5, false)).toBe(4);
  });
  test('is mirrored from right to left', () => {
    expect(slideAfter(1, -50, 5, true)).toBe(0);
    expect(slideAfter(1, 50, 5, true)).toBe(2);
  });
  test('leads nowhere when it is short', () => {
    expect(slideAfter(1, -20, 5, false)).toBe(1);
  });
});

import { amount, price, type Amount } from '@plimsoll/money';
import { expect, test } from 'vitest';
import { dealWith } from '../testing/deal.ts';
import { farOf, judged, LOOKED_CALLS, worthOf, type LookedCall } from './unusual.ts';

const TRADES: readonly LookedCall[] = ['upbbbuy', 'exchangeCoin', 'transfer'];

test('an ordinary trade is sent at once, and what leaves or is locked never is', () => {
  for (const call of LOOKED_CALLS)
    expect([call, judged(call, dealWith('6150', '10000'), true).isNeeded]).toEqual([call, !TRADES.includes(call)]);
});

test('with the setting off each trade is looked at, and ends with a button', () => {
  for (const call of TRADES)
    expect(judged(call, dealWith('1', '10000'), false)).toEqual({
      isNeeded: true,
      isSlid: false,
      isOdd: false,
      remarks: [],
    });
});

test.each([
  ['9999.99999999', '1000000', false],
  ['10000', '1000000', true],
  ['949.99999999', '1000', false],
  ['950', '1000', false],
  ['1000', '1053', false],
  ['1000', '1052', true],
  ['999.99999999', '999.99999999', false],
])('a trade of %s out of %s USDT is looked at: %s', (leaves, available, isLooked) => {
  expect(judged('upbbbuy', dealWith(leaves, available), true).isNeeded).toBe(isLooked);
});

test('a trade of unknown worth is not small, and one out of an unknown balance is not all of it', () => {
  expect(judged('transfer', dealWith('1', '100', { worth: undefined }), true)).toMatchObject({
    isNeeded: true,
    isSlid: false,
  });
  expect(judged('transfer', dealWith('1', '1', { worth: undefined }), true)).toMatchObject({ isOdd: true });
  expect(judged('transfer', dealWith('5000', '0', { available: undefined }), true).isNeeded).toBe(false);
});

test('what is large is slid, and what is unusual has the way back first', () => {
  expect(judged('balanceTransfer', dealWith('9999', '20000'), true)).toMatchObject({ isSlid: false, isOdd: false });
  expect(judged('balanceTransfer', dealWith('10000', '20000'), true)).toMatchObject({ isSlid: true, isOdd: false });
  expect(judged('balanceTransfer', dealWith('2000', '2000'), true)).toMatchObject({ isSlid: true, isOdd: true });
  expect(judged('upbbbuy', dealWith('1', '2000', { far: '900.0' }), true)).toMatchObject({
    isNeeded: true,
    isSlid: true,
    isOdd: true,
  });
});

test('a lock says until when; that alone is not unusual', () => {
  expect(judged('buyMiningMachine', dealWith('500', '10000', { lockedDays: 7 }), true)).toEqual({
    isNeeded: true,
    isSlid: false,
    isOdd: false,
    remarks: [{ kind: 'locked', days: 7 }],
  });
});

test('at most two remarks are made, the gravest first', () => {
  const everything = dealWith('5000', '5000', { far: '7.5', lockedDays: 7 });
  expect(judged('submitStaking', everything, true).remarks.map(({ kind }) => kind)).toEqual(['far', 'all']);
});

test('a price is far above five percent of the best one', () => {
  const best = price('100');
  const beyond = (at: string) => price(at) - best;
  expect([farOf(beyond('105'), best), farOf(beyond('105.00000001'), best), farOf(beyond('1000'), best)]).toEqual([
    undefined,
    '5.0',
    '900.0',
  ]);
  expect(farOf(beyond('99'), best)).toBeUndefined();
});

test('USDT is worth itself, other coins their price, and without one they are of unknown worth', () => {
  const five: Amount = amount('5');
  expect([worthOf(five, 'USDT'), worthOf(five, 'SOL', '2.5'), worthOf(five, 'SOL')]).toEqual([
    five,
    amount('12.5'),
    undefined,
  ]);
});

import { amount } from '@plimsoll/money';
import { expect, test } from 'vitest';
import { differsFrom, typedAmount } from './amounts.ts';
import { approvalsOf } from './four-eyes.ts';
import { depositNumber, readNumber, withdrawalNumber } from './numbers.ts';

test('a search finds a number in its shown form, and a member by name', () => {
  expect(readNumber(withdrawalNumber(418))).toBe('418');
  expect(readNumber('d-00012')).toBe('12');
  expect(readNumber(depositNumber(1_234_567))).toBe('1234567');
  expect(readNumber('418')).toBe('418');
  expect(readNumber('w.tanaka')).toBe('w.tanaka');
});

test("an amount is read in any language's digits; zero is none", () => {
  expect(typedAmount('1,480.5')).toBe(amount('1480.5'));
  expect(typedAmount('١٤٨٠')).toBe(amount('1480'));
  for (const typed of ['', '0', 'much', '-5', '1.123456789']) expect(typedAmount(typed)).toBeUndefined();
});

test('the difference to the claim is exact', () => {
  expect(differsFrom('1500.00000000', amount('1480'))).toEqual({ way: 'less', by: '20.00000000' });
  expect(differsFrom('0.00000001', amount('0.00000002'))).toEqual({ way: 'more', by: '0.00000001' });
  expect(differsFrom('1500.00000000', amount('1500'))).toBeUndefined();
});

const ME = { id: 7, mayApprove: true };
const first = { by: 3, username: 'a.lindqvist', at: '2026-03-21T14:08:47.000Z', remark: '' };

test('the second approval is open to anybody but the first operator', () => {
  expect(approvalsOf({ needed: 2, given: [first], isOpen: true }, ME)).toEqual([
    { is: 'given', by: first },
    { is: 'yours' },
  ]);
  expect(approvalsOf({ needed: 2, given: [{ ...first, by: 7 }], isOpen: true }, ME)).toEqual([
    { is: 'given', by: { ...first, by: 7 } },
    { is: 'others' },
  ]);
});

test('of two open approvals only the first can be given now', () => {
  expect(approvalsOf({ needed: 2, given: [], isOpen: true }, ME)).toEqual([{ is: 'yours' }, { is: 'others' }]);
});

test("without the right the approval is the treasurers'; a refused withdrawal has none open", () => {
  expect(approvalsOf({ needed: 1, given: [], isOpen: true }, { id: 7, mayApprove: false })).toEqual([
    { is: 'treasurers' },
  ]);
  expect(approvalsOf({ needed: 2, given: [first], isOpen: false }, ME)).toEqual([{ is: 'given', by: first }]);
});

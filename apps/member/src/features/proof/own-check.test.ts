import { choiceOf, type Entry, type Receipt } from '@plimsoll/proof/log';
import { expect, test } from 'vitest';
import { isAsked, optionOf } from './own-check.ts';
import type { CheckedReceipt } from './receipt-check.ts';

const HASH = 'ab'.repeat(32);
const head = { v: 1, at: '2026-11-22T12:00:00.000Z', id: 1000, commit: HASH } as const;
const receipt: Receipt = {
  entry: '',
  salt: HASH,
  opened: null,
  signature: { i: 0, path: [], note: '' },
  index: 0,
  proof: [],
  checkpoint: '',
};
/** A receipt each of whose steps holds. */
const checked = (entry: Entry, opened: Receipt['opened']): CheckedReceipt => ({
  receipt: { ...receipt, opened },
  check: { entry, passed: [], isPending: false, witnesses: 0 },
});
const began = checked(
  {
    ...head,
    t: 'option-taken',
    market: 'btcusdt',
    seconds: 30,
    accepted: head.at,
    rate: '0.80000000',
    terms: 1,
    rules: 2,
    settings: 1,
    choice: choiceOf('up', HASH),
  },
  { direction: 'up', stake: '10.00000000', member: 7 },
);
const ended = (direction: 'up' | 'down', stake: string, profit: string): CheckedReceipt =>
  checked(
    { ...head, t: 'option-settled', exit: { seq: 1, hash: HASH }, outcome: 'win', direction, salt: HASH },
    { stake, profit },
  );

test.each<[string, CheckedReceipt, boolean]>([
  ['its own end', ended('up', '10.00000000', '8.00000000'), true],
  ['an end for another stake', ended('up', '1.00000000', '0.80000000'), false],
  ['an end with less profit', ended('up', '10.00000000', '7.99999999'), false],
  ['an end by the other direction', ended('down', '10.00000000', '8.00000000'), false],
])('what was asked for is an option: %s', (_what, end, isIts) => {
  for (const list of [
    [began, end],
    [end, began],
  ]) {
    const expected = { of: { kind: 'option', id: 1000 }, memberId: 7, option: optionOf(list, 7) } as const;
    expect(isAsked(began, expected)).toBe(true);
    expect(isAsked(end, expected)).toBe(isIts);
  }
});

test('an end without its beginning is nothing that was asked for', () => {
  const end = ended('up', '10.00000000', '8.00000000');
  expect(isAsked(end, { of: { kind: 'option', id: 1000 }, memberId: 7, option: optionOf([end], 7) })).toBe(false);
});

import { format } from '@plimsoll/money';
import { expect, test } from 'vitest';
import {
  blockOf,
  changed,
  errorIn,
  fieldsOf,
  percentOfMax,
  computeFees,
  typesBy,
  type WithdrawForm,
  type WithdrawTerms,
} from './withdraw-form.ts';

const TERMS: WithdrawTerms = {
  balance: '4870.61750000',
  txminnum: '10',
  txmaxnum: '20000',
  sxftype: 2,
  txsxf: '0',
  txsxf_n: '1',
  decimals: 6,
  address_list: [{ id: 1, address: 'T', networks: ['TRC20'], addtime: '2026-03-02T00:00:00.000Z', used: 3 }],
  waits_until: null,
  used_addresses: [],
  needs_identity: 0,
};
const RICH: WithdrawTerms = { ...TERMS, balance: '90000' };
const CARD = {
  id: 7,
  bank_name: 'Haven Bank',
  card_number: '62220212',
  card_name: 'Ada Keel',
  addtime: '2026-03-02T00:00:00.000Z',
};
const NO_PASSWORD = { isAsked: false, text: '' };
const form = (text = ''): WithdrawForm => ({ type: 1, coinId: 1, cardId: undefined, amount: text, wrong: undefined });
const entered = (text: string, terms = TERMS): WithdrawForm => changed(form(), { kind: 'enter', text }, terms);
const computed = (text: string, terms: WithdrawTerms) => {
  const all = computeFees(form(text), terms);
  return all && [format(all.fee), format(all.net)];
};

test('the enabled ways are listed, the wallet address first', () => {
  expect(
    [
      [1, 1],
      [1, 0],
      [0, 1],
      [0, 0],
    ].map(([address_switch = 0, bank_switch = 0]) => typesBy({ address_switch, bank_switch })),
  ).toEqual([[1, 2], [1], [2], []]);
});

test("a fixed fee is subtracted, a percentage is rounded down to the coin's places, as on the server", () => {
  expect(computed('1500', TERMS)).toEqual(['1.00000000', '1499.00000000']);
  expect(computed('33.333333', { ...TERMS, sxftype: 1, txsxf: '1.5', txsxf_n: '9' })).toEqual([
    '0.49999900',
    '32.83333400',
  ]);
  expect(computed('10.01', { ...TERMS, sxftype: 1, txsxf: '0.12345678', decimals: 2 })).toEqual([
    '0.01000000',
    '10.00000000',
  ]);
});

test('the net amount is never below zero, and unknown for an amount that cannot be sent', () => {
  expect(computed('0.5', TERMS)).toEqual(['1.00000000', '0.00000000']);
  expect([
    computeFees(form(), TERMS),
    computeFees(form('20000.000001'), TERMS),
    computeFees(form('1.1234567'), TERMS),
  ]).toEqual([undefined, undefined, undefined]);
});

test('amounts above the maximum or the balance, or with too many places, are errors while typing; too low ones when sent', () => {
  expect([entered('20001', RICH).wrong, entered('4871').wrong, entered('1.1234567').wrong, entered('9').wrong]).toEqual(
    ['outOfRange', 'insufficient', 'tooFine', undefined],
  );
  expect(errorIn(entered('9'), TERMS, NO_PASSWORD)).toBe('outOfRange');
  expect(errorIn(entered('10'), TERMS, NO_PASSWORD)).toBeUndefined();
  expect(errorIn(entered('20000', RICH), RICH, NO_PASSWORD)).toBeUndefined();
});

test('an amount is required, must be more than zero and more than the fee', () => {
  expect([errorIn(form(), TERMS, NO_PASSWORD), errorIn(form('0.0'), TERMS, NO_PASSWORD)]).toEqual([
    'enterAmount',
    'notPositive',
  ]);
  const dear = { ...TERMS, txsxf_n: '12' };
  expect([errorIn(form('12'), dear, NO_PASSWORD), errorIn(form('12.000001'), dear, NO_PASSWORD)]).toEqual([
    'feeTakesAll',
    undefined,
  ]);
});

test('the password is required where it is asked for, and checked last', () => {
  expect([
    errorIn(form('50'), TERMS, { isAsked: true, text: '' }),
    errorIn(form('9'), TERMS, { isAsked: true, text: '' }),
  ]).toEqual(['passwordMissing', 'outOfRange']);
  expect(fieldsOf(form('50'), [], { isAsked: true, text: 'Anchor7down' }).paypwd).toBe('Anchor7down');
  expect(fieldsOf(form('50'), [], { isAsked: false, text: 'Anchor7down' }).paypwd).toBeUndefined();
});

test('all is the whole balance, even above the maximum', () => {
  expect(changed(form(), { kind: 'all' }, TERMS)).toMatchObject({ amount: '4870.6175', wrong: undefined });
  expect(changed(form(), { kind: 'all' }, RICH)).toMatchObject({ amount: '90000', wrong: 'outOfRange' });
  expect(changed(form('5'), { kind: 'all' }, { ...TERMS, balance: '0.00000000' })).toMatchObject({
    amount: '',
    wrong: 'insufficient',
  });
});

test('missing identity, waits, and a missing address or card are known before anything is entered', () => {
  const bank = { ...form(), type: 2 as const };
  expect([blockOf(form(), TERMS, []), blockOf(bank, TERMS, [CARD])]).toEqual([undefined, undefined]);
  expect([
    blockOf(form(), { ...TERMS, address_list: [] }, [CARD]),
    blockOf(bank, { ...TERMS, address_list: [] }, []),
  ]).toEqual(['noAddress', 'noCard']);
  const waits = { ...TERMS, waits_until: '2026-03-22T00:00:00.000Z' };
  expect([blockOf(form(), waits, []), blockOf(form(), { ...waits, needs_identity: 1 as const }, [])]).toEqual([
    'waits',
    'identity',
  ]);
});

test('a withdrawal to a card names the chosen card, else the first', () => {
  const cards = [CARD, { ...CARD, id: 8 }];
  expect(fieldsOf(form('50'), cards, NO_PASSWORD)).toEqual({
    c_id: 1,
    num: '50',
    type: 1,
    withdraw_type: 1,
    bank_id: undefined,
    paypwd: undefined,
  });
  expect(fieldsOf({ ...form('50'), type: 2 }, cards, NO_PASSWORD).bank_id).toBe(7);
  expect(fieldsOf({ ...form('50'), type: 2, cardId: 8 }, cards, NO_PASSWORD).bank_id).toBe(8);
});

test('the line shows the share of the maximum, full at the maximum and above it', () => {
  expect([
    percentOfMax(form(), TERMS),
    percentOfMax(form('1500'), TERMS),
    percentOfMax(form('20000'), TERMS),
    percentOfMax(form('25000'), TERMS),
  ]).toEqual([0, 7.5, 100, 100]);
});

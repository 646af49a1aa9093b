import type { TransferCoin } from '@plimsoll/contract';
import { formatShort } from '@plimsoll/money';
import { describe, expect, test } from 'vitest';
import {
  changed,
  coinOf,
  errorIn,
  feePercent,
  fieldsOf,
  formAt,
  computeFees,
  type SendAction,
  type SendForm,
} from './send-form.ts';

const coin = (id: number, title: string, balance: string, sxf: string, days: number, decimals = 8): TransferCoin => ({
  id,
  title,
  balance,
  internal_transfer_sxf: sxf,
  internal_transfer_days: days,
  decimals,
});
const coins = [
  coin(1, 'USDT', '0.00000000', '0.00200000', 1),
  coin(2, 'BTC', '2.50000000', '0.00000000', 0),
  coin(3, 'SOL', '7.00000000', '0.05000000', 3, 2),
];
const TOM = { id: 49920, username: 'tom@quay.example', times: 0 };
const after = (...actions: SendAction[]): SendForm =>
  actions.reduce((form, action) => changed(form, action, coins), formAt(coins));
const NAMED = [
  { kind: 'name', text: TOM.username },
  { kind: 'found', name: TOM.username, receiver: TOM },
  { kind: 'confirm' },
] as const;
const free = { isAsked: false, text: '' };

describe('the receiver', () => {
  test('is found and confirmed before anything is sent', () => {
    const error = (...actions: SendAction[]) => errorIn(after(...actions, { kind: 'enter', text: '1' }), coins, free);
    expect([error(), error(NAMED[0]), error(NAMED[0], NAMED[1]), error(...NAMED)]).toEqual([
      'noReceiver',
      'noReceiver',
      'notConfirmed',
      undefined,
    ]);
    expect(after({ kind: 'confirm' }).isConfirmed).toBe(false);
  });
  test('is dropped when the name changes', () => {
    expect(after(...NAMED, { kind: 'name', text: 'tom@quay.exampl' })).toMatchObject({
      receiver: undefined,
      isConfirmed: false,
    });
    const ann = { id: 7, username: 'ann', times: 0 };
    expect(
      after(...NAMED, { kind: 'name', text: 'ANN ' }, { kind: 'found', name: 'ANN', receiver: ann }),
    ).toMatchObject({ name: 'ann', receiver: ann, isConfirmed: false });
  });
  test('that was found for another name than the one that is there counts for nothing', () => {
    const ann = { id: 7, username: 'ann', times: 0 };
    expect(after(...NAMED, { kind: 'found', name: 'ann', receiver: ann })).toEqual(after(...NAMED));
    expect(after({ kind: 'name', text: 'tom' }, { kind: 'found', name: 'ann', receiver: ann })).toMatchObject({
      name: 'tom',
      receiver: undefined,
    });
  });
  test('keeps the error of the amount', () => {
    expect(after({ kind: 'enter', text: '9' }, ...NAMED)).toMatchObject({ wrong: 'insufficient' });
    expect(after({ kind: 'wrong', wrong: 'noReceiver' }, ...NAMED)).toMatchObject({ wrong: undefined });
  });
});

describe('the amount', () => {
  test('begins with a coin that has a balance, and is cleared with the coin', () => {
    expect(coinOf(formAt(coins), coins)?.title).toBe('BTC');
    expect(after({ kind: 'enter', text: '1' }, { kind: 'coin', id: 3 })).toMatchObject({ coinId: 3, amount: '' });
    expect(after({ kind: 'enter', text: '1' }, { kind: 'coin', id: 2 })).toMatchObject({ amount: '1' });
    expect(formAt([]).coinId).toBe(0);
  });
  test('is checked while typing: above the balance, too many places, all', () => {
    expect(after({ kind: 'enter', text: '2.50000001' }).wrong).toBe('insufficient');
    expect(after({ kind: 'coin', id: 3 }, { kind: 'enter', text: '0.001' }).wrong).toBe('tooFine');
    expect(after({ kind: 'all' })).toMatchObject({ amount: '2.5', wrong: undefined });
    expect(after({ kind: 'coin', id: 1 }, { kind: 'all' })).toMatchObject({ amount: '', wrong: 'insufficient' });
  });
  test('is sent when the form is complete', () => {
    const error = (text: string, isAsked: boolean, typed = '') =>
      errorIn(after(...NAMED, { kind: 'enter', text }), coins, { isAsked, text: typed });
    expect([
      error('', true),
      error('0', true),
      error('3', true),
      error('1', true),
      error('1', true, 'Keel8under'),
      error('1', false),
    ]).toEqual(['enterAmount', 'notPositive', 'insufficient', 'passwordMissing', undefined, undefined]);
    expect(fieldsOf(after(...NAMED, { kind: 'enter', text: '1.5' }), { isAsked: true, text: 'Keel8under' })).toEqual({
      to_uid: 49920,
      c_id: 2,
      amount: '1.5',
      paypassword: 'Keel8under',
    });
  });
  test('comes to what the server computes: the fee rounded down to the coin’s places', () => {
    const comesTo = (at: number, text: string) => {
      const computed = computeFees({ amount: text }, coins[at] as TransferCoin);
      return computed && [computed.fee, computed.net].map(formatShort);
    };
    expect([
      comesTo(0, '250'),
      comesTo(1, '1'),
      comesTo(2, '0.33'),
      comesTo(2, '0.001'),
      comesTo(0, ''),
      comesTo(0, '0'),
    ]).toEqual([['0.5', '249.5'], ['0', '1'], ['0.01', '0.32'], undefined, undefined, undefined]);
    expect(coins.map(feePercent)).toEqual(['0.2', '0', '5']);
  });
  test('and the receiver are cleared once it was sent, the coin is not', () => {
    expect(after({ kind: 'coin', id: 3 }, ...NAMED, { kind: 'enter', text: '1' }, { kind: 'sent' })).toEqual({
      name: '',
      receiver: undefined,
      isConfirmed: false,
      coinId: 3,
      amount: '',
      wrong: undefined,
    });
  });
});

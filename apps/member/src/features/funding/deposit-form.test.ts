import type { NetworkCoin } from '@plimsoll/contract';
import { expect, test } from 'vitest';
import {
  changed,
  coinOf,
  errorsIn,
  fieldsOf,
  formAt,
  networkOf,
  type DepositAction,
  type DepositForm,
} from './deposit-form.ts';

const network = (id: number, coin_net: string) => ({ id, pay_type: 1 as const, coin_net, pay_img: '', address: 'x' });
const COINS: NetworkCoin[] = [
  { id: 1, title: 'USDT', decimals: 6, networkList: [network(10, 'TRC20'), network(11, 'ERC20')] },
  { id: 2, title: 'BTC', decimals: 8, networkList: [network(20, 'BTC')] },
];
const PROOF = { url: '/api/uploads/x', name: 'x.jpg', preview: 'blob:x' };
const after = (...actions: DepositAction[]): DepositForm =>
  actions.reduce((form, action) => changed(form, action, COINS), formAt(COINS, undefined));
const whole = after({ kind: 'network', id: 11 }, { kind: 'enter', text: '1500.5' }, { kind: 'proof', proof: PROOF });

test('a form begins with the wished coin and its first network, and with none where that is not offered', () => {
  expect(
    [formAt(COINS, undefined), formAt(COINS, '2'), formAt(COINS, '9')].map(({ coinId, networkId }) => [
      coinId,
      networkId,
    ]),
  ).toEqual([
    [1, 10],
    [2, 20],
    [0, 0],
  ]);
});

test('another coin has its own networks and amount, and keeps the proof', () => {
  expect(changed(whole, { kind: 'coin', id: 2 }, COINS)).toEqual({
    coinId: 2,
    networkId: 20,
    amount: '',
    proof: PROOF,
    wrong: undefined,
    proofWrong: undefined,
  });
  expect(changed(whole, { kind: 'coin', id: 1 }, COINS)).toBe(whole);
});

test('no other coin or network replaces one that is no longer offered', () => {
  expect(networkOf({ coinId: 1, networkId: 20 }, COINS)).toBeUndefined();
  expect(coinOf({ coinId: 9 }, COINS)).toBeUndefined();
  expect([coinOf({ coinId: 1 }, []), networkOf(whole, [])]).toEqual([undefined, undefined]);
});

test.each([
  ['1.2345678', 'tooFine'],
  ['1000000000.000001', 'tooMuch'],
  ['1000000000', undefined],
  ['0.000001', undefined],
] as const)('of %s is an error while typing: %s', (text, wrong) => {
  expect(after({ kind: 'enter', text }).wrong).toBe(wrong);
});

test('amount and proof are required, and an unfinished or failed upload has an error of its own', () => {
  expect(errorsIn(after(), COINS, 'empty')).toEqual({ wrong: 'enterSent', proofWrong: 'addProof' });
  expect(errorsIn(after({ kind: 'enter', text: '0.00' }), COINS, 'uploading')).toEqual({
    wrong: 'notPositive',
    proofWrong: 'proofUnderWay',
  });
  expect(errorsIn(after({ kind: 'enter', text: '5' }), COINS, 'failed')).toEqual({
    wrong: undefined,
    proofWrong: 'proofFailed',
  });
  expect(errorsIn(whole, COINS, 'done')).toEqual({ wrong: undefined, proofWrong: undefined });
});

test('the fields are coin, network, amount and proof, always for funds', () => {
  expect(fieldsOf(whole, COINS)).toEqual({ c_id: 1, num: '1500.5', payimg: PROOF.url, a_id: 11, type: 1 });
});

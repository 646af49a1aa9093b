import type { LoanProject } from '@plimsoll/contract';
import { format } from '@plimsoll/money';
import { expect, test } from 'vitest';
import {
  changed,
  errorsIn,
  fieldsOf,
  formAt,
  IMAGES,
  percentOf,
  computeDebt,
  type ApplicationForm,
} from './application-form.ts';

const PROJECT: LoanProject = {
  id: 7,
  title: 'Haven line 30',
  mechanism: 'Quayside Credit',
  minprice: '500.00000000',
  maxprice: '20000.00000000',
  interest_rate: '0.05000000',
  cycle: 30,
  decimals: 8,
};
const image = (name: string) => ({ url: `/api/uploads/${name}`, name, preview: `blob:${name}` });
const EMPTY = { front_card: 'empty', later_card: 'empty', handheld_card: 'empty' } as const;
const whole: ApplicationForm = IMAGES.reduce(
  (form, name) => changed(form, { kind: 'image', name, image: image(name) }, PROJECT),
  formAt(PROJECT),
);
const enter = (text: string) => changed(whole, { kind: 'enter', text }, PROJECT);

test('a form begins at the minimum, and steps stay within the bounds', () => {
  expect(formAt(PROJECT).amount).toBe('500');
  const step = (amount: string, way: 1 | -1) => changed({ ...whole, amount }, { kind: 'step', way }, PROJECT).amount;
  expect([
    step('500', 1),
    step('500', -1),
    step('19950', 1),
    step('20000', 1),
    step('', 1),
    step('650', -1),
    step('99999', -1),
  ]).toEqual(['600', '500', '20000', '20000', '500', '550', '20000']);
});

test.each([
  ['', 'enter'],
  ['499', 'outside'],
  ['20001', 'outside'],
  ['1000.5', 'notWhole'],
  ['1000', undefined],
  ['20000', undefined],
])('%s USDT: %s', (text, wrong) => {
  expect(errorsIn(enter(text), PROJECT, EMPTY)?.amount).toBe(wrong);
});

test('a missing image, one being uploaded and a failed one have different errors', () => {
  expect(
    errorsIn(formAt(PROJECT), PROJECT, { front_card: 'uploading', later_card: 'failed', handheld_card: 'empty' })
      ?.images,
  ).toEqual({ front_card: 'underWay', later_card: 'failed', handheld_card: 'missing' });
  const taken = changed(whole, { kind: 'image', name: 'later_card', image: undefined }, PROJECT);
  expect(errorsIn(taken, PROJECT, EMPTY)?.images).toEqual({ later_card: 'missing' });
  expect(errorsIn(whole, PROJECT, EMPTY)).toBeUndefined();
});

test('the debt is what the server computes: half to even in the last place', () => {
  const sums = (text: string, project = PROJECT) => {
    const all = computeDebt(text, project);
    return all && [format(all.gross), format(all.interest), format(all.total)];
  };
  expect(sums('5000')).toEqual(['5000.00000000', '75.00000000', '5075.00000000']);
  expect(sums('501', { ...PROJECT, interest_rate: '0.0000005', cycle: 1 })).toEqual([
    '501.00000000',
    '0.00000250',
    '501.00000250',
  ]);
  expect([sums('499'), sums('')]).toEqual([undefined, undefined]);
  expect([percentOf('5000', PROJECT), percentOf('30000', PROJECT)]).toEqual([
    { percent: 25, isOver: false },
    { percent: 100, isOver: true },
  ]);
});

test('the fields are the offer, the whole amount and the three uploads', () => {
  expect(fieldsOf(enter('5000'), PROJECT)).toEqual({
    id: 7,
    amount: '5000',
    front_card: '/api/uploads/front_card',
    later_card: '/api/uploads/later_card',
    handheld_card: '/api/uploads/handheld_card',
  });
});

test('interest has the places of the coin that is lent, as on the server', () => {
  const debt = (decimals: number) => {
    const computed = computeDebt('501', { ...PROJECT, interest_rate: '0.03330000', cycle: 1, decimals });
    return computed && [format(computed.interest), format(computed.total)];
  };
  expect(debt(8)).toEqual(['0.16683300', '501.16683300']);
  expect(debt(2)).toEqual(['0.17000000', '501.17000000']);
});

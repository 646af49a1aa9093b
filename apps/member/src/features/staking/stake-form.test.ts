import type { StakingProject } from '@plimsoll/contract';
import { format } from '@plimsoll/money';
import { describe, expect, test } from 'vitest';
import { changed, errorIn, formAt, infoOf, computeReturn, type StakeForm } from './stake-form.ts';

const project: StakingProject = {
  id: 1,
  type: 2,
  img: '',
  coin: { id: 3, title: 'SOL', decimals: 4 },
  staking_info: [
    { id: 101, days: 30, interest_rate: '6.40000000', min_price: '1.00000000' },
    { id: 102, days: 60, interest_rate: '7.20000000', min_price: '2.00000000' },
  ],
};
const ground = { project, balance: '3.50000000' };
const free = { isAsked: false, text: '' };
const form = (amount: string, infoId = 101): StakeForm => ({ infoId, amount, wrong: undefined });

describe('a stake being written', () => {
  test('begins with the shortest duration, and falls back to it where the chosen one is gone', () => {
    expect(formAt(project)).toEqual(form(''));
    expect(infoOf(form('', 999), project)?.id).toBe(101);
  });

  test.each([
    ['', 'enter'],
    ['0', 'notPositive'],
    ['0.5', 'below'],
    ['1.00001', 'tooFine'],
    ['3.6', 'insufficient'],
    ['1', undefined],
    ['3.5', undefined],
  ])('of "%s" is %s', (text, wrong) => {
    expect(errorIn(form(text), ground, free)).toBe(wrong);
  });

  test('has the least of its own duration, and needs the payment password where it is asked for', () => {
    expect(errorIn(form('1', 102), ground, free)).toBe('below');
    expect(errorIn(form('2', 102), ground, { isAsked: true, text: '' })).toBe('passwordMissing');
    expect(errorIn(form('2', 102), ground, { isAsked: true, text: 'x' })).toBeUndefined();
  });

  test('is told at once what exceeds the balance, but what is too little only when it is sent', () => {
    expect(changed(form(''), { kind: 'enter', text: '4' }, ground).wrong).toBe('insufficient');
    expect(changed(form(''), { kind: 'enter', text: '0.1' }, ground).wrong).toBeUndefined();
    expect(changed(form(''), { kind: 'enter', text: '4' }, { project, balance: undefined }).wrong).toBeUndefined();
  });

  test('takes all there is, changes its duration, and is empty once it is staked', () => {
    expect(changed(form(''), { kind: 'all' }, ground)).toEqual(form('3.5'));
    expect(changed(form(''), { kind: 'all' }, { project, balance: '0.00000000' }).wrong).toBe('insufficient');
    expect(changed({ ...form('1'), wrong: 'below' }, { kind: 'duration', id: 102 }, ground)).toEqual(form('1', 102));
    expect(changed(form('1', 102), { kind: 'staked' }, ground)).toEqual(form('', 102));
  });
});

test('what a stake comes to is computed as the server does, to the last place of the coin', () => {
  const { staked, revenue, total } = computeReturn(form('2.5', 102), project) ?? { staked: 0n, revenue: 0n, total: 0n };
  expect([staked, revenue, total].map((value) => format(value as Parameters<typeof format>[0]))).toEqual([
    '2.50000000',
    '0.02960000',
    '2.52960000',
  ]);
  expect(computeReturn(form('1.9', 102), project)).toBeUndefined();
});

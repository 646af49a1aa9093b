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

describe('a stake form', () => {
  test('begins with the shortest duration, which also replaces one that is gone', () => {
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

  test('has the minimum of its own duration, and requires the payment password where asked', () => {
    expect(errorIn(form('1', 102), ground, free)).toBe('below');
    expect(errorIn(form('2', 102), ground, { isAsked: true, text: '' })).toBe('passwordMissing');
    expect(errorIn(form('2', 102), ground, { isAsked: true, text: 'x' })).toBeUndefined();
  });

  test('shows an amount above the balance at once, one below the minimum when sent', () => {
    expect(changed(form(''), { kind: 'enter', text: '4' }, ground).wrong).toBe('insufficient');
    expect(changed(form(''), { kind: 'enter', text: '0.1' }, ground).wrong).toBeUndefined();
    expect(changed(form(''), { kind: 'enter', text: '4' }, { project, balance: undefined }).wrong).toBeUndefined();
  });

  test('takes the whole balance, changes its duration, and is empty once it was staked', () => {
    expect(changed(form(''), { kind: 'all' }, ground)).toEqual(form('3.5'));
    expect(changed(form(''), { kind: 'all' }, { project, balance: '0.00000000' }).wrong).toBe('insufficient');
    expect(changed({ ...form('1'), wrong: 'below' }, { kind: 'duration', id: 102 }, ground)).toEqual(form('1', 102));
    const sent = form('1', 102);
    expect(changed(sent, { kind: 'staked', form: sent }, ground)).toEqual(form('', 102));
    expect(changed(form('2', 102), { kind: 'staked', form: sent }, ground)).toEqual(form('2', 102));
  });
});

test("a stake's revenue is computed as on the server, to the coin's last place", () => {
  const { staked, revenue, total } = computeReturn(form('2.5', 102), project) ?? { staked: 0n, revenue: 0n, total: 0n };
  expect([staked, revenue, total].map((value) => format(value as Parameters<typeof format>[0]))).toEqual([
    '2.50000000',
    '0.02960000',
    '2.52960000',
  ]);
  expect(computeReturn(form('1.9', 102), project)).toBeUndefined();
});

import { expect, test } from 'vitest';
import type { Answer, InputOf, OutputOf } from './index.ts';
import type { creatorder, getHyConfig } from './options.ts';

// What "does not compile" means: `tsc -b` fails when one of these lines compiles.

type Placed = InputOf<typeof creatorder>;
declare const stake: Placed['ctzed'];

test('what a call takes has exactly its fields, each of its type', () => {
  const make = (): readonly Placed[] => [
    { m_id: '1', ctime: '60', ctzed: stake, buytype: '1' },
    // @ts-expect-error A field is missing: the stake.
    { m_id: '1', ctime: '60', buytype: '1' },
    // @ts-expect-error A field that the call does not have.
    { m_id: '1', ctime: '60', ctzed: stake, buytype: '1', leverage: '5' },
    // @ts-expect-error A direction that there is not.
    { m_id: '1', ctime: '60', ctzed: stake, buytype: '3' },
    // @ts-expect-error A number is never money.
    { m_id: '1', ctime: '60', ctzed: 100, buytype: '1' },
  ];
  expect(make).toBeTypeOf('function');
});

test('what a call answers has its type, by the call and by its name', () => {
  const read = (terms: OutputOf<typeof getHyConfig>, same: Answer<'getHyConfig'>) => {
    const balance: string = terms.balance;
    // @ts-expect-error A decimal is text: no number.
    const counted: number = same.balance;
    // @ts-expect-error A field that the answer does not have.
    const more = terms.leverage as unknown;
    return [balance, counted, more];
  };
  // @ts-expect-error A call that there is not.
  type Missing = Answer<'getHyConfigs'>;
  const none: Missing[] = [];
  expect([read.length, none.length]).toEqual([2, 0]);
});

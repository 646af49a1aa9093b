import { memberCalls } from '@plimsoll/contract';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LOOKED_CALLS } from '../../platform/unusual.ts';

const APP = join(import.meta.dirname, '../..');

/** Calls that move money without the common last look, each with its reason. */
const OTHERWISE: Readonly<Record<string, string>> = {
  creatorder: 'its own confirmation shows what may be lost',
  redeemStaking: 'its own confirmation shows what is returned and what is given up',
  repayLoan: 'its own confirmation shows principal and interest',
  tradecancelOrder: 'what was held is free again',
  cancelInternalTransfer: 'what was sent is refunded',
  cancelLoanApply: 'no money has moved',
  applyLoan: 'an application, which operators decide',
  recharge: 'a claim of what was sent elsewhere, which operators decide',
  demoFunds: 'a gift',
};

interface Sent {
  readonly call: string;
  readonly by: string;
  readonly path: string;
}

const sources = globSync('**/*.{ts,tsx}', { cwd: APP }).filter((path) => !/\.test\.tsx?$|^testing\//.test(path));
/** Every call named in a function that sends it: `useSubmit('x'`, `useLookedSubmit<…>('x'`, `post('x'`. */
const sent: readonly Sent[] = sources.flatMap((path) =>
  [
    ...readFileSync(join(APP, path), 'utf8').matchAll(/\b(useSubmit|useLookedSubmit|post)(?:<[^(]*>)?\(\s*'(\w+)'/g),
  ].map(([, by = '', call = '']) => ({ call, by, path })),
);
const moving = memberCalls.filter(({ idempotent }) => idempotent).map(({ name }) => name);

test('every call that moves money is looked at before it is sent, or says why not', () => {
  const known: readonly string[] = [...LOOKED_CALLS, ...Object.keys(OTHERWISE)];
  const sentSomewhere = new Set(sent.map(({ call }) => call));
  expect(moving.filter((call) => sentSomewhere.has(call) && !known.includes(call))).toEqual([]);
  expect(known.filter((call) => !moving.includes(call))).toEqual([]);
});

test('what is looked at is sent by the last look and nothing else', () => {
  const looked: readonly string[] = LOOKED_CALLS;
  expect(sent.filter(({ call, by }) => looked.includes(call) && by !== 'useLookedSubmit')).toEqual([]);
  expect(
    sent
      .filter(({ by }) => by === 'useLookedSubmit')
      .map(({ call }) => call)
      .toSorted(),
  ).toEqual(looked.toSorted());
});

test('each form that asks draws its look', () => {
  for (const { path } of sent.filter(({ by }) => by === 'useLookedSubmit')) {
    const slice = path.split('/').slice(0, 2).join('/');
    const drawn = sources
      .filter((each) => each.startsWith(`${slice}/`))
      .some((each) => /<(?:LookSheet|LastLook)\b/.test(readFileSync(join(APP, each), 'utf8')));
    expect([path, drawn]).toEqual([path, true]);
  }
});

import { memberCalls } from '@plimsoll/contract';
import { expect, test } from 'vitest';
import { LOOKED_CALLS } from '../../platform/unusual.ts';

/** Calls that move money without the common last look, each with its reason. */
const OTHERWISE: Readonly<Record<string, string>> = {
  creatorder: 'its own confirmation shows what may be lost',
  redeemStaking: 'its own confirmation shows what is returned and what is given up',
  repayLoan: 'its own confirmation shows principal and interest',
  trademoveOrder: 'its own sheet shows both prices, with a slide where the new one is far from the market',
  tradecancelOrder: 'what was held is free again',
  cancelInternalTransfer: 'what was sent is refunded',
  cancelLoanApply: 'no money has moved',
  applyLoan: 'an application, which operators decide',
  recharge: 'a claim of what was sent elsewhere, which operators decide',
  demoFunds: 'a gift',
};

/** Files that send a looked-at call by another confirmation, each with its reason. */
const BY_ANOTHER: Readonly<Record<string, string>> = {
  '../options/top-up-left.tsx': 'it returns what was moved for an option that was not placed',
  '../options/top-up.ts': 'the confirmation of the option shows what it takes from other accounts',
};

interface Sent {
  readonly call: string;
  readonly by: string;
  readonly path: string;
}

/** The app's code by path, without tests. */
const sources = Object.entries(
  import.meta.glob<string>('../../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true }),
).filter(([path]) => !/\.test\.tsx?$|\/testing\//.test(path));
/** Every call named in a function that sends it: `useSubmit('x'`, `useLookedSubmit<…>('x'`, `post('x'`. */
const sent: readonly Sent[] = sources.flatMap(([path, text]) =>
  [...text.matchAll(/\b(useSubmit|useLookedSubmit|post)(?:<[^(]*>)?\(\s*'(\w+)'/g)].map(([, by = '', call = '']) => ({
    call,
    by,
    path,
  })),
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
  const others = sent.filter(({ call, by }) => looked.includes(call) && by !== 'useLookedSubmit');
  expect(others.map(({ path }) => path)).toEqual(Object.keys(BY_ANOTHER));
  expect(
    sent
      .filter(({ by }) => by === 'useLookedSubmit')
      .map(({ call }) => call)
      .toSorted(),
  ).toEqual(looked.toSorted());
});

test('each form that asks draws its look', () => {
  for (const { path } of sent.filter(({ by }) => by === 'useLookedSubmit')) {
    const slice = path.slice(0, path.lastIndexOf('/') + 1);
    const isDrawn = sources.some(([each, text]) => each.startsWith(slice) && /<(?:LookSheet|LastLook)\b/.test(text));
    expect([path, isDrawn]).toEqual([path, true]);
  }
});

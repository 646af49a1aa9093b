import type { Answer, CallName } from '@plimsoll/contract';
import type { NewsFields } from '@plimsoll/contract';
import { memberCalls } from '@plimsoll/contract';
import { expect, test } from 'vitest';
import { CALLS } from './calls/index.ts';
import type { Answers, CallName as Known, Client, News } from './index.ts';

// `tsc -b` fails when one of these lines compiles that should not, or the client differs from the contract.

/** Calls whose answer the client types otherwise than the contract. */
type Differing = { [Name in CallName & Known]: Answers<Name> extends Answer<Name> ? never : Name }[CallName & Known];
/** Does not compile with a call that only one of them has. */
type Missing = { readonly [Name in Exclude<CallName, Known>]: never } & {
  readonly [Name in Exclude<Known, CallName>]: never;
};
type Reported = { [Event in keyof News]: News[Event] extends NewsFields[Event] ? never : Event }[keyof News];

test('each call answers what the contract says, and news has its fields', () => {
  const differing: Differing[] = [];
  const missing: Missing = {};
  const reported: Reported[] = [];
  expect([...differing, missing, ...reported]).toEqual([{}]);
  expect(Object.keys(CALLS).toSorted()).toEqual(memberCalls.map(({ name }) => name).toSorted());
});

test('what a call takes has its fields, each of its type', () => {
  const make = (client: Client) => [
    client.call('getMarketList'),
    client.call('upbbbuy', { m_id: 1, type: '1', operate_type: '1', num: '0.5', price: '64000' }),
    // @ts-expect-error An amount is text.
    client.call('upbbbuy', { m_id: 1, type: '1', operate_type: '1', num: 0.5, price: '64000' }),
    // @ts-expect-error A side that there is not.
    client.call('upbbbuy', { m_id: 1, type: '3', operate_type: '1' }),
    // @ts-expect-error A field is missing.
    client.call('tradecancelOrder', {}),
    // @ts-expect-error Its fields are missing.
    client.call('tradecancelOrder'),
    // @ts-expect-error A call that there is not.
    client.call('getMarkets'),
  ];
  expect(make).toBeTypeOf('function');
});

import type { Answer, CallName } from '@plimsoll/contract';
import type { NewsFields } from '@plimsoll/contract';
import { memberCalls } from '@plimsoll/contract';
import { expect, test } from 'vitest';
import { CALLS } from './calls/index.ts';
import type { Answers, CallName as Known, Client, News } from './index.ts';

// `tsc -b` fails when one of these lines compiles that should not, or the client differs from the contract.

/** Calls whose answer the client types otherwise than the contract. */
type Differing = { [Name in CallName & Known]: Answers<Name> extends Answer<Name> ? never : Name }[CallName & Known];
type Reported = { [Event in keyof News]: News[Event] extends NewsFields[Event] ? never : Event }[keyof News];
/** `true` for no name; otherwise the names, which `true` is none of. A list of them may always be empty. */
type None<Name extends string> = [Name] extends [never] ? true : Name;

test('each call answers what the contract says, and news has its fields', () => {
  const differing: None<Differing> = true;
  const missing: None<Exclude<CallName, Known>> = true;
  const unknown: None<Exclude<Known, CallName>> = true;
  const reported: None<Reported> = true;
  // @ts-expect-error A name is left.
  const left: None<'getMarketList'> = true;
  expect([differing, missing, unknown, reported, left]).not.toContain(false);
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

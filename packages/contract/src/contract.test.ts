import { expect, test } from 'vitest';
import { memberCalls, REASON_CODES } from './index.ts';
import { getAllMarketList } from './market.ts';
import { register } from './membership.ts';
import { operatorCalls } from './operator/index.ts';
import { tradegetOrderList, upbbbuy } from './spot.ts';
import type { z } from 'zod';

const reasonOf = (schema: z.ZodType, value: unknown) => {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : parsed.error.issues[0]?.message;
};

test('every call has a name of its own and only known reasons', () => {
  expect(new Set(memberCalls.map((each) => each.name)).size).toBe(memberCalls.length);
  for (const each of memberCalls) for (const reason of each.reasons) expect(REASON_CODES).toHaveProperty(reason);
});

test('a limit order reads num and price and nothing else', () => {
  expect(reasonOf(upbbbuy.input, { m_id: '1', type: '1', operate_type: '1', num: ' 0.5\n', price: '3' })).toEqual({
    m_id: '1',
    side: 'buy',
    mode: 'limit',
    num: 50_000_000n,
    price: 300_000_000n,
  });
  expect(reasonOf(upbbbuy.input, { m_id: '1', type: '1', operate_type: '1', num: '0.5' })).toBe('bad_amount');
  expect(reasonOf(upbbbuy.input, { m_id: 1, type: 2, operate_type: 2, num: '0', amount: '1' })).toBe(
    'amount_not_positive',
  );
  expect(
    reasonOf(upbbbuy.input, { m_id: '1', type: '1', operate_type: '2', num: 'junk', price: 'junk', amount: '7' }),
  ).toEqual({ m_id: '1', side: 'buy', mode: 'market', amount: 700_000_000n });
});

test.each([[1], ['1e3'], [['1']], [''], [null], [undefined], ['-1'], ['٣'], ['1 1'], [true], [{}]])(
  '%j is no amount',
  (num) => {
    expect(reasonOf(upbbbuy.input, { m_id: '1', type: '1', operate_type: '1', num, price: '1' })).toBe('bad_amount');
  },
);

test.each([['0'], ['01'], ['-1'], ['1.0'], ['x'], [''], [undefined], [['1']], [1.5], ['9'.repeat(20)]])(
  '%j is no id',
  (m_id) => {
    expect(reasonOf(upbbbuy.input, { m_id, type: '1', operate_type: '1', num: '1', price: '1' })).toBe('bad_id');
  },
);

test('an id of 19 digits is well-formed, also beyond what a row can have', () => {
  const form = { type: '1', operate_type: '1', num: '1', price: '1' };
  expect(reasonOf(upbbbuy.input, { ...form, m_id: '9'.repeat(19) })).toMatchObject({ m_id: String(2n ** 63n - 1n) });
  expect(reasonOf(upbbbuy.input, { ...form, m_id: '9223372036854775806' })).toMatchObject({
    m_id: '9223372036854775806',
  });
});

test('a page far beyond the end is a page', () => {
  expect(reasonOf(tradegetOrderList.input, { page: '1000000000' })).toMatchObject({ page: 999_999_999 });
  expect(reasonOf(tradegetOrderList.input, { page: '9'.repeat(20) })).toBe('bad_page');
});

test('paging has defaults, and refuses what lies outside', () => {
  expect(reasonOf(tradegetOrderList.input, {})).toEqual({ page: 1, limit: 10 });
  expect(reasonOf(tradegetOrderList.input, { type: '', status: '0', page: 2, limit: '50' })).toMatchObject({
    page: 2,
    limit: 50,
    status: '0',
  });
  for (const bad of [{ page: '0' }, { limit: '51' }, { page: '-1' }, { page: 'x' }, { limit: '1.5' }]) {
    expect(reasonOf(tradegetOrderList.input, bad)).toBe('bad_page');
  }
  expect(reasonOf(tradegetOrderList.input, { status: '4' })).toBe('bad_value');
});

test('fid 0 and eid 0 mean all', () => {
  expect(reasonOf(getAllMarketList.input, { fid: '0', eid: '0' })).toEqual({});
  expect(reasonOf(getAllMarketList.input, { fid: '1', eid: '0' })).toEqual({ fid: '1' });
  expect(reasonOf(getAllMarketList.input, { fid: '1', eid: '2' })).toEqual({ fid: '1', eid: '2' });
});

test('registering needs what its type names', () => {
  const password = { password: 'abc123', repassword: 'abc123' };
  expect(reasonOf(register.input, { type: '2', email: 'A@b.Co', ...password })).toMatchObject({
    by: 'email',
    account: 'a@b.co',
  });
  expect(reasonOf(register.input, { type: '1', phone: '123456', ...password })).toMatchObject({
    by: 'phone',
    account: '123456',
  });
  expect(reasonOf(register.input, { type: '2', phone: '123456', ...password })).toBe('bad_email');
  expect(reasonOf(register.input, { type: '2', email: 'a@b.co', password: 'ab 12!' })).toBe('bad_password');
});

/** Neither decides about money: what they change needs no factor of the last minutes and no second operator. */
const WITHOUT_EITHER = [
  // Their own logins, and what no member owns.
  'POST /session',
  'DELETE /session',
  'POST /session/claim',
  'POST /session/factor',
  'POST /session/factor/begin',
  'POST /operators/me/passkeys',
  'POST /operators/me/password',
  'POST /operators/me/sessions/end',
  'POST /uploads',
  'POST /banners',
  'PATCH /banners/{id}',
  'POST /contents',
  'PATCH /contents/{id}',
  'POST /friends',
  'PATCH /friends/{id}',
  'POST /notices',
  'PATCH /notices/{id}',
  'PATCH /languages/{id}',
  'POST /currencies',
  'PATCH /currencies/{id}',
  'POST /webhook-messages/{id}/retry',
  // Proposals: another operator decides, with a factor.
  'POST /corrections',
  'POST /house-postings',
  'POST /scripts',
  // They give nobody anything: the other operator or the next day can.
  'POST /corrections/{id}/reject',
  'POST /house-postings/{id}/reject',
  'POST /loans/{id}/reject',
  'POST /proposals/{id}/reject',
  'POST /recharges/{id}/reject',
  'POST /withdrawals/{id}/reject',
  'POST /identities/{id}/reject',
  'POST /members/{id}/freeze',
  'POST /scripts/{id}/revoke',
  'POST /webhooks/{id}/stop',
  // Standings of a member that decide no amount.
  'PATCH /members/{id}',
];

test('what operators change about money asks for a factor of the last minutes, or for two of them', () => {
  const free = operatorCalls.filter(({ method, fresh, two }) => method !== 'GET' && !fresh && two.length === 0);
  expect(free.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(WITHOUT_EITHER.toSorted());
});

import type { Answer } from '@plimsoll/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../platform/db.ts';
import {
  CARD,
  FUNDED,
  openFundingWorld,
  PAY_PASSWORD,
  TRON,
  type FundedMember,
  type FundingWorld,
} from '../../testing/funding-world.ts';

// In live mode (RULES 8). Exceptions and member transfers: features/gate.

const DAY_MS = 24 * 60 * 60 * 1000;
let funding: FundingWorld;
let live: ReturnType<FundingWorld['another']>;
let lea: FundedMember;
let bank_id: string;
const setLogin = sql<never>('test.login', `update member set password_hash = 'plain Sailor2026' where id = $1`);

beforeAll(async () => {
  funding = await openFundingWorld();
  live = funding.another('live');
});
beforeEach(async () => {
  lea = await funding.member({ USDT: '1000' });
  await funding.owner.run(setLogin, [lea.id]);
  await funding.http.call('setBank', CARD, { token: lea.token });
  bank_id = String(
    ((await funding.http.call('getUserBankList', {}, { token: lea.token })).data as Answer<'getUserBankList'>)[0]?.id,
  );
  funding.world.clock.advance(DAY_MS);
});
afterEach(() => funding.audit());
afterAll(async () => {
  await live.close();
  await funding.close();
});

/** A new session: the login password is not asked for again. */
const ask = async (fields: Record<string, unknown> = {}, http = live.http, { id } = lea) =>
  http.call(
    'withdraw',
    { c_id: FUNDED.USDT, num: '20', paypwd: PAY_PASSWORD, ...fields },
    { token: await http.sessions.open(id) },
  );
const waits = async (fields: Record<string, unknown> = {}) =>
  (
    (await live.http.call('getUserCoinBalance', { c_id: FUNDED.USDT, ...fields }, { token: lea.token }))
      .data as Answer<'getUserCoinBalance'>
  ).waits_until;
const untilOf = (): string => new Date(funding.world.clock.nowMs() + DAY_MS).toISOString();

/** Refusals until a millisecond before the wait ends, then success. */
async function expectWait(fields: Record<string, unknown> = {}): Promise<void> {
  expect(await waits(fields)).toBe(untilOf());
  expect(await ask({ ...fields, paypwd: 'wrong' })).toMatchObject({ code: 0, reason: 'withdrawals_wait' });
  funding.world.clock.advance(DAY_MS - 1);
  expect(await ask(fields)).toMatchObject({ reason: 'withdrawals_wait' });
  funding.world.clock.advance(1);
  expect(await waits(fields)).toBeNull();
  expect(await ask(fields)).toMatchObject({ code: 1 });
}

test('after a new address all withdrawals wait a day, to cards too', async () => {
  await funding.http.call(
    'setusraddress',
    { c_id: FUNDED.USDT, address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
    { token: lea.token },
  );
  expect(await ask({ withdraw_type: '2', bank_id })).toMatchObject({ reason: 'withdrawals_wait' });
  await expectWait();
});

test('the same address again does not begin another wait', async () => {
  await funding.http.call('setusraddress', { c_id: FUNDED.USDT, address: TRON }, { token: lea.token });
  expect(await ask()).toMatchObject({ code: 1 });
});

test('after a changed card all withdrawals wait a day, to the address too', async () => {
  await funding.http.call('setBank', { ...CARD, id: bank_id, card_name: 'Tom Marin' }, { token: lea.token });
  expect(await ask()).toMatchObject({ reason: 'withdrawals_wait' });
  await expectWait({ withdraw_type: '2', bank_id });
});

test('a new payment password, also the first, makes all withdrawals wait', async () => {
  await funding.owner.run(sql<never>('test.none', 'update member set pay_password_hash = null where id = $1'), [
    lea.id,
  ]);
  await funding.http.call('resetpay', { logpassword: 'Sailor2026', newpassword: PAY_PASSWORD }, { token: lea.token });
  expect(await ask({ withdraw_type: '2', bank_id })).toMatchObject({ reason: 'withdrawals_wait' });
  await expectWait();
});

test('a new login password makes all withdrawals wait', async () => {
  await funding.http.call('resetpwd', { oldpassword: 'Sailor2026', newpassword: 'Sailor2027' }, { token: lea.token });
  lea = { ...lea, token: await funding.http.sessions.open(lea.id) };
  expect(await ask({ withdraw_type: '2', bank_id })).toMatchObject({ reason: 'withdrawals_wait' });
  await expectWait();
});

test('in demo mode nothing waits', async () => {
  await funding.http.call(
    'setusraddress',
    { c_id: FUNDED.USDT, address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
    { token: lea.token },
  );
  expect(await ask({}, funding.http)).toMatchObject({ code: 1 });
});

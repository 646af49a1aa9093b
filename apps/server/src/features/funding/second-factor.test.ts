import type { Answer } from '@plimsoll/contract';
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { TestPasskey } from '../../testing/authenticator.ts';
import { FUNDED, openFundingWorld, PAY_PASSWORD, type FundedMember, type FundingWorld } from '../../testing/funding-world.ts';

// Once set, a second factor is asked for at a withdrawal (issue "Security"), right after the payment password.

const PASSWORD = 'Sailor2026';
const PERIOD_MS = 30_000;
const DAY_MS = 24 * 60 * 60_000;
let funding: FundingWorld;
let live: ReturnType<FundingWorld['another']>;
let lea: FundedMember;
let secret: string;
let codes: readonly string[];

const codeOf = (of = secret): string => new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(of) }).generate({ timestamp: funding.world.clock.nowMs() });
const call = (name: string, fields: Readonly<Record<string, unknown>> = {}) => funding.http.call(name, fields, { token: lea.token });
const ask = (fields: Readonly<Record<string, unknown>> = {}, { http = funding.http, key }: { http?: FundingWorld['http']; key?: string } = {}) =>
  http.call('withdraw', { c_id: FUNDED.USDT, num: '20', paypwd: PAY_PASSWORD, ...fields }, { token: lea.token, ...(key === undefined ? {} : { key }) });
const requests = async (): Promise<number> => ((await call('getWithdrawList')).data as Answer<'getWithdrawList'>).list.length;

beforeAll(async () => {
  funding = await openFundingWorld();
  live = funding.another('live');
});
beforeEach(async () => {
  lea = await funding.member({ USDT: '1000' });
  await funding.owner.run({ name: 'test.password', text: 'update member set password_hash = $2 where id = $1' }, [lea.id, `plain ${PASSWORD}`]);
  ({ secret } = (await call('startTotp', { password: PASSWORD })).data as Answer<'startTotp'>);
  codes = ((await call('confirmTotp', { second: codeOf() })).data as Answer<'confirmTotp'>).recovery_codes ?? [];
  funding.world.clock.advance(DAY_MS);
});
afterEach(() => funding.audit());
afterAll(async () => {
  await live.close();
  await funding.close();
});

test('who has set one gives it, after the payment password; who has not is asked for nothing', async () => {
  expect(await ask({ paypwd: 'Wrong2026', second: codeOf() })).toMatchObject({ reason: 'bad_payment_password' });
  expect(await ask()).toMatchObject({ code: 0, reason: 'second_factor_required', data: null });
  expect(await ask({ second: '' })).toMatchObject({ reason: 'second_factor_required' });
  expect(await ask({ second: '12345' })).toMatchObject({ code: 0, reason: 'bad_second_factor' });
  expect(await ask({ passkey: 'x' })).toMatchObject({ code: 0, reason: 'bad_passkey' });
  expect(await requests()).toBe(0);
  expect(await ask({ second: codeOf() })).toMatchObject({ code: 1 });
  const bare = await funding.member({ USDT: '100' });
  expect(await funding.http.call('withdraw', { c_id: FUNDED.USDT, num: '20', paypwd: PAY_PASSWORD }, { token: bare.token })).toMatchObject({ code: 1 });
});

test('one code allows one withdrawal, of several at once, at two processes, and after it', async () => {
  const second = codeOf();
  const answers = await Promise.all([ask({ second }), ask({ second }), ask({ second }, { http: live.http })]);
  expect(answers.map(({ reason }) => reason ?? 'asked').sort()).toEqual(['asked', 'bad_second_factor', 'bad_second_factor']);
  expect(await requests()).toBe(1);
  funding.world.clock.advance(PERIOD_MS);
  expect(await ask({ second })).toMatchObject({ reason: 'bad_second_factor' });
});

test('the same key again is the first answer again, and uses no other code', async () => {
  const second = codeOf();
  const answers = [await ask({ second }, { key: 'one' }), await ask({ second }, { key: 'one' })];
  expect(answers[0]).toMatchObject({ code: 1 });
  expect(answers[1]?.data).toEqual(answers[0]?.data);
  expect(await requests()).toBe(1);
  expect(await ask({ second: codes[0] }, { key: 'one' })).toMatchObject({ reason: 'idempotency_conflict' });
  expect(await ask({ second: codes[0] }, { key: 'two' })).toMatchObject({ code: 1 });
  expect(await ask({ second: codes[0] }, { key: 'three' })).toMatchObject({ reason: 'bad_second_factor' });
});

test('a code that came with more than there is is used up, and nothing is held', async () => {
  const second = codeOf();
  expect(await ask({ num: '5000', second })).toMatchObject({ reason: 'insufficient_balance' });
  expect(await requests()).toBe(0);
  expect(await ask({ second })).toMatchObject({ reason: 'bad_second_factor' });
});

test('a passkey signs what was asked for a withdrawal, once', async () => {
  const key = new TestPasskey();
  const options = (await call('startPasskey', { password: PASSWORD, second: codeOf() })).data as Answer<'startPasskey'>;
  await call('addPasskey', { name: 'Key', passkey: key.made(options) });
  const challenge = async (purpose: string) => (await call('passkeyChallenge', { purpose })).data as Answer<'passkeyChallenge'>;
  expect(await ask({ passkey: key.signed(await challenge('change')) })).toMatchObject({ reason: 'bad_passkey' });
  const passkey = key.signed(await challenge('withdraw'));
  const answers = await Promise.all([ask({ passkey }), ask({ passkey })]);
  expect(answers.map(({ reason }) => reason ?? 'asked').sort()).toEqual(['asked', 'bad_passkey']);
});

test('what somebody else signs or types allows nothing', async () => {
  const tom = await funding.member();
  await funding.owner.run({ name: 'test.password', text: 'update member set password_hash = $2 where id = $1' }, [tom.id, `plain ${PASSWORD}`]);
  const started = await funding.http.call('startTotp', { password: PASSWORD }, { token: tom.token });
  expect(await ask({ second: codeOf((started.data as Answer<'startTotp'>).secret) })).toMatchObject({ reason: 'bad_second_factor' });
  const key = new TestPasskey();
  const options = await funding.http.call('startPasskey', { password: PASSWORD }, { token: tom.token });
  await funding.http.call('addPasskey', { name: 'Key', passkey: key.made(options.data as Answer<'startPasskey'>) }, { token: tom.token });
  const request = await funding.http.call('passkeyChallenge', { purpose: 'withdraw' }, { token: tom.token });
  expect(await ask({ passkey: key.signed(request.data as Answer<'passkeyChallenge'>) })).toMatchObject({ reason: 'bad_passkey' });
});

test('five wrong ones stop codes for an hour, with a sentence that says until when', async () => {
  for (let turn = 0; turn < 5; turn += 1) expect(await ask({ second: '12345' })).toMatchObject({ reason: 'bad_second_factor' });
  expect(await ask({ second: codeOf() })).toMatchObject({ code: 0, reason: 'second_factor_stopped', msg: expect.stringContaining('until') as unknown });
  funding.world.clock.advance(60 * 60_000);
  expect(await ask({ second: codeOf() })).toMatchObject({ code: 1 });
});

test.each<[string, () => Promise<unknown>]>([
  ['removed', () => call('removeTotp', { password: PASSWORD, second: codeOf() })],
  ['replaced', async () => {
    const { secret: next } = (await call('startTotp', { password: PASSWORD, second: codeOf() })).data as Answer<'startTotp'>;
    await call('confirmTotp', { second: codeOf(next) });
    secret = next;
  }],
  ['given new recovery codes', () => call('renewRecoveryCodes', { password: PASSWORD, second: codeOf() })],
])('in live mode withdrawals wait a day after a factor was %s, and in a demo they do not', async (_what, change) => {
  expect(await ask({ second: codes[0] }, { http: live.http })).toMatchObject({ code: 1 });
  await change();
  const until = new Date(funding.world.clock.nowMs() + DAY_MS).toISOString();
  expect(await live.http.call('getUserCoinBalance', { c_id: FUNDED.USDT }, { token: lea.token })).toMatchObject({ data: { waits_until: until } });
  expect(await ask({}, { http: live.http })).toMatchObject({ reason: 'withdrawals_wait' });
  funding.world.clock.advance(DAY_MS - 1);
  expect(await ask({}, { http: live.http })).toMatchObject({ reason: 'withdrawals_wait' });
  funding.world.clock.advance(1);
  const second = (await call('getSecurity')).data as Answer<'getSecurity'>;
  expect(await ask(second.totp === 1 ? { second: codeOf() } : {}, { http: live.http })).toMatchObject({ code: 1 });
});

test('a first factor is a change as others are: in live mode everything waits a day', async () => {
  const bare = await funding.member({ USDT: '100' });
  await funding.owner.run({ name: 'test.password', text: 'update member set password_hash = $2 where id = $1' }, [bare.id, `plain ${PASSWORD}`]);
  funding.world.clock.advance(DAY_MS);
  const { secret: first } = (await funding.http.call('startTotp', { password: PASSWORD }, { token: bare.token })).data as Answer<'startTotp'>;
  await funding.http.call('confirmTotp', { second: codeOf(first) }, { token: bare.token });
  const withdraw = () => live.http.call('withdraw', { c_id: FUNDED.USDT, num: '20', paypwd: PAY_PASSWORD, second: codeOf(first) }, { token: bare.token });
  expect(await withdraw()).toMatchObject({ reason: 'withdrawals_wait' });
  funding.world.clock.advance(DAY_MS);
  expect(await withdraw()).toMatchObject({ code: 1 });
});

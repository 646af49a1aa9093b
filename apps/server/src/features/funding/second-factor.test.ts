import { createHash } from 'node:crypto';
import type { Answer } from '@plimsoll/contract';
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TestPasskey } from '../../testing/authenticator.ts';
import {
  FUNDED,
  openFundingWorld,
  PAY_PASSWORD,
  TRON,
  type FundedMember,
  type FundingWorld,
} from '../../testing/funding-world.ts';

const PASSWORD = 'Sailor2026';
const OTHER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const PERIOD_MS = 30_000;
const DAY_MS = 24 * 60 * 60_000;
let funding: FundingWorld;
let live: ReturnType<FundingWorld['another']>;
let lea: FundedMember;
let secret: string;
let codes: readonly string[];

const codeOf = (of = secret): string =>
  new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(of) }).generate({
    timestamp: funding.world.clock.nowMs(),
  });
const call = (name: string, fields: Readonly<Record<string, unknown>> = {}) =>
  funding.http.call(name, fields, { token: lea.token });
const ask = (
  fields: Readonly<Record<string, unknown>> = {},
  { http = funding.http, key }: { http?: FundingWorld['http']; key?: string } = {},
) =>
  http.call(
    'withdraw',
    { c_id: FUNDED.USDT, num: '20', paypwd: PAY_PASSWORD, password: PASSWORD, ...fields },
    { token: lea.token, ...(key === undefined ? {} : { key }) },
  );
const requests = async (): Promise<number> =>
  ((await call('getWithdrawList')).data as Answer<'getWithdrawList'>).list.length;

beforeAll(async () => {
  funding = await openFundingWorld();
  live = funding.another('live');
});
beforeEach(async () => {
  lea = await funding.member({ USDT: '1000' });
  await funding.owner.run({ name: 'test.password', text: 'update member set password_hash = $2 where id = $1' }, [
    lea.id,
    `plain ${PASSWORD}`,
  ]);
  ({ secret } = (await call('startTotp', { password: PASSWORD })).data as Answer<'startTotp'>);
  codes = ((await call('confirmTotp', { second: codeOf() })).data as Answer<'confirmTotp'>).recovery_codes ?? [];
  funding.world.clock.advance(DAY_MS);
});
afterEach(() => funding.audit());
afterAll(async () => {
  await live.close();
  await funding.close();
});

test('a member with a second factor gives it after the payment password; others are not asked', async () => {
  expect(await ask({ paypwd: 'Wrong2026', second: codeOf() })).toMatchObject({ reason: 'bad_payment_password' });
  expect(await ask()).toMatchObject({ code: 0, reason: 'second_factor_required', data: null });
  expect(await ask({ second: '' })).toMatchObject({ reason: 'second_factor_required' });
  expect(await ask({ second: '12345' })).toMatchObject({ code: 0, reason: 'bad_second_factor' });
  expect(await ask({ passkey: 'x' })).toMatchObject({ code: 0, reason: 'bad_passkey' });
  expect(await requests()).toBe(0);
  expect(await ask({ second: codeOf() })).toMatchObject({ code: 1 });
  const bare = await funding.member({ USDT: '100' });
  expect(
    await funding.http.call('withdraw', { c_id: FUNDED.USDT, num: '20', paypwd: PAY_PASSWORD }, { token: bare.token }),
  ).toMatchObject({ code: 1 });
});

test('one code allows one withdrawal, of several at once, at two processes, and after it', async () => {
  const second = codeOf();
  const answers = await Promise.all([ask({ second }), ask({ second }), ask({ second }, { http: live.http })]);
  expect(answers.map(({ reason }) => reason ?? 'asked').sort()).toEqual([
    'asked',
    'bad_second_factor',
    'bad_second_factor',
  ]);
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

describe('the same key at two processes at once has one answer', () => {
  const lockMember = { name: 'test.lockMember', text: 'select from member where id = $1 for no key update' };
  const lockGuards = { name: 'test.lockGuards', text: 'lock table payment_guard in access exclusive mode' };
  const waiting = {
    name: 'test.waiting',
    text: `select count(distinct l.pid)::int as count from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where not l.granted and a.datname = current_database()`,
  };
  const wait = (processes: number) =>
    expect.poll(async () => (await funding.world.db.run<{ count: number }>(waiting))[0]?.count).toBe(processes);

  test.each([
    ['20', 'asked', 1],
    ['5000', 'insufficient_balance', 0],
  ])('of %s: when the second finds the code used up before the ledger', async (num, outcome, made) => {
    const fields = { num, second: codeOf() };
    const { first, again } = await funding.owner.transaction(async (held) => {
      const both = await funding.world.db.transaction(async (tx) => {
        await tx.run(lockMember, [lea.id]);
        const atOne = ask(fields, { key: 'twice' });
        await wait(1);
        // The first is past its payment password, and the second is held before it.
        await held.run(lockGuards);
        const atOther = ask(fields, { key: 'twice', http: live.http });
        await wait(2);
        return { atOne, atOther };
      });
      return { first: await both.atOne, again: both.atOther };
    });
    const second = await again;
    expect([first, second].map(({ reason }) => reason ?? 'asked')).toEqual([outcome, outcome]);
    expect(second.data).toEqual(first.data);
    expect(await requests()).toBe(made);
  });

  test('when the second finds the code used up in the ledger', async () => {
    const fields = { second: codeOf() };
    const both = await funding.world.db.transaction(async (tx) => {
      await tx.run(lockMember, [lea.id]);
      const asked = [ask(fields, { key: 'twice' }), ask(fields, { key: 'twice', http: live.http })];
      await wait(2);
      return { asked };
    });
    const [first, second] = await Promise.all(both.asked);
    expect([first?.code, second?.code]).toEqual([1, 1]);
    expect(second?.data).toEqual(first?.data);
    expect(await requests()).toBe(1);
  });
});

test('a code of a withdrawal beyond the balance is good for another, and nothing is held', async () => {
  const second = codeOf();
  expect(await ask({ num: '5000', second })).toMatchObject({ reason: 'insufficient_balance' });
  expect(await requests()).toBe(0);
  expect(await ask({ second })).toMatchObject({ code: 1 });
  expect(await ask({ second })).toMatchObject({ reason: 'bad_second_factor' });
});

test('a passkey signs what was asked for a withdrawal, once', async () => {
  const key = new TestPasskey();
  const options = (await call('startPasskey', { password: PASSWORD, second: codeOf() })).data as Answer<'startPasskey'>;
  await call('addPasskey', { name: 'Key', passkey: key.made(options) });
  const challenge = async (fields: Readonly<Record<string, unknown>>) =>
    (await call('passkeyChallenge', fields)).data as Answer<'passkeyChallenge'>;
  expect(await ask({ passkey: key.signed(await challenge({ purpose: 'change' })) })).toMatchObject({
    reason: 'bad_passkey',
  });
  const passkey = key.signed(await challenge({ purpose: 'withdraw', call: 'withdraw', c_id: FUNDED.USDT, num: '20' }));
  const answers = await Promise.all([ask({ passkey }), ask({ passkey })]);
  expect(answers.map(({ reason }) => reason ?? 'asked').sort()).toEqual(['asked', 'bad_passkey']);
  // A signature is good once.
  expect(await ask({ passkey })).toMatchObject({ reason: 'bad_passkey' });
});

describe('a passkey signs the hash of what leaves and where to', () => {
  const key = () => new TestPasskey();
  let passkey: TestPasskey;
  let tom: FundedMember;
  const WITHDRAW = { call: 'withdraw', c_id: FUNDED.USDT, num: '20' } as const;
  const SEND = { call: 'balanceTransfer', c_id: FUNDED.USDT, amount: '20' } as const;
  const asked = (fields: Readonly<Record<string, unknown>>) =>
    call('passkeyChallenge', { purpose: 'withdraw', ...fields });
  const signed = async (fields: Readonly<Record<string, unknown>>): Promise<string> =>
    passkey.signed((await asked(fields)).data as Answer<'passkeyChallenge'>);
  const send = (fields: Readonly<Record<string, unknown>>) =>
    call('balanceTransfer', {
      to_uid: tom.id,
      c_id: FUNDED.USDT,
      amount: '20',
      paypassword: PAY_PASSWORD,
      password: PASSWORD,
      ...fields,
    });

  beforeEach(async () => {
    passkey = key();
    const options = (await call('startPasskey', { password: PASSWORD, second: codeOf() }))
      .data as Answer<'startPasskey'>;
    await call('addPasskey', { name: 'Key', passkey: passkey.made(options) });
    tom = await funding.member();
    await call('searchUser', { username: tom.username });
    await setFee('0.01');
  });
  afterEach(() => setFee('0'));
  const setFee = (fee: string) =>
    funding.owner.run({ name: 'test.fee', text: 'update coin set internal_transfer_fee = $1::numeric' }, [fee]);

  test('of a withdrawal and of a transfer, word by word', async () => {
    const sha256 = (lines: readonly string[]) => createHash('sha256').update(lines.join('\n')).digest('base64url');
    const one = (await asked(WITHDRAW)).data as Answer<'passkeyChallenge'>;
    expect(one.challenge).toBe(
      sha256([
        'plimsoll last look 1',
        'withdraw',
        'amount 20.00000000 USDT',
        'fee 0.10000000 USDT',
        `to address ${TRON}`,
        'over TRC20',
        `nonce ${one.nonce}`,
      ]),
    );
    const other = (await asked({ ...SEND, to_uid: tom.id })).data as Answer<'passkeyChallenge'>;
    expect(other.challenge).toBe(
      sha256([
        'plimsoll last look 1',
        'balanceTransfer',
        'amount 20.00000000 USDT',
        'fee 0.20000000 USDT',
        `to member ${tom.id}`,
        `name ${tom.username}`,
        `nonce ${other.nonce}`,
      ]),
    );
    expect(other.nonce).not.toBe(one.nonce);
    expect(await send({ passkey: passkey.signed(other) })).toMatchObject({ code: 1 });
    // Of one reached by number alone the hash must not confirm a guessed name.
    const stranger = await funding.member();
    const third = (await asked({ ...SEND, to_uid: stranger.id })).data as Answer<'passkeyChallenge'>;
    expect(third.challenge).toBe(
      sha256([
        'plimsoll last look 1',
        'balanceTransfer',
        'amount 20.00000000 USDT',
        'fee 0.20000000 USDT',
        `to member ${stranger.id}`,
        `name ${stranger.username[0]}***`,
        `nonce ${third.nonce}`,
      ]),
    );
  });

  test('another amount, coin, address, way or member is refused, and the signature is worth nothing then', async () => {
    const eve = await funding.member();
    const passkeys = await signed(WITHDRAW);
    expect(await ask({ num: '21', passkey: passkeys })).toMatchObject({ reason: 'bad_passkey' });
    expect(await ask({ passkey: passkeys })).toMatchObject({ reason: 'bad_passkey' });
    expect(await send({ passkey: await signed(WITHDRAW) })).toMatchObject({ reason: 'bad_passkey' });
    expect(await send({ to_uid: eve.id, passkey: await signed({ ...SEND, to_uid: tom.id }) })).toMatchObject({
      reason: 'bad_passkey',
    });
    expect(await send({ c_id: FUNDED.BTC, passkey: await signed({ ...SEND, to_uid: tom.id }) })).toMatchObject({
      reason: 'bad_passkey',
    });
    const toTron = await signed(WITHDRAW);
    await call('setusraddress', { c_id: FUNDED.USDT, address: OTHER, password: PASSWORD, second: codes[0] });
    expect(await ask({ passkey: toTron })).toMatchObject({ reason: 'bad_passkey' });
    expect(await ask({ passkey: await signed(WITHDRAW) })).toMatchObject({ code: 1 });
    expect(await requests()).toBe(1);
  });

  test('a fee that changed since it was signed is another', async () => {
    const before = await signed({ ...SEND, to_uid: tom.id });
    await setFee('0.02');
    expect(await send({ passkey: before })).toMatchObject({ reason: 'bad_passkey' });
    expect(await send({ passkey: await signed({ ...SEND, to_uid: tom.id }) })).toMatchObject({ code: 1 });
  });

  test('a challenge for a refused withdrawal is refused', async () => {
    expect(await asked({})).toMatchObject({ reason: 'bad_value' });
    expect(await asked({ call: 'withdraw', num: '20' })).toMatchObject({ reason: 'bad_id' });
    expect(await asked({ call: 'withdraw', c_id: FUNDED.USDT })).toMatchObject({ reason: 'bad_amount' });
    expect(await asked({ ...WITHDRAW, c_id: FUNDED.BTC })).toMatchObject({ reason: 'no_address' });
    expect(await asked({ ...SEND })).toMatchObject({ reason: 'bad_id' });
    expect(await asked({ ...SEND, to_uid: lea.id })).toMatchObject({ reason: 'same_member' });
    expect(await asked({ ...SEND, to_uid: '999999' })).toMatchObject({ reason: 'not_found' });
  });
});

test('another member’s passkey or code is refused', async () => {
  const tom = await funding.member();
  await funding.owner.run({ name: 'test.password', text: 'update member set password_hash = $2 where id = $1' }, [
    tom.id,
    `plain ${PASSWORD}`,
  ]);
  const started = await funding.http.call('startTotp', { password: PASSWORD }, { token: tom.token });
  expect(await ask({ second: codeOf((started.data as Answer<'startTotp'>).secret) })).toMatchObject({
    reason: 'bad_second_factor',
  });
  const key = new TestPasskey();
  const options = await funding.http.call('startPasskey', { password: PASSWORD }, { token: tom.token });
  await funding.http.call(
    'addPasskey',
    { name: 'Key', passkey: key.made(options.data as Answer<'startPasskey'>) },
    { token: tom.token },
  );
  const request = await funding.http.call(
    'passkeyChallenge',
    { purpose: 'withdraw', call: 'withdraw', c_id: FUNDED.USDT, num: '20' },
    { token: tom.token },
  );
  expect(await ask({ passkey: key.signed(request.data as Answer<'passkeyChallenge'>) })).toMatchObject({
    reason: 'bad_passkey',
  });
});

test('five wrong codes stop codes for an hour, and the refusal states until when', async () => {
  for (let turn = 0; turn < 5; turn += 1)
    expect(await ask({ second: '12345' })).toMatchObject({ reason: 'bad_second_factor' });
  expect(await ask({ second: codeOf() })).toMatchObject({
    code: 0,
    reason: 'second_factor_stopped',
    msg: expect.stringContaining('until') as unknown,
  });
  funding.world.clock.advance(60 * 60_000);
  expect(await ask({ second: codeOf() })).toMatchObject({ code: 1 });
});

test.each<[string, () => Promise<unknown>]>([
  ['removed', () => call('removeTotp', { password: PASSWORD, second: codeOf() })],
  [
    'replaced',
    async () => {
      const { secret: next } = (await call('startTotp', { password: PASSWORD, second: codeOf() }))
        .data as Answer<'startTotp'>;
      await call('confirmTotp', { second: codeOf(next) });
      secret = next;
    },
  ],
  ['given new recovery codes', () => call('renewRecoveryCodes', { password: PASSWORD, second: codeOf() })],
])('in live mode withdrawals wait a day after a factor was %s, and in a demo they do not', async (_what, change) => {
  expect(await ask({ second: codes[0] }, { http: live.http })).toMatchObject({ code: 1 });
  await change();
  const until = new Date(funding.world.clock.nowMs() + DAY_MS).toISOString();
  expect(await live.http.call('getUserCoinBalance', { c_id: FUNDED.USDT }, { token: lea.token })).toMatchObject({
    data: { waits_until: until },
  });
  expect(await ask({}, { http: live.http })).toMatchObject({ reason: 'withdrawals_wait' });
  funding.world.clock.advance(DAY_MS - 1);
  expect(await ask({}, { http: live.http })).toMatchObject({ reason: 'withdrawals_wait' });
  funding.world.clock.advance(1);
  const second = (await call('getSecurity')).data as Answer<'getSecurity'>;
  expect(await ask(second.totp === 1 ? { second: codeOf() } : {}, { http: live.http })).toMatchObject({ code: 1 });
});

test('a first factor is a change too: in live mode all withdrawals wait a day', async () => {
  const bare = await funding.member({ USDT: '100' });
  await funding.owner.run({ name: 'test.password', text: 'update member set password_hash = $2 where id = $1' }, [
    bare.id,
    `plain ${PASSWORD}`,
  ]);
  funding.world.clock.advance(DAY_MS);
  const { secret: first } = (await funding.http.call('startTotp', { password: PASSWORD }, { token: bare.token }))
    .data as Answer<'startTotp'>;
  await funding.http.call('confirmTotp', { second: codeOf(first) }, { token: bare.token });
  const withdraw = () =>
    live.http.call(
      'withdraw',
      { c_id: FUNDED.USDT, num: '20', paypwd: PAY_PASSWORD, password: PASSWORD, second: codeOf(first) },
      { token: bare.token },
    );
  expect(await withdraw()).toMatchObject({ reason: 'withdrawals_wait' });
  funding.world.clock.advance(DAY_MS);
  expect(await withdraw()).toMatchObject({ code: 1 });
});

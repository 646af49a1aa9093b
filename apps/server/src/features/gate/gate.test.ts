import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '@plimsoll/contract';
import { amount, ZERO } from '@plimsoll/money';
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CAUSE_KINDS, type CauseKind } from '../../ledger/index.ts';
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
import { inOneBatch } from '../../testing/one-batch.ts';
import { waitersOf } from '../../testing/waiters.ts';
import { LEAVES } from './leaves.ts';

// One gate before every way out (RULES 8): the same checks before each kind of journal that takes something from a
// member.

const PASSWORD = 'Sailor2026';
const BITCOIN = 'bc1qpjv24p2yvk4japcwd6ldevrv03m8g9ejv8nj9y';
const OTHER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const PERIOD_MS = 30_000;
const DAY_MS = 24 * 60 * 60_000;
type Fields = Readonly<Record<string, unknown>>;
interface Tried {
  readonly code: number;
  readonly reason?: string | undefined;
  readonly msg?: string;
  readonly data?: unknown;
}

let world: FundingWorld;
let live: ReturnType<FundingWorld['another']>;
let lea: FundedMember;
let tom: FundedMember;
let eve: FundedMember;
const setLogin = sql<never>('test.login', `update member set password_hash = $2 where id = $1`);
const setFrozen = sql<never>('test.frozen', 'update member set frozen = $2 where id = $1');
const holdMember = sql<never>('test.holdMember', 'select from member where id = $1 for no key update');
const setDays = sql<never>('test.days', 'update coin set internal_transfer_days = $1');
const certify = sql<never>('test.certify', 'update member set identity_status = 2 where id = $1');
const mailCode = sql<never>(
  'test.mailCode',
  'insert into member_email_code (member_id, email, code_hash, sent_at) values ($1, $2, $3, $4)',
);
const setProven = sql<never>('test.proven', 'update member set email_proven_at = $2 where id = $1');
const counts = sql<{ cause_kind: string; count: number }>(
  'test.journals',
  'select cause_kind, count(*)::int as count from ledger_journal group by cause_kind',
);

beforeAll(async () => {
  world = await openFundingWorld();
  live = world.another('live');
});
beforeEach(async () => {
  [lea, tom, eve] = [await world.member({ USDT: '5000', BTC: '10' }), await world.member(), await world.member()];
  await world.owner.run(setLogin, [lea.id, `plain ${PASSWORD}`]);
  world.world.clock.advance(2 * DAY_MS);
});
afterEach(async () => {
  world.set.settings = {};
  world.set.owed = ZERO;
  await world.owner.run(setDays, [0]);
  await world.audit();
});
afterAll(async () => {
  await live.close();
  await world.close();
});

const call = (name: string, fields: Fields = {}, http = world.http, { token } = lea): Promise<Tried> =>
  http.call(name, Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)), { token });
// Includes the login password, since most cases are days later; a separate test covers when it is needed.
const withdraw = (fields: Fields = {}, http = world.http): Promise<Tried> =>
  call('withdraw', { c_id: FUNDED.USDT, num: '20', paypwd: PAY_PASSWORD, password: PASSWORD, ...fields }, http);
const send = (fields: Fields = {}, http = world.http): Promise<Tried> =>
  call(
    'balanceTransfer',
    { to_uid: tom.id, c_id: FUNDED.USDT, amount: '20', paypassword: PAY_PASSWORD, password: PASSWORD, ...fields },
    http,
  );
const journals = async (): Promise<Readonly<Record<string, number>>> =>
  Object.fromEntries((await world.owner.run(counts)).map(({ cause_kind, count }) => [cause_kind, count]));
const limits = async (): Promise<Answer<'getLimits'>> => (await call('getLimits')).data as Answer<'getLimits'>;

/** Sets an authenticator `agoMs` ago; gives codes of it, each a new one. */
async function withTotp(agoMs = 2 * DAY_MS): Promise<() => string> {
  const { secret } = (await call('startTotp', { password: PASSWORD })).data as Answer<'startTotp'>;
  const codeOf = () =>
    new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) }).generate({
      timestamp: world.world.clock.nowMs(),
    });
  await call('confirmTotp', { second: codeOf() });
  world.world.clock.advance(agoMs);
  return () => {
    world.world.clock.advance(PERIOD_MS);
    return codeOf();
  };
}

type Gated = { [Kind in CauseKind]: (typeof LEAVES)[Kind] extends 'gate' ? Kind : never }[CauseKind];
/** A member who never received anything: a withdrawal only requested does not count. */
const elsewhere = () => ({ to_uid: eve.id });

/**
 * How each kind of journal that takes something from a member comes about. A new one in {@link LEAVES} needs a line
 * here to compile.
 */
const WAYS: Readonly<Record<Gated, (fields?: Fields, http?: FundingWorld['http']) => Promise<Tried>>> = {
  'withdrawal-request': withdraw,
  'member-transfer': send,
  async 'member-transfer-hold'(fields, http) {
    await world.owner.run(setDays, [1]);
    return send(fields, http);
  },
};
const GATED = CAUSE_KINDS.filter((kind): kind is Gated => LEAVES[kind] === 'gate');

test('every kind of journal is known to pass the gate, or the reason why not', () => {
  expect(Object.keys(LEAVES).toSorted()).toEqual([...CAUSE_KINDS].toSorted());
  expect(Object.keys(WAYS).toSorted()).toEqual(GATED.toSorted());
});

describe.each(GATED)('%s', (kind) => {
  const way = (fields?: Fields, http?: FundingWorld['http']) => WAYS[kind](fields, http);
  /** `went`, with one more journal of this kind; else the reason, and nothing moved. */
  async function outcome(fields?: Fields, http?: FundingWorld['http']): Promise<string> {
    const before = await journals();
    const { code, reason = '' } = await way(fields, http);
    const after = await journals();
    if (code !== 1) return isDeepStrictEqual(after, before) ? reason : `moved, and ${reason}`;
    return after[kind] === (before[kind] ?? 0) + 1 ? 'went' : 'another journal';
  }

  test('needs the payment password, and a second factor once one is set, good for one', async () => {
    expect(await outcome({ paypwd: 'Wrong2026', paypassword: 'Wrong2026' })).toBe('bad_payment_password');
    expect(await outcome()).toBe('went');
    const code = await withTotp();
    expect(await outcome()).toBe('second_factor_required');
    expect(await outcome({ second: '000' })).toBe('bad_second_factor');
    const second = code();
    expect(await outcome({ second })).toBe('went');
    expect(await outcome({ second })).toBe('bad_second_factor');
    expect(await outcome({ code: code() })).toBe('went');
  });

  test('what funds do not cover uses up no second factor', async () => {
    const second = (await withTotp())();
    expect(await outcome({ num: '5000.00000001', amount: '5000.00000001', second })).toBe('insufficient_balance');
    expect(await outcome({ second })).toBe('went');
  });

  test('one code allows one of several concurrent requests, at two processes', async () => {
    const code = await withTotp();
    const second = code();
    const answers = await Promise.all([way({ second }), way({ second }), way({ second }, live.http)]);
    expect(answers.map(({ reason }) => reason ?? 'open').toSorted()).toEqual([
      'bad_second_factor',
      'bad_second_factor',
      'open',
    ]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['address', () => call('setusraddress', { c_id: FUNDED.BTC, address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' })],
    ['card', () => call('setBank', { ...CARD })],
    ['payment password', () => call('resetpay', { logpassword: PASSWORD, newpassword: PAY_PASSWORD })],
    [
      'e-mail address',
      async () => {
        const email = `new-${lea.id}@quay.example`;
        await world.owner.run(mailCode, [
          lea.id,
          email,
          hash('sha256', `${lea.id} ${email} 123456`, 'hex'),
          new Date(world.world.clock.nowMs()),
        ]);
        expect(await call('setEmail', { email, captcha: '123456', password: PASSWORD })).toMatchObject({ code: 1 });
      },
    ],
  ])('in live mode waits 24 hours after a new %s; a demo does not wait', async (_what, change) => {
    expect(await outcome({}, live.http)).toBe('went');
    await change();
    expect(await outcome()).toBe('went');
    expect(await outcome({ paypwd: 'Wrong2026', paypassword: 'Wrong2026', ...elsewhere() }, live.http)).toBe(
      'withdrawals_wait',
    );
    world.world.clock.advance(DAY_MS - 1);
    expect(await outcome(elsewhere(), live.http)).toBe('withdrawals_wait');
    world.world.clock.advance(1);
    expect(await outcome(elsewhere(), live.http)).toBe('went');
  });

  test('needs the login password again twelve hours after the login or its last proof, per session', async () => {
    const HOURS_12 = DAY_MS / 2;
    const session = { ...lea, token: await world.http.sessions.open(lea.id) };
    const none = { password: undefined };
    const asked = async () =>
      ((await call('getSecurity', {}, live.http, session)).data as Answer<'getSecurity'>).password_asked;
    const there = async (fields: Fields = none) => {
      const before = lea;
      lea = session;
      const done = await outcome(fields, live.http);
      lea = before;
      return done;
    };
    world.world.clock.advance(HOURS_12 - 1);
    expect([await asked(), await there()]).toEqual([0, 'went']);
    world.world.clock.advance(1);
    expect([await asked(), await there()]).toEqual([1, 'password_needed']);
    expect(await there({ password: 'Wrong2026' })).toBe('bad_login');
    expect(await there({ password: '' })).toBe('password_needed');
    expect(await there({ password: PASSWORD })).toBe('went');
    // Now it is not needed here; another session has not given it.
    expect([await asked(), await there()]).toEqual([0, 'went']);
    expect(await outcome(none, live.http)).toBe('password_needed');
    world.world.clock.advance(HOURS_12 - 1);
    expect(await there()).toBe('went');
    world.world.clock.advance(1);
    expect(await there()).toBe('password_needed');
    // A change that required it counts as well.
    await call('resetpay', { logpassword: PASSWORD, newpassword: PAY_PASSWORD }, world.http, session);
    expect(await asked()).toBe(0);
    // In a demo, without a second factor, the bare wire suffices.
    expect(await outcome(none)).toBe('went');
    const code = await withTotp();
    expect(await outcome({ ...none, second: code() })).toBe('password_needed');
    expect(await outcome({ second: code() })).toBe('went');
  });

  test('in live mode waits 24 hours after a second factor was set', async () => {
    await withTotp(0);
    expect(await outcome({}, live.http)).toBe('withdrawals_wait');
  });

  test('in live mode needs a proven e-mail address, for any destination and before other checks', async () => {
    await world.owner.run(setProven, [lea.id, null]);
    expect(await outcome()).toBe('went');
    world.world.clock.advance(1);
    expect(await outcome({ paypwd: 'Wrong2026', paypassword: 'Wrong2026' }, live.http)).toBe('email_unproven');
    expect(await outcome({}, live.http)).toBe('email_unproven');
    expect((await call('getSecurity', {}, live.http)).data).toMatchObject({ email_needed: 1, email_proven: 0 });
    await world.owner.run(setProven, [lea.id, new Date(world.world.clock.nowMs())]);
    expect(await outcome({}, live.http)).toBe('went');
    expect((await call('getSecurity', {}, live.http)).data).toMatchObject({ email_needed: 0, email_proven: 1 });
  });

  test('needs an identity where it is required', async () => {
    world.set.settings = { identity_for_withdrawal: 1 };
    expect(await outcome()).toBe('identity_needed');
    await world.owner.run(certify, [lea.id]);
    expect(await outcome()).toBe('went');
  });

  test('respects what an overdue loan leaves free', async () => {
    world.set.owed = amount('100000');
    expect(await outcome()).toBe('owed_on_loan');
  });

  test('lets no more out in 24 hours than the limit, of both ways together, more for a certified member', async () => {
    world.set.settings = { daily_limit_uncertified: amount('50'), daily_limit_certified: amount('70') };
    expect(await withdraw()).toMatchObject({ code: 1 });
    expect(await outcome()).toBe('went');
    expect(await outcome()).toBe('daily_limit');
    expect(await limits()).toMatchObject({ level: 1, limit: '50.00000000', used: '40.00000000', left: '10.00000000' });
    await world.owner.run(certify, [lea.id]);
    expect(await outcome()).toBe('went');
    expect(await outcome()).toBe('daily_limit');
    expect(await limits()).toMatchObject({ level: 2, limit: '70.00000000', left: '10.00000000' });
    world.world.clock.advance(DAY_MS - 1);
    expect(await outcome()).toBe('daily_limit');
    world.world.clock.advance(1);
    expect(await limits()).toMatchObject({ used: '0.00000000', left: '70.00000000', frees_at: null });
    expect(await outcome()).toBe('went');
  });

  test('requested many times at once, in two processes, lets out what one request may', async () => {
    world.set.settings = { daily_limit_uncertified: amount('50') };
    const answers = await Promise.all([way(), way({}, live.http), way(), way({}, live.http), way()]);
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(2);
    expect(answers.filter(({ reason }) => reason === 'daily_limit')).toHaveLength(3);
  });

  test('is refused to a frozen member with an open session', async () => {
    await world.owner.run(setFrozen, [lea.id, true]);
    expect(await outcome()).toBe('frozen_member');
  });
});

test('a withdrawal and a transfer of one batch share the limit', async () => {
  world.set.settings = { daily_limit_uncertified: amount('50') };
  inOneBatch(world.world.writer, 3);
  const tried = await Promise.all([withdraw({ num: '30' }), send({ amount: '30' }), withdraw({ num: '20' })]);
  // Whichever kind is planned first.
  expect(tried.filter(({ reason }) => reason === 'daily_limit')).toHaveLength(1);
  expect(await limits()).toMatchObject({ used: '50.00000000' });
  world.world.clock.advance(DAY_MS);
  inOneBatch(world.world.writer, 2);
  const both = await Promise.all([withdraw({ num: '30' }), send({ amount: '20' })]);
  expect(both.map(({ code }) => code)).toEqual([1, 1]);
  expect(await limits()).toMatchObject({ used: '50.00000000' });
});

test('what a batch let go and did not record does not count in the next', async () => {
  world.set.settings = { daily_limit_uncertified: amount('6000') };
  inOneBatch(world.world.writer, 2);
  const tried = await Promise.all([withdraw({ num: '5500' }), send({ amount: '400' })]);
  expect(tried.map(({ reason }) => reason)).toEqual(['insufficient_balance', undefined]);
  inOneBatch(world.world.writer, 2);
  const both = await Promise.all([withdraw({ num: '4000' }), send({ amount: '600' })]);
  expect(both.map(({ code }) => code)).toEqual([1, 1]);
});

describe('what cannot be paid takes nothing of the limit from others of its batch', () => {
  /** The first of them is the first of the batch. */
  async function together(first: () => Promise<Tried>, ...others: readonly (() => Promise<Tried>)[]) {
    const missing = inOneBatch(world.world.writer, others.length + 1);
    const begun = first();
    await vi.waitFor(() => expect(missing()).toBe(others.length), { interval: 1 });
    return Promise.all([begun, ...others.map((other) => other())]);
  }

  test('of its own kind and of another', async () => {
    world.set.settings = { daily_limit_uncertified: amount('5600') };
    const tried = await together(
      () => withdraw({ num: '5500' }),
      () => send({ amount: '400' }),
      () => withdraw({ num: '300' }),
    );
    expect(tried.map(({ reason }) => reason)).toEqual(['insufficient_balance', undefined, undefined]);
    expect(await limits()).toMatchObject({ used: '700.00000000' });
  });

  test('of another kind alone', async () => {
    world.set.settings = { daily_limit_uncertified: amount('5600') };
    const tried = await together(
      () => withdraw({ num: '5500' }),
      () => send({ amount: '400' }),
    );
    expect(tried.map(({ reason }) => reason)).toEqual(['insufficient_balance', undefined]);
  });

  test('where a second factor is shown', async () => {
    const code = await withTotp();
    world.set.settings = { daily_limit_uncertified: amount('5600') };
    const [before, now] = [code(), code()];
    const tried = await together(
      () => withdraw({ num: '5500', second: before }),
      () => withdraw({ num: '300', second: now }),
    );
    expect(tried.map(({ reason }) => reason)).toEqual(['insufficient_balance', undefined]);
  });
});

test('several of a member that cannot be paid are refused, each for that', async () => {
  world.set.settings = { daily_limit_uncertified: amount('10000') };
  inOneBatch(world.world.writer, 5);
  const tried = await Promise.all([
    ...Array.from({ length: 4 }, () => send({ amount: '6000' })),
    withdraw({ num: '100' }),
  ]);
  expect(tried.map(({ reason }) => reason)).toEqual([
    ...Array.from({ length: 4 }, () => 'insufficient_balance'),
    undefined,
  ]);
});

test('refused and cancelled ones do not count, and every coin counts by its worth', async () => {
  world.set.settings = { daily_limit_uncertified: amount('150') };
  expect(await withdraw({ c_id: FUNDED.BTC, num: '1' })).toMatchObject({ reason: 'no_address' });
  expect(await send({ c_id: FUNDED.BTC, amount: '1' })).toMatchObject({ code: 1 });
  expect(await limits()).toMatchObject({
    used: '100.00000000',
    list: [
      { kind: 'withdraw', used: '0.00000000' },
      { kind: 'balanceTransfer', used: '100.00000000' },
    ],
  });
  await world.owner.run(setDays, [1]);
  const sent = (await send({ amount: '50' })).data as Answer<'balanceTransfer'>;
  expect(await send()).toMatchObject({
    reason: 'daily_limit',
    msg: 'This exceeds your 24-hour limit of 150 USDT. Remaining: 0 USDT',
  });
  expect(await call('cancelInternalTransfer', { id: sent.id })).toMatchObject({ code: 1 });
  expect(await withdraw({ num: '50' })).toMatchObject({ code: 1 });
});

test('by a price that is more than an hour old no operator sends alone', async () => {
  await call('setusraddress', { c_id: FUNDED.BTC, address: BITCOIN });
  world.world.market.setTick('btcusdt', '100');
  const approvals = async () => {
    const { data } = await withdraw({ c_id: FUNDED.BTC, num: '1' });
    const { token } = await world.http.operator('treasurer');
    return (await world.http.ask('GET', `/withdrawals/${(data as { id: number }).id}`, { token })).body[
      'approvals_needed'
    ];
  };
  expect(await approvals()).toBe(1);
  world.world.clock.advance(60 * 60_000 + 1);
  expect(await approvals()).toBe(2);
  world.world.market.setTick('btcusdt', '100');
});

test('a transfer whose receiver was frozen meanwhile uses up no second factor', async () => {
  const second = (await withTotp())();
  const { sending } = await world.owner.transaction(async (tx) => {
    await tx.run(holdMember, [lea.id]);
    const waiters = await waitersOf(tx, world.world.db);
    const sent = send({ second });
    await expect.poll(waiters).toBe(1);
    await tx.run(setFrozen, [tom.id, true]);
    return { sending: sent };
  });
  expect(await sending).toMatchObject({ reason: 'not_found' });
  expect(await send({ second, to_uid: eve.id })).toMatchObject({ code: 1 });
});

test('a coin of which every market is disabled counts by its last mark, and leaves by two operators', async () => {
  world.set.settings = { daily_limit_uncertified: amount('150') };
  world.world.market.setMark('btcusdt', '100');
  await world.world.market.keep();
  const noPrice = vi.spyOn(world.world.market, 'usdtPrice').mockReturnValue(undefined);
  try {
    expect(await send({ c_id: FUNDED.BTC, amount: '1' })).toMatchObject({ code: 1 });
    expect(await send({ c_id: FUNDED.BTC, amount: '1' })).toMatchObject({ reason: 'daily_limit' });
    const { data } = await withdraw({ num: '50' });
    const { token } = await world.http.operator('treasurer');
    expect((await world.http.ask('GET', `/withdrawals/${(data as { id: number }).id}`, { token })).body).toMatchObject({
      worth: null,
      approvals_needed: 2,
    });
  } finally {
    noPrice.mockRestore();
  }
  expect(await limits()).toMatchObject({ used: '150.00000000' });
});

describe('in live mode, after a change', () => {
  const bindOther = () => call('setusraddress', { c_id: FUNDED.USDT, address: OTHER });

  test('may go to an address that was paid before, and to no other', async () => {
    const { data } = await withdraw();
    const { token } = await world.http.operator('treasurer');
    expect(
      await world.http.ask('POST', `/withdrawals/${(data as { id: number }).id}/approve`, {
        token,
        fields: { remark: '' },
      }),
    ).toMatchObject({ status: 200 });
    world.world.clock.advance(1);
    await call('resetpay', { logpassword: PASSWORD, newpassword: PAY_PASSWORD });
    expect(await withdraw({}, live.http)).toMatchObject({ code: 1 });
    await bindOther();
    expect(await withdraw({}, live.http)).toMatchObject({ reason: 'withdrawals_wait' });
    // The address paid before, bound again just now.
    await call('setusraddress', { c_id: FUNDED.USDT, address: TRON });
    expect(await withdraw({}, live.http)).toMatchObject({ code: 1 });
  });

  test('may go to a member who was paid before, and to no other', async () => {
    expect(await send()).toMatchObject({ code: 1 });
    world.world.clock.advance(1);
    await bindOther();
    expect(await send({}, live.http)).toMatchObject({ code: 1 });
    expect(await send({ to_uid: eve.id }, live.http)).toMatchObject({ reason: 'withdrawals_wait' });
  });

  test('an address only requested, and never paid, does not count', async () => {
    expect(await withdraw()).toMatchObject({ code: 1 });
    world.world.clock.advance(1);
    await call('resetpay', { logpassword: PASSWORD, newpassword: PAY_PASSWORD });
    expect(await withdraw({}, live.http)).toMatchObject({ reason: 'withdrawals_wait' });
  });
});

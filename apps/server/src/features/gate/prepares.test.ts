import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Answer } from '@plimsoll/contract';
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDb, sql, type Db } from '../../platform/db.ts';
import {
  CARD,
  FUNDED,
  openFundingWorld,
  PAY_PASSWORD,
  TRON,
  type FundedMember,
  type FundingWorld,
} from '../../testing/funding-world.ts';

// Every change that a way out depends on passes the gate (RULES 8): each statement that writes one of its tables is
// listed, with its calls.

const PASSWORD = 'Sailor2026';
const NEW_EMAIL = 'lea@elsewhere.example';
const OTHER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

/** The calls that reach each statement, or why the gate need not be asked. */
const STATEMENTS: Readonly<Record<string, readonly Changing[] | `- ${string}`>> = {
  'payouts.bindAddress': ['setusraddress'],
  'payouts.keepInBook': ['keepAddress'],
  'payouts.allowInBook': ['allowAddress'],
  'payouts.removeFromBook': ['removeAddress'],
  'payouts.setAllowedOnly': ['setAllowedOnly'],
  'payouts.countUses': '- counts what was sent',
  'payouts.makeCard': ['setBank'],
  'payouts.insertCardVersion': ['setBank'],
  'membership.replacePassword': ['resetpwd'],
  'membership.setPassword':
    '- sets a forgotten one: proven by a mailed link, and by a factor beside it (membership/forgot-password.test)',
  'membership.setPayPassword': ['resetpay'],
  'membership.replaceEmail': ['setEmail'],
  'membership.proveEmail': '- shows that the address is the member’s, and changes nothing',
  'security.addPasskey': ['startPasskey'],
  'security.removePasskey': ['removePasskey'],
  'security.removePasskeys': '- an operator resets the factors of who lost them',
  'security.usePasskey': '- uses a proof up',
  'security.takeStep': '- uses a proof up',
  'security.takeRecoveryCode': '- uses a proof up',
  'security.countWrong': '- counts wrong codes',
  'security.keepNewSecret': ['startTotp'],
  'security.shortenSetup': '- counts wrong codes of a new secret',
  'security.confirmSecret': ['startTotp'],
  'security.removeTotp': ['removeTotp'],
  'security.weaken': ['removeTotp', 'removePasskey', 'renewRecoveryCodes'],
  'security.dropCodes': ['renewRecoveryCodes'],
  'security.insertCodes': ['renewRecoveryCodes'],
  'security.codesMade': ['renewRecoveryCodes'],
  'security.clearFactors': ['removeTotp', 'removePasskey'],
};
type Changing =
  | 'setEmail'
  | 'keepAddress'
  | 'allowAddress'
  | 'removeAddress'
  | 'setAllowedOnly'
  | 'setusraddress'
  | 'setBank'
  | 'resetpwd'
  | 'resetpay'
  | 'startTotp'
  | 'removeTotp'
  | 'startPasskey'
  | 'removePasskey'
  | 'renewRecoveryCodes';
/** A request of each change, without its second factor. */
const CHANGES: Readonly<Record<Changing, Readonly<Record<string, unknown>>>> = {
  setEmail: { email: NEW_EMAIL, captcha: '123456', password: PASSWORD },
  keepAddress: { c_id: FUNDED.USDT, address: OTHER, label: 'Cold', allow: '1', password: PASSWORD },
  allowAddress: { id: '1', password: PASSWORD },
  removeAddress: { id: '1', password: PASSWORD },
  setAllowedOnly: { on: '1', password: PASSWORD },
  setusraddress: { c_id: FUNDED.USDT, address: OTHER, password: PASSWORD },
  setBank: { ...CARD, password: PASSWORD },
  resetpwd: { oldpassword: PASSWORD, newpassword: 'Sailor2027' },
  resetpay: { logpassword: PASSWORD, newpassword: 'Anchor8down' },
  startTotp: { password: PASSWORD },
  removeTotp: { password: PASSWORD },
  startPasskey: { password: PASSWORD },
  removePasskey: { id: '1', password: PASSWORD },
  renewRecoveryCodes: { password: PASSWORD },
};
const FEATURES = fileURLToPath(new URL('../', import.meta.url));
const TABLES =
  /\b(?:insert into|update|delete from)\s+(?:payout_address|address_book|allowed_only|bank_card|bank_card_version|second_factor|passkey|recovery_code)\b/;
const COLUMNS = /\bupdate member\b[^;]*\b(?:password_hash|pay_password_hash|email|phone) =/s;

let world: FundingWorld;
let live: ReturnType<FundingWorld['another']>;
/** Of one connection: a change that awaits a second one inside its transaction never gets it. */
let one: Db;
let alone: ReturnType<FundingWorld['another']>;
let lea: FundedMember;
const setLogin = sql<never>('test.prepareLogin', `update member set password_hash = $2 where id = $1`);
const state = sql<{ state: string }>(
  'test.prepared',
  `
  select concat(m.username, m.email, m.password_hash, m.pay_password_hash, (select count(*) from payout_address where member_id = m.id), (select count(*) from bank_card where member_id = m.id),
    (select concat(totp_secret, pending_secret, recovery_created_at) from second_factor where member_id = m.id), (select count(*) from recovery_code where member_id = m.id)) as state
  from member m where m.id = $1`,
);
const mailCode = sql<never>(
  'test.mailCode',
  'insert into member_email_code (member_id, email, code_hash, sent_at) values ($1, $2, $3, $4)',
);
const stateOf = async () => (await world.owner.run(state, [lea.id]))[0]?.state;
const call = (name: string, fields: Readonly<Record<string, unknown>> = {}, http = world.http) =>
  http.call(name, fields, { token: lea.token });

beforeAll(async () => {
  world = await openFundingWorld();
  live = world.another('live');
  one = openDb(world.world.url, { connections: 1 });
  alone = world.another('demo', undefined, one);
});
beforeEach(async () => {
  lea = await world.member({ USDT: '1000' });
  await world.owner.run(setLogin, [lea.id, `plain ${PASSWORD}`]);
});
afterEach(() => world.audit());
afterAll(async () => {
  await alone.close();
  await one.close();
  await live.close();
  await world.close();
});

async function withTotp(): Promise<() => string> {
  const { secret } = (await call('startTotp', { password: PASSWORD })).data as Answer<'startTotp'>;
  const codeOf = () =>
    new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) }).generate({
      timestamp: world.world.clock.nowMs(),
    });
  await call('confirmTotp', { second: codeOf() });
  return () => {
    world.world.clock.advance(30_000);
    return codeOf();
  };
}

test('every statement that writes what a way out depends on is known, with its calls', () => {
  const found = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap((path) => [
      ...readFileSync(join(FEATURES, path), 'utf8').matchAll(/sql<[^;]*?>\(\s*'([\w.]+)',\s*(`[^`]*`|'[^']*')/g),
    ])
    .flatMap(([, name = '', text = '']) => (TABLES.test(text) || COLUMNS.test(text) ? [name] : []));
  expect(found.toSorted()).toEqual(Object.keys(STATEMENTS).toSorted());
});

test.each(Object.keys(CHANGES) as Changing[])(
  '%s needs a second factor once one is set, changes nothing without, and takes one connection at a time',
  async (name) => {
    const code = await withTotp();
    await world.owner.run(mailCode, [
      lea.id,
      NEW_EMAIL,
      hash('sha256', `${lea.id} ${NEW_EMAIL} 123456`, 'hex'),
      new Date(world.world.clock.nowMs()),
    ]);
    const before = await stateOf();
    expect(await call(name, CHANGES[name], alone.http)).toMatchObject({ code: 0, reason: 'second_factor_required' });
    expect(await call(name, { ...CHANGES[name], second: '000' }, alone.http)).toMatchObject({
      code: 0,
      reason: 'bad_second_factor',
    });
    expect(await stateOf()).toBe(before);
    const answer = await call(name, { ...CHANGES[name], second: code() }, alone.http);
    // An unknown number: it passed the gate.
    const isNone = ['removePasskey', 'allowAddress', 'removeAddress'].includes(name);
    expect(isNone ? answer.reason : answer.code).toBe(isNone ? 'not_found' : 1);
  },
);

test('a session alone binds no address and no card in live mode, nor once a factor is set', async () => {
  for (const [name, { password: _password, ...fields }] of [
    ['setusraddress', CHANGES.setusraddress],
    ['setBank', CHANGES.setBank],
  ] as const) {
    expect(await call(name, fields, live.http)).toMatchObject({ code: 0, reason: 'password_needed' });
    expect(await call(name, { ...fields, password: 'Wrong2026' }, live.http)).toMatchObject({ reason: 'bad_login' });
    expect(await call(name, { ...fields, password: PASSWORD }, live.http)).toMatchObject({ code: 1 });
  }
  expect((await live.http.call('getusraddress', {}, { token: lea.token, method: 'GET' })).data).toMatchObject([
    { address: OTHER },
  ]);
  expect((await call('getSecurity', {}, live.http)).data).toMatchObject({ password_needed: 1 });
  await withTotp();
  expect(await call('setusraddress', { c_id: FUNDED.USDT, address: TRON })).toMatchObject({
    reason: 'password_needed',
  });
  expect((await call('getSecurity')).data).toMatchObject({ password_needed: 1 });
});

test('in a demo, a member without a factor binds by the bare wire; a given password is still checked', async () => {
  expect((await call('getSecurity')).data).toMatchObject({ password_needed: 0 });
  expect(await call('setusraddress', { c_id: FUNDED.USDT, address: OTHER, password: 'Wrong2026' })).toMatchObject({
    reason: 'bad_login',
  });
  expect(await call('setusraddress', { c_id: FUNDED.USDT, address: OTHER })).toMatchObject({ code: 1 });
});

test('a stolen session with the login password sends nothing of a member with a factor: neither by a new payment password nor to another member', async () => {
  await withTotp();
  const thief = await world.member();
  expect(await call('resetpay', { logpassword: PASSWORD, newpassword: 'Thief2026' })).toMatchObject({
    reason: 'second_factor_required',
  });
  const all = { to_uid: thief.id, c_id: FUNDED.USDT, amount: '1000', paypassword: PAY_PASSWORD };
  expect(await call('balanceTransfer', all)).toMatchObject({ reason: 'second_factor_required' });
  expect(await world.balances(lea)).toEqual(['1000', '0']);
  expect(await world.balances(thief)).toEqual(['0', '0']);
});

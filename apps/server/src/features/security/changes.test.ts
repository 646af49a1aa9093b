import type { Answer } from '@plimsoll/contract';
import { Secret } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { TestPasskey } from '../../testing/authenticator.ts';
import type { TestAnswer } from '../../testing/http.ts';
import {
  openSecurityWorld,
  PASSWORD,
  PERIOD_MS,
  type Sailor,
  type SecurityWorld,
} from '../../testing/security-world.ts';

const MINUTE_MS = 60_000;
let world: SecurityWorld;
let lea: Sailor;

beforeAll(async () => {
  world = await openSecurityWorld();
});
beforeEach(async () => {
  world.clock.advance(120 * MINUTE_MS);
  lea = await world.member();
});
afterAll(() => world.close());

const call = (name: string, fields: Readonly<Record<string, unknown>> = {}, member = lea): Promise<TestAnswer> =>
  world.http.call(name, fields, { token: member.token });
const security = async (member = lea) => (await call('getSecurity', {}, member)).data as Answer<'getSecurity'>;
const challenge = async (purpose: 'change' | 'withdraw' = 'change', member = lea) =>
  (await call('passkeyChallenge', { purpose, call: 'withdraw', c_id: '1', num: '20' }, member))
    .data as Answer<'passkeyChallenge'>;

test('a member without factors reads that none is set, and the origin for passkeys', async () => {
  expect(await security()).toEqual({
    totp: 0,
    totp_since: null,
    passkeys: [],
    recovery_left: 0,
    recovery_since: null,
    phrase: null,
    password_needed: 0,
    password_asked: 0,
    passkey_origin: 'http://localhost:3000',
    email: lea.username,
    email_proven: 0,
    email_needed: 0,
  });
  expect(await call('passkeyChallenge', { purpose: 'withdraw' })).toMatchObject({ reason: 'no_second_factor' });
  expect(await call('renewRecoveryCodes', { password: PASSWORD })).toMatchObject({ reason: 'no_second_factor' });
});

test('an authenticator is set by the password and a code of its new secret; until then nothing is asked for', async () => {
  expect(await call('startTotp', { password: 'Wrong2026' })).toMatchObject({ code: 0, reason: 'bad_login' });
  const { secret, uri } = (await call('startTotp', { password: PASSWORD })).data as Answer<'startTotp'>;
  expect(uri).toMatch(/^otpauth:\/\/totp\/Plimsoll:sailor\d+%40example\.com\?/);
  expect(Secret.fromBase32(secret).bytes).toHaveLength(20);
  expect(await call('confirmTotp', { second: world.wrongOf(secret) })).toMatchObject({ reason: 'bad_second_factor' });
  expect(await world.login(lea)).toMatchObject({ code: 1 });
  const confirmed = await call('confirmTotp', { second: world.codeOf(secret) });
  expect(confirmed).toMatchObject({ code: 1, msg: 'Authenticator app set up' });
  expect((confirmed.data as Answer<'confirmTotp'>).recovery_codes).toHaveLength(10);
  expect(await security()).toMatchObject({ totp: 1, recovery_left: 10 });
  expect(await call('confirmTotp', { second: world.codeOf(secret) })).toMatchObject({ reason: 'setup_expired' });
  expect(await world.notificationsOf(lea)).toEqual(['authenticator-changed']);
});

test('a new secret can be confirmed for ten minutes, and the one before stays in force meanwhile', async () => {
  const { secret: first } = await world.withTotp(lea);
  const started = await call('startTotp', { password: PASSWORD, second: world.codeOf(first) });
  const { secret: next } = started.data as Answer<'startTotp'>;
  world.clock.advance(10 * MINUTE_MS + 1);
  expect(await call('confirmTotp', { second: world.codeOf(next) })).toMatchObject({ reason: 'setup_expired' });
  expect(await world.second({ ticket: (await world.asked(lea)).ticket, second: world.codeOf(first) })).toMatchObject({
    code: 1,
  });
});

test('a new secret is void after five wrong codes, also those of who holds the session alone', async () => {
  const { secret } = (await call('startTotp', { password: PASSWORD })).data as Answer<'startTotp'>;
  const tries = await Promise.all(
    Array.from({ length: 7 }, () => call('confirmTotp', { second: world.wrongOf(secret) })),
  );
  expect(tries.filter(({ reason }) => reason === 'bad_second_factor')).toHaveLength(5);
  expect(tries.filter(({ reason }) => reason === 'setup_expired')).toHaveLength(2);
  expect(await call('confirmTotp', { second: world.codeOf(secret) })).toMatchObject({ reason: 'setup_expired' });
  expect(await security()).toMatchObject({ totp: 0, recovery_left: 0 });
  // Another one is begun with the password.
  await world.withTotp(lea);
  expect(await security()).toMatchObject({ totp: 1, recovery_left: 10 });
});

test('an authenticator is replaced by a code of each: the old one’s codes become void, the recovery codes stay', async () => {
  const { secret: first } = await world.withTotp(lea);
  expect(await call('startTotp', { password: PASSWORD })).toMatchObject({ reason: 'second_factor_required' });
  const { secret: next } = (await call('startTotp', { password: PASSWORD, second: world.codeOf(first) }))
    .data as Answer<'startTotp'>;
  expect((await call('confirmTotp', { second: world.codeOf(next) })).data).toEqual({ recovery_codes: null });
  world.clock.advance(PERIOD_MS);
  const { ticket } = await world.asked(lea);
  expect(await world.second({ ticket, second: world.codeOf(first) })).toMatchObject({ reason: 'bad_second_factor' });
  expect(await world.second({ ticket, second: world.codeOf(next) })).toMatchObject({ code: 1 });
});

test('removing a factor needs the password and a factor; removing the last one also removes recovery codes and known browsers', async () => {
  const { secret } = await world.withTotp(lea);
  await world.second({ ticket: (await world.asked(lea)).ticket, second: world.codeOf(secret), remember_device: '1' });
  world.clock.advance(PERIOD_MS);
  const second = world.codeOf(secret);
  expect(await call('removeTotp', { password: 'Wrong2026', second })).toMatchObject({ reason: 'bad_login' });
  expect(await call('removeTotp', { password: PASSWORD })).toMatchObject({ reason: 'second_factor_required' });
  expect(await call('removeTotp', { password: PASSWORD, second: world.wrongOf(secret) })).toMatchObject({
    reason: 'bad_second_factor',
  });
  expect(await call('removeTotp', { password: PASSWORD, second })).toMatchObject({ code: 1 });
  expect(await security()).toMatchObject({ totp: 0, recovery_left: 0, recovery_since: null });
  expect((await call('getDevices')).data).toEqual({ list: [] });
  expect(await world.login(lea)).toMatchObject({ code: 1 });
  expect(await call('removeTotp', { password: PASSWORD })).toMatchObject({ code: 204, reason: 'not_found' });
});

test('a refused change consumes no code', async () => {
  const { passkey } = await world.withPasskey(lea);
  const {
    passkeys: [kept],
  } = await security();
  const signed = passkey.signed(await challenge());
  expect(await call('removePasskey', { id: '999999999', password: PASSWORD, passkey: signed })).toMatchObject({
    reason: 'not_found',
  });
  expect(await call('removePasskey', { id: kept?.id, password: PASSWORD, passkey: signed })).toMatchObject({ code: 1 });
});

test('several passkeys have names, are added with a factor once there is one, and are removed one by one', async () => {
  const { passkey, codes } = await world.withPasskey(lea, 'My phone');
  expect(codes).toHaveLength(10);
  expect(await call('startPasskey', { password: PASSWORD })).toMatchObject({ reason: 'second_factor_required' });
  const options = (await call('startPasskey', { password: PASSWORD, passkey: passkey.signed(await challenge()) }))
    .data as Answer<'startPasskey'>;
  expect(options['excludeCredentials']).toMatchObject([{ id: passkey.id }]);
  const key = new TestPasskey();
  expect((await call('addPasskey', { name: 'Key in the drawer', passkey: key.made(options) })).data).toMatchObject({
    recovery_codes: null,
  });
  expect((await security()).passkeys.map(({ name }) => name)).toEqual(['My phone', 'Key in the drawer']);
  const tom = await world.member();
  const [first] = (await security()).passkeys;
  await world.withTotp(tom);
  expect(
    await call('removePasskey', { id: first?.id, password: PASSWORD, passkey: key.signed(await challenge()) }),
  ).toMatchObject({ code: 1 });
  expect(
    await world.second({ ticket: (await world.asked(lea)).ticket, passkey: passkey.signed({ challenge: 'x' }) }),
  ).toMatchObject({ reason: 'bad_passkey' });
  expect((await security()).passkeys).toMatchObject([
    { name: 'Key in the drawer', last_used: expect.any(String) as unknown },
  ]);
  expect(await world.notificationsOf(lea)).toEqual(['passkey-changed', 'passkey-changed', 'passkey-changed']);
});

test('a passkey’s signature is valid for one purpose, once, within five minutes', async () => {
  const { passkey } = await world.withPasskey(lea);
  const forWithdrawal = passkey.signed(await challenge('withdraw'));
  expect(await call('renewRecoveryCodes', { password: PASSWORD, passkey: forWithdrawal })).toMatchObject({
    reason: 'bad_passkey',
  });
  const signed = passkey.signed(await challenge());
  const both = await Promise.all([1, 2].map(() => call('renewRecoveryCodes', { password: PASSWORD, passkey: signed })));
  expect(both.map(({ reason }) => reason ?? 'done').sort()).toEqual(['bad_passkey', 'done']);
  const late = passkey.signed(await challenge());
  world.clock.advance(5 * MINUTE_MS);
  expect(await call('renewRecoveryCodes', { password: PASSWORD, passkey: late })).toMatchObject({
    reason: 'bad_passkey',
  });
});

test('a passkey is added by this member’s challenge, within five minutes, from this origin, and belongs to one member', async () => {
  const tom = await world.member();
  const start = async (member = lea) =>
    (await call('startPasskey', { password: PASSWORD }, member)).data as Answer<'startPasskey'>;
  const add = (passkey: string, member = lea) => call('addPasskey', { name: 'Key', passkey }, member);
  const key = new TestPasskey();
  expect(await add(key.made(await start(), { origin: 'https://evil.example' }))).toMatchObject({
    reason: 'bad_passkey',
  });
  expect(await add(key.made({ challenge: 'bm90aGluZw' }))).toMatchObject({ reason: 'setup_expired' });
  const toms = await start(tom);
  await start();
  expect(await add(key.made(toms))).toMatchObject({ reason: 'bad_passkey' });
  const late = await start();
  world.clock.advance(5 * MINUTE_MS);
  expect(await add(key.made(late))).toMatchObject({ reason: 'setup_expired' });
  expect(await add(key.made(await start(tom)), tom)).toMatchObject({ code: 1 });
  expect(await add(key.made(await start()))).toMatchObject({ reason: 'bad_passkey' });
  expect((await security()).passkeys).toEqual([]);
});

test('new recovery codes replace those before', async () => {
  const { secret, codes } = await world.withTotp(lea);
  const renewed = await call('renewRecoveryCodes', { password: PASSWORD, second: codes[0] });
  const { recovery_codes } = renewed.data as Answer<'renewRecoveryCodes'>;
  expect(recovery_codes).toHaveLength(10);
  expect(recovery_codes.filter((code) => codes.includes(code))).toEqual([]);
  expect(await call('removeTotp', { password: PASSWORD, second: codes[1] })).toMatchObject({
    reason: 'bad_second_factor',
  });
  expect(await call('removeTotp', { password: PASSWORD, second: world.codeOf(secret) })).toMatchObject({ code: 1 });
  expect(await world.notificationsOf(lea)).toEqual([
    'authenticator-changed',
    'recovery-used',
    'recovery-renewed',
    'authenticator-changed',
  ]);
});

test('guessing codes is stopped at changes too: after five wrong codes only a passkey is accepted', async () => {
  const { secret } = await world.withTotp(lea);
  const key = new TestPasskey();
  const options = (await call('startPasskey', { password: PASSWORD, second: world.codeOf(secret) }))
    .data as Answer<'startPasskey'>;
  await call('addPasskey', { name: 'Key', passkey: key.made(options) });
  world.clock.advance(PERIOD_MS);
  const guesses = await Promise.all(
    Array.from({ length: 8 }, () => call('removeTotp', { password: PASSWORD, second: world.wrongOf(secret) })),
  );
  expect(guesses.map(({ reason = '' }) => reason).sort()).toEqual([
    ...Array.from({ length: 5 }, () => 'bad_second_factor'),
    ...Array.from({ length: 3 }, () => 'second_factor_stopped'),
  ]);
  expect(await call('removeTotp', { password: PASSWORD, second: world.codeOf(secret) })).toMatchObject({
    reason: 'second_factor_stopped',
  });
  expect(await call('removeTotp', { password: PASSWORD, passkey: key.signed(await challenge()) })).toMatchObject({
    code: 1,
  });
});

test('neither the database nor notices contain a secret or a recovery code', async () => {
  const { secret, codes } = await world.withTotp(lea);
  const bytes = Buffer.from(Secret.fromBase32(secret).bytes);
  const [row] = await world.owner.run<{ kept: Buffer; all: string }>(
    {
      name: 'test.kept',
      text: `select totp_secret as kept, (select string_agg(c::text, ' ') from recovery_code c where member_id = $1) || (select string_agg(n::text, ' ') from notice n where member_id = $1) as all
      from second_factor where member_id = $1`,
    },
    [lea.id],
  );
  expect(row?.kept.includes(bytes)).toBe(false);
  for (const hidden of [secret, bytes.toString('hex'), ...codes, ...codes.map((code) => code.replace('-', ''))])
    expect(row?.all).not.toContain(hidden);
});

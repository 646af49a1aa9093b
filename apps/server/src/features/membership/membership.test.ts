import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testHttp, type TestAnswer, type TestHttp } from '../../testing/http.ts';
import { testDatabase, type TestDatabase } from '../../testing/index.ts';
import { testSecurity } from '../../testing/security.ts';
import { ManualClock } from '../../platform/clock.ts';
import { sql } from '../../platform/db.ts';
import type { Mail } from '../../platform/mail.ts';
import { createPasswords } from '../../platform/passwords.ts';
import { Sessions } from '../../platform/sessions.ts';
import { notifyMember } from '../notices/index.ts';
import { defaultSettings, type AllSettings } from '../site/index.ts';
import { createMembership, type Membership } from './index.ts';

const passwords = createPasswords(2);
const MINUTE_MS = 60_000;
const GOOD = 'Ahoy2026x';

let database: TestDatabase;
let clock: ManualClock;
let http: TestHttp;
let membership: Membership;
let settings: AllSettings;
let mails: Mail[];
let count = 0;
const freshEmail = () => `reader${++count}@example.com`;
const freshPhone = () => `491700${String(++count).padStart(6, '0')}`;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await http.app.close();
  await database.drop();
});

async function build(mode: 'demo' | 'live') {
  clock = new ManualClock(Date.UTC(2026, 0, 1));
  settings = defaultSettings({ mode, isDemoFeed: true });
  mails = [];
  const { db } = database;
  const sessions = new Sessions(db, clock);
  const mailer = {
    send: (mail: Mail) => {
      mails.push(mail);
    },
    settled: async () => {},
  };
  membership = createMembership({
    db,
    clock,
    sessions,
    passwords,
    mailer,
    settings: () => settings,
    mode,
    security: testSecurity(db, clock),
  });
  http = testHttp({ db, clock, sessions, routes: membership.routes, settings: () => settings });
}
beforeEach(async () => {
  await (http as TestHttp | undefined)?.app.close();
  await build('demo');
});

const tokenOf = (answer: TestAnswer) => (answer.data as { userinfo: { token: string } } | null)?.userinfo.token ?? '';
const byEmail = (email: string, more: object = {}) => ({ type: '2', email, password: GOOD, repassword: GOOD, ...more });
const enter = (username: string, password = GOOD, more: object = {}) =>
  http.call('login', { username, password }, more);
const me = async (token: string) =>
  (await http.call('getusr', {}, { token })).data as { id: number; username: string; invit: string };

// Registering

test('a visitor registers by e-mail, is logged in, and reads their account', async () => {
  const email = freshEmail();
  const answer = await http.call('register', byEmail(email.toUpperCase()));
  expect(answer).toMatchObject({ code: 1, msg: 'Account created' });
  expect(await http.call('getusr', {}, { token: tokenOf(answer) })).toMatchObject({
    code: 1,
    data: {
      username: email,
      id: expect.any(Number) as number,
      vip: 0,
      credit_score: 100,
      rzstatus: 0,
      have_pay: 0,
      has_unread: 0,
      invit: expect.stringMatching(/^[A-Z2-9]{8}$/) as string,
    },
  });
  expect((await me(tokenOf(answer))).id).toBeGreaterThanOrEqual(1_048_213);
  expect(await enter(email)).toMatchObject({ code: 1, msg: 'Logged in' });
});

test('a member with an unread notice sees that there is one', async () => {
  const { token, id } = await http.newMember();
  expect(await me(token)).toMatchObject({ has_unread: 0 });
  await database.db.transaction((tx) =>
    notifyMember(tx, [{ memberId: id, kind: 'unfrozen', params: {} }], clock.nowMs()),
  );
  expect(await me(token)).toMatchObject({ has_unread: 1 });
});

test('a visitor registers by phone', async () => {
  const phone = freshPhone();
  expect(
    await http.call('register', { type: '1', phone, password: GOOD, repassword: GOOD }, { json: true }),
  ).toMatchObject({ code: 1 });
  expect(await enter(phone)).toMatchObject({ code: 1 });
});

test.each([
  ['bad_value', { type: '3' }],
  ['bad_email', { email: 'nobody' }],
  ['bad_phone', { type: '1', phone: '12x' }],
  ['bad_password', { password: 'short', repassword: 'short' }],
  ['bad_password', { password: 'a b-c 1', repassword: 'a b-c 1' }],
  ['bad_password', { password: '123456', repassword: '123456' }],
  ['bad_password', { password: 'PassWord1', repassword: 'PassWord1' }],
  ['passwords_differ', { repassword: 'Other2026' }],
  ['passwords_differ', { repassword: '' }],
  ['unknown_invitation', { code: 'NOSUCHONE' }],
  ['unknown_invitation', { code: 'x'.repeat(256) }],
])('registering is refused with %s: %j', async (reason, wrong) => {
  expect(await http.call('register', { ...byEmail(freshEmail()), ...wrong })).toMatchObject({
    status: 200,
    code: 0,
    reason,
  });
});

test('a name registers once, in any case, by parallel requests too', async () => {
  const email = freshEmail();
  const answers = await Promise.all(
    [email, email.toUpperCase(), email, email].map((each) => http.call('register', byEmail(each))),
  );
  expect(answers.map((each) => each.reason ?? 'in').sort()).toEqual([
    'already_registered',
    'already_registered',
    'already_registered',
    'in',
  ]);
  expect(await http.call('register', byEmail(email))).toMatchObject({ reason: 'already_registered' });
});

test('a registration that is switched off is refused before any field is read', async () => {
  settings = { ...settings, email_register_switch: 0 };
  expect(await http.call('register', { type: ' 2 ' })).toMatchObject({ code: 201, reason: 'switched_off' });
  expect(await http.call('register', { type: '1' })).toMatchObject({ code: 0, reason: 'bad_password' });
  settings = { ...settings, email_register_switch: 1, phone_register_switch: 0 };
  expect(await http.call('register', { type: 1 }, { json: true })).toMatchObject({ code: 201 });
});

test('an invitation code is stored with the new member, an unknown one refused; with the switch off codes are ignored', async () => {
  const inviter = await me(tokenOf(await http.call('register', byEmail(freshEmail()))));
  const invited = await me(
    tokenOf(await http.call('register', byEmail(freshEmail(), { code: inviter.invit.toLowerCase() }))),
  );
  const by = sql<{ invited_by: string | null }>('test.invitedBy', 'select invited_by from member where id = $1');
  expect(await database.db.run(by, [invited.id])).toEqual([{ invited_by: String(inviter.id) }]);
  settings = { ...settings, invie_code_switch: 0 };
  for (const code of ['NOSUCHONE', 'x'.repeat(256), '\u0000']) {
    const ignored = await me(tokenOf(await http.call('register', byEmail(freshEmail(), { code }))));
    expect(await database.db.run(by, [ignored.id])).toEqual([{ invited_by: null }]);
  }
});

test('passwords are stored as Argon2id', async () => {
  const email = freshEmail();
  await http.call('register', byEmail(email));
  const [row] = await database.db.run(
    sql<{ password_hash: string }>('test.hash', 'select password_hash from member where username = $1'),
    [email],
  );
  expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

// Codes by e-mail

const codeIn = (mail: Mail | undefined): string => /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
const wrongOf = (code: string): string => (code === '000000' ? '000001' : '000000');
async function asked(email: string): Promise<string> {
  expect(await http.call('emssend', { email })).toMatchObject({ code: 1, data: null });
  return codeIn(mails.at(-1));
}

test('when the setting asks for it, registering by e-mail needs the mailed code, which works once', async () => {
  settings = { ...settings, verify_email_code: 1 };
  const email = freshEmail();
  const code = await asked(email);
  expect(mails).toMatchObject([{ to: email, subject: `Plimsoll: your verification code is ${code}` }]);
  for (const captcha of ['', wrongOf(code), 'x'])
    expect(await http.call('register', byEmail(email, { captcha }))).toMatchObject({ code: 0, reason: 'bad_captcha' });
  expect(await http.call('register', byEmail(freshEmail(), { captcha: code }))).toMatchObject({
    reason: 'bad_captcha',
  });
  const both = await Promise.all([1, 2].map(() => http.call('register', byEmail(email, { captcha: code }))));
  expect(both.filter((each) => each.code === 1)).toHaveLength(1);
});

test('a phone needs no code', async () => {
  settings = { ...settings, verify_email_code: 1 };
  expect(
    await http.call('register', { type: '1', phone: freshPhone(), password: GOOD, repassword: GOOD }),
  ).toMatchObject({ code: 1 });
});

test('a code is void after five wrong attempts and after ten minutes', async () => {
  settings = { ...settings, verify_email_code: 1 };
  const email = freshEmail();
  const code = await asked(email);
  for (let turn = 0; turn < 5; turn += 1) await http.call('register', byEmail(email, { captcha: wrongOf(code) }));
  expect(await http.call('register', byEmail(email, { captcha: code }))).toMatchObject({ reason: 'bad_captcha' });
  clock.advance(MINUTE_MS);
  const second = await asked(email);
  clock.advance(10 * MINUTE_MS);
  expect(await http.call('register', byEmail(email, { captcha: second }))).toMatchObject({ reason: 'bad_captcha' });
  const third = await asked(email);
  clock.advance(10 * MINUTE_MS - 1);
  expect(await http.call('register', byEmail(email, { captcha: third }))).toMatchObject({ code: 1 });
});

test('a new code is sent at most once a minute, and the answer does not show it', async () => {
  const email = freshEmail();
  const first = await http.call('emssend', { email });
  expect(await http.call('emssend', { email })).toEqual({ ...first, headers: expect.anything() as object });
  expect(mails).toHaveLength(1);
  clock.advance(MINUTE_MS);
  await http.call('emssend', { email });
  expect(mails).toHaveLength(2);
});

test('a receiver with an account is notified of it by mail, and the answer does not show it', async () => {
  const email = freshEmail();
  await http.call('register', byEmail(email));
  const known = await http.call('emssend', { email }, { lang: 'zh-cn' });
  const unknown = await http.call('emssend', { email: freshEmail() }, { lang: 'zh-cn' });
  expect(known).toEqual({ ...unknown, headers: expect.anything() as object });
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Plimsoll：您已拥有账号',
    expect.stringMatching(/验证码为 \d{6}$/),
  ]);
  expect(codeIn(mails[0])).toBe('');
  expect(await http.call('emssend', { email: 'nobody' })).toMatchObject({ code: 0, reason: 'bad_email' });
});

test('no code is stored in plain text', async () => {
  const email = freshEmail();
  const code = await asked(email);
  const [row] = await database.db.run(
    sql<{ all: string }>('test.code', 'select row(email_code.*)::text as all from email_code where email = $1'),
    [email],
  );
  expect(row?.all).toContain(email);
  expect(row?.all).not.toContain(code);
});

// Logging in

test('a wrong password and an unknown account are the same answer', async () => {
  const email = freshEmail();
  await http.call('register', byEmail(email));
  const wrong = await enter(email, 'Wrong2026');
  expect(wrong).toMatchObject({ status: 200, code: 0, data: null, reason: 'bad_login' });
  expect(await enter(freshEmail())).toEqual({ ...wrong, headers: expect.anything() as object });
  for (const fields of [
    {},
    { username: email },
    { username: email, password: '' },
    { username: ['a'], password: GOOD },
  ]) {
    expect(await http.call('login', fields, { json: true })).toMatchObject({ code: 0, reason: 'bad_login' });
  }
});

test('five wrong logins throttle an account, for the right password too, and only for a time', async () => {
  const email = freshEmail();
  await http.call('register', byEmail(email));
  for (let turn = 0; turn < 5; turn += 1)
    expect(await enter(email, 'Wrong2026')).toMatchObject({ reason: 'bad_login' });
  const slowed = await enter(email);
  expect(slowed).toMatchObject({ status: 429, code: 429, reason: 'too_many_requests' });
  const wait = Number(slowed.headers['retry-after']);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  expect(await enter(freshEmail(), 'Wrong2026')).toMatchObject({ reason: 'bad_login' });
  clock.advance(wait * 1000);
  expect(await enter(email, 'Wrong2026')).toMatchObject({ reason: 'bad_login' });
  expect(await enter(email)).toMatchObject({ status: 429 });
  clock.advance(wait * 1000);
  expect(await enter(email)).toMatchObject({ code: 1 });
  expect(await enter(email, 'Wrong2026')).toMatchObject({ reason: 'bad_login' });
});

test('an unknown account is throttled like an existing one', async () => {
  const email = freshEmail();
  for (let turn = 0; turn < 5; turn += 1) await enter(email);
  expect(await enter(email)).toMatchObject({ status: 429 });
});

test('parallel wrong attempts cannot outrun the count, and right ones are not counted', async () => {
  const email = freshEmail();
  await http.call('register', byEmail(email));
  const right = await Promise.all(Array.from({ length: 12 }, () => enter(email)));
  expect(right.every((each) => each.code === 1)).toBe(true);
  const wrong = await Promise.all(Array.from({ length: 12 }, () => enter(email, 'Wrong2026')));
  expect(wrong.filter((each) => each.reason === 'bad_login')).toHaveLength(5);
});

test('whoever types a name with some token waits among strangers, and its known browser does not', async () => {
  const email = freshEmail();
  await http.call('register', byEmail(email));
  const { known } = (await enter(email)).data as { known: string };
  const answered: string[] = [];
  const noted = async (who: string, more: object) => {
    await http.call('login', { username: email, password: GOOD, ...more });
    answered.push(who);
  };
  await Promise.all([
    ...Array.from({ length: 100 }, () => noted('stranger', { known: `${known}x` })),
    noted('known', { known }),
  ]);
  expect(answered.indexOf('known')).toBeLessThan(50);
});

test('two hundred wrong logins throttle an address, except loopback in demo mode', async () => {
  const from = { remoteAddress: '203.0.113.7' };
  const wrong = async (more: object) =>
    (await Promise.all(Array.from({ length: 201 }, () => enter(freshEmail(), 'x', more)))).at(-1);
  await wrong(from);
  expect(await enter(freshEmail(), 'x', from)).toMatchObject({ status: 429 });
  expect(await enter(freshEmail(), 'x', { remoteAddress: '203.0.113.8' })).toMatchObject({ reason: 'bad_login' });
  await wrong({});
  expect(await enter(freshEmail(), 'x')).toMatchObject({ reason: 'bad_login' });
});

test('in live mode registrations and mails are limited by address; in demo mode registrations are not', async () => {
  const from = { remoteAddress: '203.0.113.9' };
  const send = async () =>
    (await Promise.all(Array.from({ length: 55 }, () => http.call('emssend', { email: freshEmail() }, from)))).map(
      (each) => each.status,
    );
  const ask = async () =>
    (
      await Promise.all(
        Array.from({ length: 55 }, () => http.call('register', byEmail(freshEmail(), { code: 'NOSUCHONE' }), from)),
      )
    ).map((each) => each.status);
  expect((await send()).filter((status) => status === 429)).toHaveLength(5);
  expect(await ask()).not.toContain(429);
  await http.app.close();
  await build('live');
  expect((await ask()).filter((status) => status === 429)).toHaveLength(5);
});

test('a frozen member learns of the freeze only after the right password', async () => {
  const email = freshEmail();
  const token = tokenOf(await http.call('register', byEmail(email)));
  await database.db.run({ name: 'test.freeze', text: 'update member set frozen = true where username = $1' }, [email]);
  await http.sessions.endAll(String((await membership.memberByUsername(email))?.id));
  expect(await http.call('getusr', {}, { token })).toMatchObject({ code: 401 });
  expect(await enter(email, 'Wrong2026')).toMatchObject({ reason: 'bad_login' });
  expect(await enter(email)).toMatchObject({ code: 0, reason: 'frozen_member' });
});

test('logging out ends that session at once', async () => {
  const email = freshEmail();
  const first = tokenOf(await http.call('register', byEmail(email)));
  const second = tokenOf(await enter(email));
  expect(await http.call('logout', {}, { token: first })).toMatchObject({ code: 1, data: null });
  expect(await http.call('getusr', {}, { token: first })).toMatchObject({ code: 401 });
  expect(await me(second)).toMatchObject({ username: email });
  expect(await http.call('logout', {}, { token: first })).toMatchObject({ code: 401, reason: 'login_required' });
});

// Members made by the server, and frozen ones

test('the demo member is made once, with a payment password', async () => {
  const made = await membership.registerMember({ username: 'demo', password: 'demo2026', payPassword: 'demo2026' });
  expect(made.ok && (await membership.memberById(made.value))).toMatchObject({
    username: 'demo',
    hasPayPassword: true,
    frozen: false,
  });
  expect(await membership.registerMember({ username: 'demo', password: 'x' })).toMatchObject({
    ok: false,
    refusal: { reason: 'already_registered' },
  });
  expect(await enter('demo', 'demo2026')).toMatchObject({ code: 1 });
  expect(await membership.memberById('1')).toBeUndefined();
});

test('answers are in the stored language', async () => {
  const token = tokenOf(await http.call('register', byEmail(freshEmail())));
  const { id } = await me(token);
  await membership.storeLanguage(String(id), 'zh-cn');
  expect(await http.call('getusr', {}, { token })).toMatchObject({ msg: '操作成功' });
  expect(await membership.memberById(String(id))).toMatchObject({ lang: 'zh-cn' });
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../platform/db.ts';
import { CHROME, openSecurityWorld, PASSWORD, type Sailor, type SecurityWorld } from '../../testing/security-world.ts';
import { TEST_ORIGIN } from '../../testing/security.ts';

// Codes mailed to an address prove that it is the member's, and change it (RULES 8).

const MINUTE_MS = 60_000;
type Fields = Readonly<Record<string, unknown>>;
const preparations = sql<{ kind: string }>(
  'test.preparations',
  'select kind from preparation where member_id = $1 order by id',
);
const mailedTo = sql<{ email: string | null }>(
  'test.mailedTo',
  `select m.email from notice_mail m join notice n on n.id = m.notice_id where n.member_id = $1 and n.kind = 'email-changed' order by n.id`,
);
const ofRow = sql<{ username: string; email: string | null; proven: Date | null }>(
  'test.emailOf',
  'select username, email, email_proven_at as proven from member where id = $1',
);

let world: SecurityWorld;
let lea: Sailor;
let count = 0;
const fresh = () => `new${++count}@quay.example`;

beforeAll(async () => {
  world = await openSecurityWorld();
});
afterAll(async () => {
  await world.close();
});
beforeEach(async () => {
  world.set.settings = {};
  world.clock.advance(20 * MINUTE_MS);
  lea = await world.member();
});

const call = (name: string, fields: Fields = {}, { token } = lea) => world.http.call(name, fields, { token });
/** Asks for a code and returns the mail. */
async function asked(
  email?: string,
  by = lea,
): Promise<{ readonly code: string; readonly to: string | undefined; readonly text: string; readonly count: number }> {
  const before = world.mails.length;
  expect(await call('sendEmailCode', email === undefined ? {} : { email }, by)).toMatchObject({ code: 1, data: null });
  const [mail] = world.mails.slice(before);
  return {
    code: /\d{6}/.exec(mail?.text ?? '')?.[0] ?? '',
    to: mail?.to,
    text: mail?.text ?? '',
    count: world.mails.length - before,
  };
}
const set = (email: string, captcha: string, more: Fields = {}, by = lea) =>
  call('setEmail', { email, captcha, password: PASSWORD, ...more }, by);
const rowOf = async ({ id } = lea) => (await world.db.run(ofRow, [id]))[0];
const prepared = async ({ id } = lea) => (await world.db.run(preparations, [id])).map(({ kind }) => kind);
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
const enter = (username: string) =>
  world.http.call('login', { username, password: PASSWORD }, { headers: { 'user-agent': CHROME } });
async function byPhone(): Promise<Sailor> {
  const username = `491700${String(++count).padStart(6, '0')}`;
  const { data } = await world.http.call('register', {
    type: '1',
    phone: username,
    password: PASSWORD,
    repassword: PASSWORD,
  });
  const { token } = (data as { userinfo: { token: string } }).userinfo;
  return { token, username, id: String(((await call('getusr', {}, { ...lea, token })).data as { id: number }).id) };
}

test('a code mailed to a new address sets it: the member logs in with it, and the old address is notified', async () => {
  const email = fresh();
  const { code, to } = await asked(email.toUpperCase());
  expect(to).toBe(email);
  expect(await rowOf()).toMatchObject({ email: lea.username });
  expect(await set(email, code)).toMatchObject({ code: 1, data: { username: email } });
  expect(await enter(lea.username)).toMatchObject({ reason: 'bad_login' });
  expect(await enter(email)).toMatchObject({ code: 1 });
  expect((await call('getSecurity')).data).toMatchObject({ email, email_proven: 1 });
  expect(await world.db.run(mailedTo, [lea.id])).toEqual([{ email: lea.username }]);
  expect((await call('getNoticeList')).data).toMatchObject({
    list: expect.arrayContaining([
      expect.objectContaining({ content: expect.stringContaining(email) as string }),
    ]) as unknown,
  });
  expect(await prepared()).toEqual(['email']);
  expect(await set(email, code)).toMatchObject({ reason: 'bad_captcha' });
});

test('no address is set without the login password, nor with a code that is wrong, too old, or another’s', async () => {
  const email = fresh();
  const { code } = await asked(email);
  const tom = await world.member();
  expect(await set(email, code, { password: 'Wrong2026' })).toMatchObject({ reason: 'bad_login' });
  expect(await set(email, wrong(code))).toMatchObject({ reason: 'bad_captcha' });
  expect(await set(fresh(), code)).toMatchObject({ reason: 'bad_captcha' });
  expect(await set(email, code, {}, tom)).toMatchObject({ reason: 'bad_captcha' });
  world.clock.advance(10 * MINUTE_MS);
  expect(await set(email, code)).toMatchObject({ reason: 'bad_captcha' });
  expect(await rowOf()).toMatchObject({ email: lea.username, username: lea.username });
  expect(await prepared()).toEqual([]);
});

test('five wrong codes void the code', async () => {
  const email = fresh();
  const { code } = await asked(email);
  for (let tries = 0; tries < 5; tries += 1)
    expect(await set(email, wrong(code))).toMatchObject({ reason: 'bad_captcha' });
  expect(await set(email, code)).toMatchObject({ reason: 'bad_captcha' });
});

test('a second factor is asked for once one is set, and a refusal consumes neither it nor the code', async () => {
  const { secret } = await world.withTotp(lea);
  const email = fresh();
  const { code } = await asked(email);
  expect(await set(email, code)).toMatchObject({ reason: 'second_factor_required' });
  expect(await set(email, code, { second: world.wrongOf(secret) })).toMatchObject({ reason: 'bad_second_factor' });
  const second = world.codeOf(secret);
  expect(await set(email, wrong(code), { second })).toMatchObject({ reason: 'bad_captcha' });
  expect(await set(email, code, { second })).toMatchObject({ code: 1 });
});

test('an address of another member is notified and gets no code; the answer is the same', async () => {
  const tom = await world.member();
  const { code, to, text, count: mailed } = await asked(tom.username);
  expect([code, to, mailed]).toEqual(['', tom.username, 1]);
  expect(text).toContain('It belongs to your account, and nothing has changed');
  expect(await set(tom.username, '123456')).toMatchObject({ reason: 'bad_captcha' });
});

test('of two members who set an address at once one gets it, and a registration meanwhile keeps it', async () => {
  const [tom, email, late] = [await world.member(), fresh(), fresh()];
  const first = await asked(email);
  world.clock.advance(MINUTE_MS);
  const second = await asked(email, tom);
  const answers = await Promise.all([set(email, first.code), set(email, second.code, {}, tom)]);
  expect(answers.map(({ reason }) => reason ?? 'set').toSorted()).toEqual(['already_registered', 'set']);
  const { code } = await asked(late);
  await world.http.call('register', { type: '2', email: late, password: PASSWORD, repassword: PASSWORD });
  expect(await set(late, code)).toMatchObject({ reason: 'already_registered' });
});

test('an address is sent one code a minute, whoever asks; a mistyped address does not delay another', async () => {
  const [email, tom] = [fresh(), await world.member()];
  const { code } = await asked(email);
  expect((await asked(email)).count).toBe(0);
  expect((await asked(email, tom)).count).toBe(0);
  const other = fresh();
  const right = await asked(other);
  expect(right.to).toBe(other);
  expect(await set(email, code)).toMatchObject({ reason: 'bad_captcha' });
  expect(await set(other, right.code)).toMatchObject({ code: 1 });
});

test('a member is mailed some codes a day, whatever the addresses', async () => {
  let sent = 0;
  for (let turn = 0; turn < 25; turn += 1) sent += (await asked(fresh())).count;
  expect(sent).toBeLessThanOrEqual(20);
  expect(sent).toBeGreaterThan(0);
});

test('the code mailed to the present address proves it, and withdrawals do not wait', async () => {
  expect((await call('getSecurity')).data).toMatchObject({ email: lea.username, email_proven: 0, email_needed: 0 });
  const { code, to } = await asked();
  expect(to).toBe(lea.username);
  expect(await call('proveEmail', { captcha: wrong(code) })).toMatchObject({ code: 0, reason: 'bad_captcha' });
  expect(await call('proveEmail', { captcha: code })).toMatchObject({ code: 1, data: null });
  expect(await call('proveEmail', { captcha: code })).toMatchObject({ reason: 'bad_captcha' });
  expect((await rowOf())?.proven?.getTime()).toBe(world.clock.nowMs());
  expect(await prepared()).toEqual([]);
});

test('registering with a mailed code proves the address', async () => {
  world.set.settings = { verify_email_code: 1 };
  const email = fresh();
  await world.http.call('emssend', { email });
  const captcha = /\d{6}/.exec(world.mails.at(-1)?.text ?? '')?.[0];
  const { data } = await world.http.call('register', {
    type: '2',
    email,
    password: PASSWORD,
    repassword: PASSWORD,
    captcha,
  });
  expect(
    (await call('getSecurity', {}, { ...lea, ...(data as { userinfo: { token: string } }).userinfo })).data,
  ).toMatchObject({ email, email_proven: 1 });
});

test('setting the present address again proves it and is no change', async () => {
  const { code } = await asked(lea.username);
  expect(await set(lea.username, code)).toMatchObject({ code: 1, data: { username: lea.username } });
  expect((await rowOf())?.proven).not.toBeNull();
  expect(await prepared()).toEqual([]);
  expect(await world.notificationsOf(lea)).not.toContain('email-changed');
});

test('a member registered by phone adds an address, still logs in by number, and can reset the password by mail', async () => {
  const anna = await byPhone();
  expect((await call('getSecurity', {}, anna)).data).toMatchObject({ email: null, email_proven: 0 });
  expect(await call('sendEmailCode', {}, anna)).toMatchObject({ code: 0, reason: 'bad_email' });
  expect(await call('proveEmail', { captcha: '123456' }, anna)).toMatchObject({ reason: 'bad_captcha' });
  const email = fresh();
  const { code } = await asked(email, anna);
  expect(await set(email, code, {}, anna)).toMatchObject({ code: 1, data: { username: anna.username } });
  expect(await prepared(anna)).toEqual(['email']);
  // There was no earlier address to notify.
  expect(await world.db.run(mailedTo, [anna.id])).toEqual([{ email }]);
  expect(
    await world.http.call('register', { type: '2', email, password: PASSWORD, repassword: PASSWORD }),
  ).toMatchObject({ reason: 'already_registered' });
  world.clock.advance(MINUTE_MS);
  const before = world.mails.length;
  await world.http.call('forgotpwd', { email });
  await world.settled();
  expect(world.mails.slice(before)).toMatchObject([{ to: email }]);
});

test('a link mailed to the address proves it; a link mailed to the address before is void', async () => {
  const linkIn = async (email: string) => {
    await world.http.call('forgotpwd', { email });
    await world.settled();
    return new RegExp(`${TEST_ORIGIN}/forgot#(\\S+)`).exec(world.mails.at(-1)?.text ?? '')?.[1] ?? '';
  };
  const old = await linkIn(lea.username);
  const email = fresh();
  const { code } = await asked(email);
  await set(email, code);
  expect(
    await world.http.call('newpwd', { token: old, password: 'Keelson2026', repassword: 'Keelson2026' }),
  ).toMatchObject({ reason: 'bad_reset_link' });
  const tom = await world.member();
  expect((await rowOf(tom))?.proven).toBeNull();
  expect(
    await world.http.call('newpwd', {
      token: await linkIn(tom.username),
      password: 'Keelson2026',
      repassword: 'Keelson2026',
    }),
  ).toMatchObject({ code: 1 });
  expect((await rowOf(tom))?.proven).not.toBeNull();
});

test('the browser that changed the address is known under the new one', async () => {
  const email = fresh();
  const { data } = await set(email, (await asked(email)).code);
  const { known } = data as { known: string };
  for (let tries = 0; tries < 6; tries += 1)
    await world.http.call('login', { username: email, password: 'Wrong2026' }, { remoteAddress: '203.0.113.9' });
  expect(
    await world.http.call('login', { username: email, password: PASSWORD }, { remoteAddress: '203.0.113.9' }),
  ).toMatchObject({ reason: 'too_many_requests' });
  expect(
    await world.http.call('login', { username: email, password: PASSWORD, known }, { remoteAddress: '203.0.113.9' }),
  ).toMatchObject({ code: 1 });
});

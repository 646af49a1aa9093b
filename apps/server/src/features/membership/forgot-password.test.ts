import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { TEST_ORIGIN } from '../../testing/security.ts';
import { CHROME, openSecurityWorld, PASSWORD, type Sailor, type SecurityWorld } from '../../testing/security-world.ts';
import { waitersOf } from '../../testing/waiters.ts';
import { sql } from '../../platform/db.ts';

const MINUTE_MS = 60_000;
const NEXT = 'Keelson2026';
const changedAt = sql<{ at: Date | null }>(
  'testing.passwordChangedAt',
  'select password_changed_at as at from member where id = $1',
);
const freeze = sql<never>('testing.freeze', 'update member set frozen = true where id = $1');
const setLang = sql<never>('testing.lang', 'update member set lang = $2 where id = $1');

let world: SecurityWorld;
beforeAll(async () => {
  world = await openSecurityWorld();
});
afterAll(async () => {
  await world.close();
});
// Mails of one test must not throttle the next.
beforeEach(() => {
  world.clock.advance(20 * MINUTE_MS);
});

const ask = async (email: string, how = {}) => {
  const before = world.mails.length;
  const answer = await world.http.call('forgotpwd', { email }, { headers: { 'user-agent': CHROME }, ...how });
  await world.settled();
  return { answer, mails: world.mails.slice(before) };
};
const tokenOf = (text: string): string =>
  new RegExp(`${TEST_ORIGIN}/forgot#([A-Za-z0-9_-]{22})(?:\\s|$)`).exec(text)?.[1] ?? '';
const linkFor = async ({ username }: Pick<Sailor, 'username'>): Promise<string> =>
  tokenOf((await ask(username)).mails[0]?.text ?? '');
const set = (token: string, fields: object = {}) =>
  world.http.call('newpwd', { token, password: NEXT, repassword: NEXT, ...fields });

test('a mailed link sets another password once, ends every session and notifies the member; withdrawals wait', async () => {
  const member = await world.member();
  const token = await linkFor(member);
  expect(await world.http.call('getNewpwd', { token })).toMatchObject({
    code: 1,
    data: { username: member.username, factors: [], passkey: null },
  });
  expect(await set(token)).toMatchObject({ code: 1, data: null });
  expect(await world.http.call('getusr', {}, { token: member.token })).toMatchObject({ code: 401 });
  expect(await world.login(member)).toMatchObject({ reason: 'bad_login' });
  expect(await world.login(member, { password: NEXT })).toMatchObject({ code: 1 });
  expect(await world.notificationsOf(member)).toContain('password-changed');
  expect((await world.db.run(changedAt, [member.id]))[0]?.at?.getTime()).toBe(world.clock.nowMs());
  expect(await set(token)).toMatchObject({ code: 0, reason: 'bad_reset_link' });
  expect(await world.http.call('getNewpwd', { token })).toMatchObject({ reason: 'bad_reset_link' });
});

test('nobody learns from the answer who is a member, and only a member is mailed', async () => {
  const member = await world.member();
  const known = await ask(member.username.toUpperCase());
  const unknown = await ask('nobody@quay.example');
  expect(unknown.answer).toMatchObject({ status: 200, code: 1, data: null });
  const { headers: _one, ...ofKnown } = known.answer;
  const { headers: _other, ...ofUnknown } = unknown.answer;
  expect(ofKnown).toEqual(ofUnknown);
  expect(known.mails).toMatchObject([{ to: member.username }]);
  expect(unknown.mails).toEqual([]);
  expect(await ask('nobody')).toMatchObject({ answer: { reason: 'bad_email' } });
});

test('the answer does not wait for the work done only for members', async () => {
  const member = await world.member();
  const before = world.mails.length;
  await world.http.call('forgotpwd', { email: member.username });
  const atAnswer = world.mails.length;
  await world.settled();
  expect([atAnswer - before, world.mails.length - before]).toEqual([0, 1]);
});

test('a link is void after fifteen minutes and after another change of the password', async () => {
  const member = await world.member();
  const late = await linkFor(member);
  world.clock.advance(15 * MINUTE_MS - 1);
  expect(await world.http.call('getNewpwd', { token: late })).toMatchObject({ code: 1 });
  world.clock.advance(1);
  expect(await set(late)).toMatchObject({ reason: 'bad_reset_link' });
  const early = await linkFor(member);
  expect(
    await world.http.call('resetpwd', { oldpassword: PASSWORD, newpassword: 'Bilge2026x' }, { token: member.token }),
  ).toMatchObject({ code: 1 });
  expect(await set(early)).toMatchObject({ reason: 'bad_reset_link' });
});

test('a member is sent one link a minute; repeated requests drop the oldest link, never a newer one', async () => {
  const member = await world.member();
  const first = await linkFor(member);
  expect((await ask(member.username)).mails).toEqual([]);
  world.clock.advance(MINUTE_MS);
  const second = await linkFor(member);
  expect(second).not.toBe('');
  expect(await world.http.call('getNewpwd', { token: first })).toMatchObject({ code: 1 });
  expect(await set(second)).toMatchObject({ code: 1 });
  expect(await set(first)).toMatchObject({ reason: 'bad_reset_link' });
});

test('a second factor is asked for, and a wrong one leaves the link valid', async () => {
  const member = await world.member();
  const { secret } = await world.withTotp(member);
  const token = await linkFor(member);
  expect(await world.http.call('getNewpwd', { token })).toMatchObject({ data: { factors: ['totp', 'recovery'] } });
  expect(await set(token)).toMatchObject({ reason: 'second_factor_required' });
  expect(await set(token, { second: world.wrongOf(secret) })).toMatchObject({ reason: 'bad_second_factor' });
  expect(await world.login(member)).toMatchObject({ reason: 'second_factor_required' });
  expect(await set(token, { second: world.codeOf(secret) })).toMatchObject({ code: 1 });
});

test('whoever has the link alone does not learn what the payment password is', async () => {
  const member = await world.member();
  const pay = 'Halyard2026';
  expect(
    await world.http.call('resetpay', { logpassword: PASSWORD, newpassword: pay }, { token: member.token }),
  ).toMatchObject({ code: 1 });
  const { secret } = await world.withTotp(member);
  const token = await linkFor(member);
  const guess = { password: pay, repassword: pay };
  expect(await set(token, guess)).toMatchObject({ reason: 'second_factor_required' });
  expect(await set(token, { ...guess, second: world.wrongOf(secret) })).toMatchObject({ reason: 'bad_second_factor' });
  // Its owner does, and uses the same code for another.
  const second = world.codeOf(secret);
  expect(await set(token, { ...guess, second })).toMatchObject({ reason: 'same_password' });
  expect(await set(token, { second })).toMatchObject({ code: 1 });
});

test('a passkey must sign the challenge of this link', async () => {
  const member = await world.member();
  const { passkey } = await world.withPasskey(member);
  const token = await linkFor(member);
  const looked = await world.http.call('getNewpwd', { token });
  const request = (looked.data as { passkey: Parameters<typeof passkey.signed>[0] }).passkey;
  const elsewhere = (await world.http.call('passkeyChallenge', { purpose: 'change' }, { token: member.token }))
    .data as typeof request;
  expect(await set(token, { passkey: passkey.signed(elsewhere) })).toMatchObject({ reason: 'bad_passkey' });
  const again = ((await world.http.call('getNewpwd', { token })).data as { passkey: typeof request }).passkey;
  expect(await set(token, { passkey: passkey.signed(again) })).toMatchObject({ code: 1 });
});

test('five wrong factors void the link', async () => {
  const member = await world.member();
  const { secret } = await world.withTotp(member);
  const token = await linkFor(member);
  for (let tries = 0; tries < 5; tries += 1) await set(token, { second: world.wrongOf(secret) });
  world.clock.advance(MINUTE_MS);
  expect(await world.http.call('getNewpwd', { token })).toMatchObject({ reason: 'bad_reset_link' });
});

test('a link used twice at once sets one password', async () => {
  const member = await world.member();
  const token = await linkFor(member);
  const answers = await Promise.all(
    ['One2026sail', 'Two2026sail'].map((password) => set(token, { password, repassword: password })),
  );
  expect(answers.map(({ reason }) => reason ?? 'set').sort()).toEqual(['bad_reset_link', 'set']);
});

test('a weak password is refused, and the link stays valid', async () => {
  const member = await world.member();
  const token = await linkFor(member);
  expect(await set(token, { password: '123456', repassword: '123456' })).toMatchObject({ reason: 'bad_password' });
  expect(await set(token, { repassword: 'Other2026' })).toMatchObject({ reason: 'passwords_differ' });
  expect(await set(token)).toMatchObject({ code: 1 });
});

test('a frozen member cannot reset the password', async () => {
  const member = await world.member();
  const token = await linkFor(member);
  await world.owner.run(freeze, [member.id]);
  expect(await set(token)).toMatchObject({ reason: 'frozen_member' });
});

test('a member who was frozen meanwhile uses up no second factor', async () => {
  const member = await world.member();
  const { codes } = await world.withTotp(member);
  const token = await linkFor(member);
  const { setting } = await world.owner.transaction(async (tx) => {
    await tx.run(freeze, [member.id]);
    const waiters = await waitersOf(tx, world.db);
    const asked = set(token, { second: codes[0] });
    await expect.poll(waiters).toBe(1);
    return { setting: asked };
  });
  expect(await setting).toMatchObject({ reason: 'frozen_member' });
  expect(await world.notificationsOf(member)).not.toContain('recovery-used');
});

test('the mail is in the language the member chose, as a page and as text, and says who asked', async () => {
  const member = await world.member();
  await world.db.run(setLang, [member.id, 'ar']);
  const {
    mails: [mail],
  } = await ask(member.username, { lang: 'de' });
  const token = tokenOf(mail?.text ?? '');
  expect(mail?.subject).toContain('تعيين كلمة مرور جديدة');
  expect(mail?.html).toMatch(/^<!doctype html><html lang="ar" dir="rtl">/);
  expect(mail?.html).toContain(`href="${TEST_ORIGIN}/forgot#${token}"`);
  expect(mail?.text).toContain('Chrome');
  world.clock.advance(MINUTE_MS);
  await world.db.run(setLang, [member.id, null]);
  const {
    mails: [other],
  } = await ask(member.username, { lang: 'de' });
  expect(other?.subject).toBe('Plimsoll: neues Passwort festlegen');
});

test('the mail contains the member’s phrase and a link that freezes the account once; then no password can be set', async () => {
  const member = await world.member();
  await world.http.call('setPhrase', { phrase: 'grey <heron>', password: PASSWORD }, { token: member.token });
  const {
    mails: [mail],
  } = await ask(member.username);
  expect(mail?.text).toContain('Your anti-phishing phrase: grey <heron>');
  expect(mail?.html).toContain('Your anti-phishing phrase: grey &lt;heron&gt;');
  const [href = '', token = ''] = new RegExp(`${TEST_ORIGIN}/freeze\\?token=(\\S+)`).exec(mail?.text ?? '') ?? [];
  expect(mail?.html).toContain(`<a href="${href}" dir="ltr"`);
  expect(await world.notificationsOf(member)).toContain('password-asked');
  expect(await world.http.call('freezeMe', { token })).toMatchObject({ code: 1 });
  expect(await world.http.call('getusr', {}, { token: member.token })).toMatchObject({ code: 401 });
  expect(await set(tokenOf(mail?.text ?? ''))).toMatchObject({ reason: 'frozen_member' });
  expect(await world.http.call('freezeMe', { token })).toMatchObject({ reason: 'bad_link' });
});

test('requests that send no mail write no notice', async () => {
  const member = await world.member();
  await ask(member.username);
  await ask(member.username);
  expect((await world.notificationsOf(member)).filter((kind) => kind === 'password-asked')).toHaveLength(1);
});

test('tokens of links are stored as hashes', async () => {
  const member = await world.member();
  const token = await linkFor(member);
  const rows = await world.owner.run(
    sql<{ row: string }>('testing.resets', 'select password_reset::text as row from password_reset'),
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.some(({ row }) => row.includes(token))).toBe(false);
});

test('links to an address are limited per day and per network, and the answer does not show it', async () => {
  const member = await world.member();
  const askFrom = async (remoteAddress: string) => {
    world.clock.advance(2 * MINUTE_MS);
    const { answer, mails } = await ask(member.username, { remoteAddress });
    expect(answer).toMatchObject({ code: 1 });
    return mails.length;
  };
  let sent = 0;
  for (let turn = 0; turn < 30; turn += 1) sent += await askFrom('203.0.113.9');
  expect(sent).toBe(8);
  expect(await askFrom('198.51.100.7')).toBe(1);
  for (let turn = 0; turn < 30; turn += 1) sent += await askFrom(`198.51.100.${10 + turn}`);
  expect(sent).toBe(8 + 20 - 8 - 1);
  world.clock.advance(24 * 60 * MINUTE_MS);
  expect(await askFrom('203.0.113.9')).toBe(1);
});

import type { Answer } from '@plimsoll/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { TestPasskey } from '../../testing/authenticator.ts';
import type { TestAnswer } from '../../testing/http.ts';
import {
  CHROME,
  FIREFOX,
  openSecurityWorld,
  PASSWORD,
  PERIOD_MS,
  type Sailor,
  type SecurityWorld,
} from '../../testing/security-world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
let world: SecurityWorld;
let lea: Sailor;

beforeAll(async () => {
  world = await openSecurityWorld();
});
beforeEach(async () => {
  // Attempts of other tests must not slow this one down.
  world.clock.advance(2 * HOUR_MS);
  lea = await world.member();
});
afterAll(() => world.close());

const entered = (answer: TestAnswer) => answer.data as Answer<'loginSecond'>;
const isIn = async (answer: TestAnswer): Promise<boolean> =>
  answer.code === 1 && (await world.http.call('getusr', {}, { token: entered(answer).userinfo.token })).code === 1;
const guess = async (ticket: string, secret: string, times: number): Promise<(string | undefined)[]> => {
  const reasons: (string | undefined)[] = [];
  for (let turn = 0; turn < times; turn += 1)
    reasons.push((await world.second({ ticket, second: world.wrongOf(secret) })).reason);
  return reasons;
};

test('a member without a second factor logs in at once: the answer has a token and one that makes the browser known', async () => {
  const answer = await world.login(lea, { device: 'x'.repeat(43) });
  expect(answer).toMatchObject({ code: 1, msg: 'Logged in' });
  expect(answer.data).toEqual({
    userinfo: { token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) as unknown },
    known: expect.any(String) as unknown,
  });
});

test('with an authenticator the password leads to a ticket, and ticket and code together to a login', async () => {
  const { secret } = await world.withTotp(lea);
  const answer = await world.login(lea);
  expect(answer).toMatchObject({
    code: 0,
    reason: 'second_factor_required',
    data: { factors: ['totp', 'recovery'], passkey: null },
  });
  const { ticket } = await world.asked(lea);
  expect(await isIn(await world.second({ ticket, second: ` ${world.codeOf(secret).replace(/(...)/, '$1 ')}` }))).toBe(
    true,
  );
});

test('a wrong password does not show whether a second factor is set', async () => {
  const bare = await world.member();
  await world.withTotp(lea);
  const [with2, without, unknown] = await Promise.all(
    [lea, bare, { ...bare, username: 'nobody@example.com' }].map((each) =>
      world.login(each, { password: 'Wrong2026' }),
    ),
  );
  const worded = ({ code, msg, data, reason }: TestAnswer) => ({ code, msg, data, reason });
  expect(worded(with2 as TestAnswer)).toEqual({
    code: 0,
    msg: 'Incorrect username or password',
    data: null,
    reason: 'bad_login',
  });
  expect(worded(without as TestAnswer)).toEqual(worded(with2 as TestAnswer));
  expect(worded(unknown as TestAnswer)).toEqual(worded(with2 as TestAnswer));
});

test('a code works once, for one of two parallel logins too', async () => {
  const { secret } = await world.withTotp(lea);
  const second = world.codeOf(secret);
  const tickets = [await world.asked(lea), await world.asked(lea), await world.asked(lea)];
  const other = world.another();
  const ends = await Promise.all(
    tickets
      .slice(0, 2)
      .map(({ ticket }, at) => (at === 0 ? world.http : other.http).call('loginSecond', { ticket, second })),
  );
  expect(ends.map(({ reason }) => reason ?? 'in').sort()).toEqual(['bad_second_factor', 'in']);
  expect(await world.second({ ticket: tickets[2]?.ticket, second })).toMatchObject({ reason: 'bad_second_factor' });
  world.clock.advance(PERIOD_MS);
  expect(await isIn(await world.second({ ticket: tickets[2]?.ticket, second: world.codeOf(secret) }))).toBe(true);
});

test('the code that confirmed the authenticator cannot log in', async () => {
  const { data } = await world.http.call('startTotp', { password: PASSWORD }, { token: lea.token });
  const { secret } = data as Answer<'startTotp'>;
  const second = world.codeOf(secret);
  await world.http.call('confirmTotp', { second }, { token: lea.token });
  expect(await world.second({ ticket: (await world.asked(lea)).ticket, second })).toMatchObject({
    reason: 'bad_second_factor',
  });
});

test('a ticket works once, within five minutes, for its member', async () => {
  const tom = await world.member();
  const [{ secret }, { secret: toms }] = [await world.withTotp(lea), await world.withTotp(tom)];
  const { ticket } = await world.asked(lea);
  expect(await world.second({ ticket, second: world.codeOf(toms) })).toMatchObject({ reason: 'bad_second_factor' });
  expect(await isIn(await world.second({ ticket, second: world.codeOf(secret) }))).toBe(true);
  world.clock.advance(PERIOD_MS);
  expect(await world.second({ ticket, second: world.codeOf(secret) })).toMatchObject({ code: 0, reason: 'bad_ticket' });
  const late = await world.asked(lea);
  world.clock.advance(5 * MINUTE_MS);
  expect(await world.second({ ticket: late.ticket, second: world.codeOf(secret) })).toMatchObject({
    reason: 'bad_ticket',
  });
  expect(await world.second({ ticket: 'x'.repeat(43), second: '123456' })).toMatchObject({ reason: 'bad_ticket' });
});

test('no ticket is stored in plain text', async () => {
  await world.withTotp(lea);
  const { ticket } = await world.asked(lea);
  const [row] = await world.db.run<{ all: string }>(
    { name: 'test.ticket', text: `select string_agg(t::text, ' ') as all from login_ticket t where member_id = $1` },
    [lea.id],
  );
  expect(row?.all).not.toContain(ticket);
});

test('a changed password and a freeze end pending logins', async () => {
  const { secret } = await world.withTotp(lea);
  const before = await world.asked(lea);
  expect(
    await world.http.call(
      'resetpwd',
      { oldpassword: PASSWORD, newpassword: 'Keel8under', second: world.codeOf(secret) },
      { token: lea.token },
    ),
  ).toMatchObject({ code: 1 });
  expect(await world.second({ ticket: before.ticket, second: world.codeOf(secret) })).toMatchObject({
    reason: 'bad_ticket',
  });
  const frozen = await world.http.call('login', { username: lea.username, password: 'Keel8under' });
  await world.db.run({ name: 'test.freeze', text: 'update member set frozen = true where id = $1' }, [lea.id]);
  const { ticket } = frozen.data as { ticket: string };
  expect(await world.second({ ticket, second: world.codeOf(secret, 1) })).toMatchObject({ reason: 'frozen_member' });
});

test('wrong codes count like wrong passwords, a new first step does not reset them, and a right code is throttled too', async () => {
  const { secret } = await world.withTotp(lea);
  const { ticket } = await world.asked(lea);
  expect(await guess(ticket, secret, 3)).toEqual(['bad_second_factor', 'bad_second_factor', 'bad_second_factor']);
  const again = await world.asked(lea);
  expect(await guess(again.ticket, secret, 2)).toEqual(['bad_second_factor', 'bad_second_factor']);
  expect(await world.second({ ticket, second: world.codeOf(secret) })).toMatchObject({
    reason: 'second_factor_stopped',
  });
  expect(await world.login(lea)).toMatchObject({ status: 429 });
});

test('five wrong answers end a ticket; five wrong codes in a row stop all codes for an hour, in any process, and the member is notified', async () => {
  const { secret, codes } = await world.withTotp(lea);
  const { ticket } = await world.asked(lea);
  await guess(ticket, secret, 5);
  world.clock.advance(MINUTE_MS);
  expect(await world.second({ ticket, second: world.codeOf(secret) })).toMatchObject({ reason: 'bad_ticket' });
  const other = world.another();
  const next = await world.asked(lea);
  for (const second of [world.codeOf(secret), codes[0]]) {
    expect(await other.http.call('loginSecond', { ticket: next.ticket, second })).toMatchObject({
      code: 0,
      reason: 'second_factor_stopped',
      msg: expect.stringMatching(/until 2026-.* UTC$/) as unknown,
    });
  }
  expect(await world.notificationsOf(lea)).toContain('codes-stopped');
  world.clock.advance(HOUR_MS);
  expect(
    await isIn(await world.second({ ticket: (await world.asked(lea)).ticket, second: world.codeOf(secret) })),
  ).toBe(true);
});

test('a recovery code works once, in any spelling, and the member is notified how many are left', async () => {
  const { codes } = await world.withTotp(lea);
  expect(codes).toHaveLength(10);
  expect(new Set(codes).size).toBe(10);
  const [first = ''] = codes;
  expect(first).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/);
  const second = ` ${first.toLowerCase().replace('-', ' ')}`;
  const tickets = [await world.asked(lea), await world.asked(lea)];
  const ends = await Promise.all(tickets.map(({ ticket }) => world.second({ ticket, second })));
  expect(ends.map(({ reason }) => reason ?? 'in').sort()).toEqual(['bad_second_factor', 'in']);
  expect((await world.notificationsOf(lea)).filter((kind) => kind === 'recovery-used')).toHaveLength(1);
  expect(await world.http.call('getSecurity', {}, { token: lea.token })).toMatchObject({ data: { recovery_left: 9 } });
});

test('another member’s recovery codes, and replaced ones, are refused', async () => {
  const tom = await world.member();
  const [{ secret, codes }, { codes: toms }] = [await world.withTotp(lea), await world.withTotp(tom)];
  const { ticket } = await world.asked(lea);
  expect(await world.second({ ticket, second: toms[0] })).toMatchObject({ reason: 'bad_second_factor' });
  expect(
    await world.http.call(
      'renewRecoveryCodes',
      { password: PASSWORD, second: world.codeOf(secret) },
      { token: lea.token },
    ),
  ).toMatchObject({ code: 1 });
  expect(await world.second({ ticket, second: codes[0] })).toMatchObject({ reason: 'bad_second_factor' });
});

test('a passkey logs in by signing the challenge, once', async () => {
  const { passkey } = await world.withPasskey(lea);
  const needed = await world.asked(lea);
  expect(needed).toMatchObject({
    factors: ['passkey', 'recovery'],
    passkey: { rpId: 'localhost', allowCredentials: [{ id: passkey.id, type: 'public-key' }] },
  });
  const signed = passkey.signed(needed.passkey ?? { challenge: '' });
  expect(await isIn(await world.second({ ticket: needed.ticket, passkey: signed }))).toBe(true);
  const again = await world.asked(lea);
  expect(await world.second({ ticket: again.ticket, passkey: signed })).toMatchObject({ reason: 'bad_passkey' });
  // The wrong answer consumed the challenge.
  expect(
    await world.second({ ticket: again.ticket, passkey: passkey.signed(again.passkey ?? { challenge: '' }) }),
  ).toMatchObject({ reason: 'bad_passkey' });
});

test.each<[string, (mine: TestPasskey, others: TestPasskey, request: { challenge: string }) => string]>([
  ['another member’s', (_mine, others, request) => others.signed(request)],
  ['an unknown one', (_mine, _others, request) => new TestPasskey().signed(request)],
  [
    'one from another origin',
    (mine, _others, request) => mine.signed(request, { origin: 'http://localhost.evil.example' }),
  ],
  [
    'one with another challenge',
    (mine, _others, request) => mine.signed(request, { challenge: 'c29tZXRoaW5nIGVsc2U' }),
  ],
  [
    'one whose counter falls, like a copy’s',
    (mine, _others, request) => {
      mine.signed(request, { counter: 9 });
      return mine.signed(request, { counter: 1 });
    },
  ],
  ['one under another id', (mine, others, request) => others.signed(request).replaceAll(others.id, mine.id)],
])('a passkey is refused: %s', async (_name, answer) => {
  const tom = await world.member();
  const [{ passkey: mine }, { passkey: others }] = [await world.withPasskey(lea), await world.withPasskey(tom)];
  // It has been used twice.
  const used = await world.asked(lea);
  expect(
    await isIn(
      await world.second({
        ticket: used.ticket,
        passkey: mine.signed(used.passkey ?? { challenge: '' }, { counter: 2 }),
      }),
    ),
  ).toBe(true);
  const { ticket, passkey } = await world.asked(lea);
  expect(await world.second({ ticket, passkey: answer(mine, others, passkey ?? { challenge: '' }) })).toMatchObject({
    code: 0,
    reason: 'bad_passkey',
  });
});

test('a remembered browser is asked for no second factor for ninety days, for its member alone', async () => {
  const tom = await world.member();
  const { secret } = await world.withTotp(lea);
  await world.withTotp(tom);
  const forgotten = await world.second({ ticket: (await world.asked(lea)).ticket, second: world.codeOf(secret) });
  expect(entered(forgotten).device).toBeNull();
  world.clock.advance(PERIOD_MS);
  const { device } = entered(
    await world.second({ ticket: (await world.asked(lea)).ticket, second: world.codeOf(secret), remember_device: '1' }),
  );
  expect(device).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(await world.login(lea, { device })).toMatchObject({ code: 1 });
  expect(await world.login(tom, { device })).toMatchObject({ reason: 'second_factor_required' });
  expect(await world.login(lea, { device: 'x'.repeat(43) })).toMatchObject({ reason: 'second_factor_required' });
  world.clock.advance(90 * DAY_MS - PERIOD_MS);
  expect(await world.login(lea, { device })).toMatchObject({ code: 1 });
  world.clock.advance(PERIOD_MS);
  expect(await world.login(lea, { device })).toMatchObject({ reason: 'second_factor_required' });
});

test('a changed password forgets every browser', async () => {
  const { secret } = await world.withTotp(lea);
  const { device } = entered(
    await world.second({ ticket: (await world.asked(lea)).ticket, second: world.codeOf(secret), remember_device: '1' }),
  );
  expect(
    await world.http.call(
      'resetpwd',
      { oldpassword: PASSWORD, newpassword: 'Keel8under', second: world.codeOf(secret, 1) },
      { token: lea.token },
    ),
  ).toMatchObject({ code: 1 });
  expect(await world.login(lea, { password: 'Keel8under', device })).toMatchObject({
    reason: 'second_factor_required',
  });
  expect(await world.notificationsOf(lea)).toContain('password-changed');
});

test('a login from somewhere new notifies the member; the first one and one from a known place do not', async () => {
  expect(await world.notificationsOf(lea)).toEqual([]);
  const from = (agent: string, remoteAddress: string) =>
    world.login(lea, {}, { headers: { 'user-agent': agent }, remoteAddress });
  await from(CHROME, '127.0.0.9');
  expect(await world.notificationsOf(lea)).toEqual([]);
  await from(FIREFOX, '127.0.0.1');
  await from(FIREFOX, '127.0.0.1');
  await from(FIREFOX, '203.0.113.7');
  expect(await world.notificationsOf(lea)).toEqual(['sign-in-new', 'sign-in-new']);
  const { data } = await world.http.call('getNoticeList', {}, { token: lea.token });
  expect((data as Answer<'getNoticeList'>).list[0]).toMatchObject({
    title: 'New login',
    content: expect.stringContaining('Firefox, Windows. IP address: 203.0.113.*') as unknown,
  });
});

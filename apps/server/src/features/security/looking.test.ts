import type { Answer } from '@plimsoll/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DbNotifications } from '../../platform/db-notifications.ts';
import { SESSIONS_CHANNEL } from '../../platform/sessions.ts';
import {
  CHROME,
  FIREFOX,
  openSecurityWorld,
  PASSWORD,
  PERIOD_MS,
  type Sailor,
  type SecurityWorld,
} from '../../testing/security-world.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
let world: SecurityWorld;
let lea: Sailor;

beforeAll(async () => {
  world = await openSecurityWorld();
});
beforeEach(async () => {
  world.clock.advance(HOUR_MS);
  lea = await world.member();
});
afterAll(() => world.close());

const enter = async (agent: string, remoteAddress = '203.0.113.77', fields: object = {}): Promise<string> => {
  const answer = await world.login(lea, { ...fields }, { headers: { 'user-agent': agent }, remoteAddress });
  return (answer.data as Answer<'login'>).userinfo.token;
};
const sessions = async (token = lea.token) =>
  ((await world.http.call('getSessions', {}, { token })).data as Answer<'getSessions'>).list;
const signIns = async (fields: Readonly<Record<string, unknown>> = {}) =>
  ((await world.http.call('getSignIns', fields, { token: lea.token })).data as Answer<'getSignIns'>).list;
const isIn = async (token: string, http = world.http): Promise<boolean> =>
  (await http.call('getusr', {}, { token })).code === 1;

test('sessions are listed with browser and place, this one first, without tokens, hashes, whole addresses or agents', async () => {
  world.clock.advance(HOUR_MS);
  const token = await enter(FIREFOX);
  const answer = await world.http.call('getSessions', {}, { token: lea.token });
  expect((answer.data as Answer<'getSessions'>).list).toEqual([
    {
      id: expect.any(Number) as number,
      current: 1,
      bound: 0,
      addtime: new Date(world.clock.nowMs() - HOUR_MS).toISOString(),
      last_seen: expect.any(String) as string,
      browser: 'Chrome',
      system: 'Android',
      address: '127.0.0.*',
    },
    {
      id: expect.any(Number) as number,
      current: 0,
      bound: 0,
      addtime: new Date(world.clock.nowMs()).toISOString(),
      last_seen: new Date(world.clock.nowMs()).toISOString(),
      browser: 'Firefox',
      system: 'Windows',
      address: '203.0.113.*',
    },
  ]);
  const hashes = await world.db.run<{ token_hash: string }>(
    { name: 'test.hashes', text: 'select token_hash from session where member_id = $1' },
    [lea.id],
  );
  for (const hidden of [token, lea.token, ...hashes.map((row) => row.token_hash), '203.0.113.77', 'Mozilla'])
    expect(JSON.stringify(answer.data)).not.toContain(hidden);
  const [row] = await world.db.run<{ all: string }>(
    { name: 'test.row', text: `select string_agg(s::text, ' ') as all from session s where member_id = $1` },
    [lea.id],
  );
  for (const hidden of ['203.0.113.77', 'Mozilla']) expect(row?.all).not.toContain(hidden);
});

test('a member ends one of their own sessions at once, in every process', async () => {
  const other = world.another();
  const token = await enter(FIREFOX);
  const tom = await world.member();
  expect([await isIn(token), await isIn(token, other.http)]).toEqual([true, true]);
  const id = (await sessions()).find(({ current }) => current === 0)?.id;
  expect(await world.http.call('endSession', { id }, { token: tom.token })).toMatchObject({
    code: 204,
    reason: 'not_found',
  });
  const ended = Promise.withResolvers<void>();
  const listener = new DbNotifications(world).listener({
    channel: SESSIONS_CHANNEL,
    received(memberId) {
      other.http.sessions.endedElsewhere(memberId);
      if (memberId === lea.id) ended.resolve();
    },
  });
  await listener.start();
  expect(await world.http.call('endSession', { id }, { token: lea.token })).toMatchObject({
    code: 1,
    msg: 'Device logged out',
  });
  expect(await isIn(token)).toBe(false);
  await ended.promise;
  expect(await isIn(token, other.http)).toBe(false);
  expect([await isIn(lea.token), await isIn(tom.token)]).toEqual([true, true]);
  await listener.stop();
});

test('all other sessions and pending logins end; this session stays', async () => {
  const { secret } = await world.withTotp(lea);
  const { data } = await world.second({
    ticket: (await world.asked(lea)).ticket,
    second: world.codeOf(secret),
    remember_device: '1',
  });
  const second = data as Answer<'loginSecond'>;
  const waiting = await world.asked(lea);
  world.clock.advance(PERIOD_MS);
  expect((await world.http.call('endOtherSessions', {}, { token: lea.token })).data).toEqual({ ended: 1 });
  expect([await isIn(lea.token), await isIn(second.userinfo.token)]).toEqual([true, false]);
  expect(await world.second({ ticket: waiting.ticket, second: world.codeOf(secret) })).toMatchObject({
    reason: 'bad_ticket',
  });
  expect(await world.login(lea, { device: second.device })).toMatchObject({ reason: 'second_factor_required' });
});

test('known browsers are listed, and a forgotten one, or one whose session was ended, is asked for a factor again', async () => {
  const { secret } = await world.withTotp(lea);
  const remembered = async () => {
    world.clock.advance(PERIOD_MS);
    const answer = await world.second(
      { ticket: (await world.asked(lea)).ticket, second: world.codeOf(secret), remember_device: '1' },
      { headers: { 'user-agent': FIREFOX } },
    );
    return answer.data as Answer<'loginSecond'>;
  };
  const listed = async (token: string) =>
    ((await world.http.call('getDevices', {}, { token })).data as Answer<'getDevices'>).list;
  const [first, next] = [await remembered(), await remembered()];
  expect(await listed(next.userinfo.token)).toMatchObject([
    { current: 1, browser: 'Firefox', system: 'Windows' },
    { current: 0, browser: 'Firefox' },
  ]);
  const [, older] = await listed(next.userinfo.token);
  const tom = await world.member();
  expect(await world.http.call('forgetDevice', { id: older?.id }, { token: tom.token })).toMatchObject({
    reason: 'not_found',
  });
  expect(await world.http.call('forgetDevice', { id: older?.id }, { token: lea.token })).toMatchObject({ code: 1 });
  expect(await world.login(lea, { device: first.device })).toMatchObject({ reason: 'second_factor_required' });
  expect(await isIn(first.userinfo.token)).toBe(true);
  const id = (await sessions(next.userinfo.token)).find(({ current }) => current === 1)?.id;
  expect(await world.http.call('endSession', { id }, { token: lea.token })).toMatchObject({ code: 1 });
  expect(await world.login(lea, { device: next.device })).toMatchObject({ reason: 'second_factor_required' });
});

test('the history lists logins and failed attempts with their cause; attempts on unknown accounts are not stored', async () => {
  await world.login(
    lea,
    { password: 'Wrong2026' },
    { headers: { 'user-agent': FIREFOX }, remoteAddress: '198.51.100.4' },
  );
  await world.security.settled();
  await world.http.call('login', { username: 'nobody@example.com', password: 'Wrong2026' });
  const { secret } = await world.withTotp(lea);
  const { ticket } = await world.asked(lea);
  await world.second({ ticket, second: world.wrongOf(secret) });
  await world.security.settled();
  await world.second({ ticket, second: world.codeOf(secret) });
  await world.db.run({ name: 'test.freeze', text: 'update member set frozen = true where id = $1' }, [lea.id]);
  await world.login(lea);
  await world.security.settled();
  await world.db.run({ name: 'test.thaw', text: 'update member set frozen = false where id = $1' }, [lea.id]);
  expect((await signIns()).map(({ outcome, second }) => `${outcome} ${second ?? '-'}`)).toEqual([
    'frozen -',
    'in totp',
    'wrong-code -',
    'wrong-password -',
    'in -',
  ]);
  expect((await signIns()).at(-2)).toEqual({
    id: expect.any(Number) as number,
    at: expect.any(String) as string,
    outcome: 'wrong-password',
    second: null,
    browser: 'Firefox',
    system: 'Windows',
    address: '198.51.100.*',
  });
  expect((await signIns({ page: 2, limit: 2 })).map(({ outcome }) => outcome)).toEqual([
    'wrong-code',
    'wrong-password',
  ]);
  const rows = await world.owner.run({
    name: 'test.strangers',
    text: 'select from sign_in s where not exists (select from member where id = s.member_id)',
  });
  expect(rows).toEqual([]);
});

test('of many failed attempts a hundred are kept, and they displace no login', async () => {
  await enter(FIREFOX);
  for (let turn = 0; turn < 120; turn += 1) {
    world.clock.advance(31_000);
    await world.login(lea, { password: 'Wrong2026' });
    await world.security.settled();
  }
  const [row] = await world.owner.run<{ logins: number; tries: number }>(
    {
      name: 'test.kept',
      text: `select count(*) filter (where result = 'in')::int as logins, count(*) filter (where result <> 'in')::int as tries from sign_in where member_id = $1`,
    },
    [lea.id],
  );
  expect(row).toEqual({ logins: 2, tries: 100 });
});

test('after ninety days a line is removed, except the last login, with which the next one is compared', async () => {
  await enter(FIREFOX);
  await world.login(lea, { password: 'Wrong2026' });
  await world.security.settled();
  world.clock.advance(90 * DAY_MS);
  await world.security.workers[0]?.start();
  const kept = () =>
    world.owner.run<{ outcome: string }>(
      { name: 'test.lines', text: 'select result as outcome from sign_in where member_id = $1' },
      [lea.id],
    );
  await expect.poll(kept).toEqual([{ outcome: 'in' }]);
  await world.security.workers[0]?.stop();
  const token = await enter(CHROME, '198.51.100.4');
  const { list } = (await world.http.call('getSignIns', {}, { token })).data as Answer<'getSignIns'>;
  expect(list).toHaveLength(1);
  expect(await world.notificationsOf(lea)).toEqual(['sign-in-new', 'sign-in-new']);
});

test('the calls need a login', async () => {
  for (const name of [
    'getSecurity',
    'getSessions',
    'getDevices',
    'getSignIns',
    'endOtherSessions',
    'startTotp',
    'startPasskey',
  ]) {
    expect(await world.http.call(name, { password: PASSWORD })).toMatchObject({ code: 401 });
  }
});

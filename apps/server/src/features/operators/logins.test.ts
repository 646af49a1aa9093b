import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openOperatorsWorld, PASSWORD, type OperatorsWorld } from '../../testing/operators-world.ts';

let world: OperatorsWorld;
beforeAll(async () => {
  world = await openOperatorsWorld();
});
// Wrong logins of one test must not count in the next.
beforeEach(() => world.clock.advance(16 * 60_000));
afterAll(async () => {
  await world.audit();
  await world.close();
});

const MINUTE_MS = 60_000;
const session = (token: string) => world.ask('GET', '/session', { token });
const tried = (username: string, password: string) => world.ask('POST', '/session', { fields: { username, password } });

test('openSession gives a token of 256 bits, the role and the name; readSession returns the operator, and endSession ends the session', async () => {
  const { status, body } = await world.ask('POST', '/session', { fields: { username: ' Owner ', password: PASSWORD } });
  expect(status).toBe(201);
  expect(body).toMatchObject({ role: 'owner', username: 'owner', totp: 0 });
  const token = String(body['token']);
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(await session(token)).toMatchObject({
    status: 200,
    body: { id: body['id'], username: 'owner', role: 'owner', totp: 0, mode: 'demo' },
  });
  const ended = await world.ask('DELETE', '/session', { token });
  expect([ended.status, ended.body]).toEqual([204, {}]);
  expect(await session(token)).toMatchObject({
    status: 401,
    body: { reason: 'unauthenticated' },
    headers: { 'www-authenticate': 'Bearer' },
  });
});

test('no token is stored in plain text', async () => {
  const token = await world.login('owner');
  const found = await world.owner.run<{ hits: number }>(
    { name: 'test.tokens', text: 'select count(*)::int as hits from operator_session where token_hash = $1' },
    [token],
  );
  expect(found).toEqual([{ hits: 0 }]);
});

test('a wrong password, an unknown name and a disabled operator get the same answer', async () => {
  const id = await world.make('gone', 'viewer');
  await world.ask('PATCH', `/operators/${id}`, { token: await world.login('owner'), fields: { enabled: 0 } });
  const answers = [
    await tried('owner', 'not the password'),
    await tried('nobody', PASSWORD),
    await tried('gone', PASSWORD),
    await tried('two words', PASSWORD),
  ];
  for (const { status, body } of answers)
    expect({ status, body }).toEqual({ status: 401, body: { ...answers[0]?.body, reason: 'bad_login' } });
});

test('a token is accepted in the Authorization header alone, and in one form', async () => {
  const token = await world.login('owner');
  for (const headers of [
    { token },
    { authorization: token },
    { authorization: `Basic ${token}` },
    { authorization: `Bearer ${token} x` },
    { authorization: `Bearer ${token}x` },
  ]) {
    expect(await world.ask('GET', '/session', { headers })).toMatchObject({
      status: 401,
      body: { reason: 'unauthenticated' },
    });
  }
  expect(await world.ask('GET', '/session', { fields: { token } })).toMatchObject({ status: 401 });
  expect(await world.ask('GET', '/session', { headers: { authorization: `bearer ${token}` } })).toMatchObject({
    status: 200,
  });
});

test('five wrong passwords throttle an account for at most a minute, for the right one too', async () => {
  await world.make('slow', 'viewer');
  for (let turn = 0; turn < 5; turn += 1)
    expect(await tried('slow', 'not the password')).toMatchObject({ status: 401 });
  const slowed = await tried('SLOW', PASSWORD);
  expect(slowed).toMatchObject({ status: 429, body: { reason: 'too_many_requests' } });
  const seconds = Number(slowed.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(await tried('owner', PASSWORD)).toMatchObject({ status: 201 });
  world.clock.advance(seconds * 1000);
  expect(await tried('slow', PASSWORD)).toMatchObject({ status: 201 });
  expect(await tried('slow', PASSWORD)).toMatchObject({ status: 201 });
});

test('parallel wrong passwords cannot outrun the count', async () => {
  const statuses = (
    await Promise.all(Array.from({ length: 12 }, () => tried('nobody-at-all', 'not the password')))
  ).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(7);
});

test('a session ends after 30 minutes without use and after twelve hours in any case', async () => {
  const idle = await world.login('owner');
  world.clock.advance(30 * MINUTE_MS - 1);
  expect(await session(idle)).toMatchObject({ status: 200 });
  world.clock.advance(30 * MINUTE_MS - 1);
  expect(await session(idle)).toMatchObject({ status: 200 });
  world.clock.advance(30 * MINUTE_MS);
  expect(await session(idle)).toMatchObject({ status: 401 });

  const busy = await world.login('owner');
  for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
    world.clock.advance(20 * MINUTE_MS);
    expect(await session(busy)).toMatchObject({ status: 200 });
  }
  world.clock.advance(20 * MINUTE_MS);
  expect(await session(busy)).toMatchObject({ status: 401 });
});

test('the use of a session is written once a minute, and shown in the list of operators', async () => {
  const token = await world.login('owner');
  const lastUsed = async () =>
    (
      await world.db.run<{ at: Date }>({
        name: 'test.lastUsed',
        text: 'select max(last_used_at) as at from operator_session',
      })
    )[0]?.at.getTime();
  const opened = await lastUsed();
  world.clock.advance(MINUTE_MS - 1);
  await session(token);
  expect(await lastUsed()).toBe(opened);
  world.clock.advance(1);
  await session(token);
  expect(await lastUsed()).toBe(world.clock.nowMs());
  expect(await world.ask('GET', '/operators', { token, fields: { q: 'OWNER' } })).toMatchObject({
    body: { total: 1, list: [{ last_seen: new Date(world.clock.nowMs()).toISOString() }] },
  });
});

test('changeOwnPassword asks for the old one, ends every other session and leaves this one', async () => {
  await world.make('changing', 'clerk');
  const [other, own] = [await world.login('changing'), await world.login('changing')];
  const change = (password: string, newpassword: string) =>
    world.ask('POST', '/operators/me/password', { token: own, fields: { password, newpassword } });
  expect(await change('not the password', 'Another long enough')).toMatchObject({
    status: 422,
    body: { reason: 'wrong_password' },
  });
  for (const weak of ['short', 'password123', '1234567890', 'aaaaaaaaaaaa', 'abababababab', 'x'.repeat(129)]) {
    expect(await change(PASSWORD, weak)).toMatchObject({ status: 422, body: { reason: 'bad_password' } });
  }
  expect(await change(PASSWORD, 'Another long enough')).toMatchObject({ status: 200 });
  expect([(await session(other)).status, (await session(own)).status]).toEqual([401, 200]);
  expect(await tried('changing', PASSWORD)).toMatchObject({ status: 401 });
  expect(await tried('changing', 'Another long enough')).toMatchObject({ status: 201 });
});

test('guessing the password within a session is throttled', async () => {
  await world.make('guarded', 'viewer');
  const token = await world.login('guarded');
  const guess = () =>
    world.ask('POST', '/operators/me/password', {
      token,
      fields: { password: 'a wrong guess', newpassword: 'Another long enough' },
    });
  for (let turn = 0; turn < 5; turn += 1)
    expect(await guess()).toMatchObject({ status: 422, body: { reason: 'wrong_password' } });
  expect(await guess()).toMatchObject({ status: 429, body: { reason: 'too_many_requests' } });
});

test('logins, logouts and wrong passwords of operators are in the log, attempts on unknown names and throttled ones are not', async () => {
  const id = await world.make('watched', 'viewer');
  const before = (await world.logged()).length;
  const token = await world.login('watched');
  await world.ask('DELETE', '/session', { token });
  for (let turn = 0; turn < 9; turn += 1) await tried('watched', 'not the password');
  for (let turn = 0; turn < 9; turn += 1) await tried('unwatched', 'not the password');
  expect(await world.logged(before)).toEqual([
    `login session/${id} by watched`,
    `logout session/${id} by watched`,
    ...Array.from({ length: 5 }, () => `refuse-login session/${id} by server`),
  ]);
});

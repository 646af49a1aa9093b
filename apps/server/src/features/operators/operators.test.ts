import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../platform/db.ts';
import { openOperatorsWorld, PASSWORD, type OperatorsWorld } from '../../testing/operators-world.ts';

let world: OperatorsWorld;
let token: string;
let ownId: number;
beforeAll(async () => {
  world = await openOperatorsWorld();
  token = await world.login('owner');
  ownId = Number((await world.ask('GET', '/session', { token })).body['id']);
});
afterAll(async () => {
  await world.audit();
  await world.close();
});

const patch = (id: string | number, fields: Readonly<Record<string, unknown>>, by = token) =>
  world.ask('PATCH', `/operators/${id}`, { token: by, fields });
const create = (fields: Readonly<Record<string, unknown>>) =>
  world.ask('POST', '/operators', { token, fields: { password: PASSWORD, role: 'clerk', ...fields } });
const status = async (of: string) => (await world.ask('GET', '/session', { token: of })).status;

test('createOperator creates an operator who logs in by the lower-case name; listOperators and readOperator return it without secrets', async () => {
  const { status: made, body } = await create({ username: 'Mate@Quay.example' });
  const item = {
    id: body['id'],
    username: 'mate@quay.example',
    role: 'clerk',
    totp: 0,
    passkeys: 0,
    enabled: 1,
    addtime: new Date(world.clock.nowMs()).toISOString(),
    last_seen: null,
    email: '',
    established: null,
  };
  expect([made, body]).toEqual([201, item]);
  expect((await world.ask('GET', `/operators/${String(body['id'])}`, { token })).body).toEqual(item);
  expect((await world.ask('GET', '/operators', { token, fields: { q: 'quay' } })).body).toEqual({
    list: [item],
    total: 1,
  });
  const [{ count } = { count: 0 }] = await world.db.run(
    sql<{ count: number }>('test.operators', 'select count(*)::int as count from operator'),
  );
  const oldestFirst = await world.ask('GET', '/operators', { token, fields: { sort: 'id', limit: 1 } });
  expect(oldestFirst.body).toMatchObject({ list: [{ username: 'owner' }], total: count });
  expect((await world.ask('GET', '/operators', { token, fields: { page: 9 } })).body).toEqual({
    list: [],
    total: count,
  });
  expect(await world.login('mate@quay.example')).toHaveLength(43);
});

test('operators are listed by whether they may log in', async () => {
  const id = Number((await create({ username: 'laid-up', enabled: 0 })).body['id']);
  const listed = async (status: string) =>
    (
      (await world.ask('GET', '/operators', { token, fields: { status, limit: 50 } })).body['list'] as { id: number }[]
    ).map((each) => each.id);
  expect(await listed('0')).toContain(id);
  expect(await listed('1')).not.toContain(id);
  expect(await listed('1')).toContain(ownId);
  expect(await listed('')).toEqual(expect.arrayContaining([id, ownId]));
});

test('an operator can be changed while a session of theirs is used, and neither fails', async () => {
  const id = await world.make('busy', 'viewer');
  const own = await world.login('busy');
  world.clock.advance(2 * 60_000);
  const asked = await world.owner.transaction(async (tx) => {
    await tx.run(sql<never>('test.lockOperator', 'select from operator where id = $1 for no key update'), [id]);
    const asking = world.ask('GET', '/session', { token: own });
    const waiting = sql<{ waits: boolean }>(
      'test.waits',
      `
      select exists (select from pg_locks l join pg_stat_activity a on a.pid = l.pid where not l.granted and a.datname = current_database()) as waits`,
    );
    await expect.poll(async () => (await world.db.run(waiting))[0]?.waits).toBe(true);
    await tx.run(sql<never>('test.endSessions', 'delete from operator_session where operator_id = $1'), [id]);
    return { asking };
  });
  expect((await asked.asking).status).toBe(200);
  expect(await status(own)).toBe(401);
});

test('a used name, in any case, is a conflict; a malformed name and a weak password are refused', async () => {
  await create({ username: 'bosun' });
  expect(await create({ username: 'BOSUN' })).toMatchObject({ status: 409, body: { reason: 'already_exists' } });
  expect(await create({ username: 'two words' })).toMatchObject({
    status: 422,
    body: { reason: 'bad_text', field: 'username' },
  });
  for (const password of ['short', 'Password123', 'zzzzzzzzzzzz', 'long-enough-name']) {
    expect(await create({ username: 'long-enough-name', password })).toMatchObject({
      status: 422,
      body: { reason: 'bad_password', title: expect.stringContaining('eight') as unknown },
    });
  }
  expect(await create({ username: 'later', role: 'admiral' })).toMatchObject({
    status: 422,
    body: { reason: 'bad_value', field: 'role' },
  });
});

test('a new role and being disabled end the operator’s sessions at once, in every process', async () => {
  const id = await world.make('shifted', 'viewer');
  const elsewhere = world.another();
  for (const fields of [{ role: 'clerk' }, { enabled: 0 }]) {
    const own = await world.login('shifted');
    expect(await elsewhere.identify(own)).toMatchObject({ username: 'shifted' });
    expect(await patch(id, fields)).toMatchObject({ status: 200 });
    expect(await status(own)).toBe(401);
    expect(await elsewhere.identify(own)).toBeUndefined();
  }
  expect(await patch(id, { enabled: 1 })).toMatchObject({ status: 200, body: { enabled: 1, role: 'clerk' } });
  const own = await world.login('shifted');
  // An unchanged operator keeps the session, unlogged.
  const before = (await world.logged()).length;
  expect(await patch(id, { enabled: 1, role: 'clerk' })).toMatchObject({ status: 200 });
  expect(await status(own)).toBe(200);
  expect(await world.logged(before)).toEqual([]);
});

test('changeOperator refuses an empty change, an unknown operator and another’s password', async () => {
  const id = await world.make('unchanged', 'viewer');
  expect(await patch(id, {})).toMatchObject({ status: 422, body: { reason: 'nothing_to_change' } });
  expect(await patch('999999999', { enabled: 0 })).toMatchObject({ status: 404, body: { reason: 'not_found' } });
  expect(await patch(id, { password: PASSWORD })).toMatchObject({
    status: 422,
    body: { reason: 'unknown_field', field: 'password' },
  });
  expect(await patch(id, { username: 'other' })).toMatchObject({
    status: 422,
    body: { reason: 'unknown_field', field: 'username' },
  });
  expect(await world.ask('GET', '/operators/999999999', { token })).toMatchObject({ status: 404 });
});

test('owners cannot change themselves by changeOperator', async () => {
  for (const fields of [{ enabled: 0 }, { role: 'viewer' }, { email: 'me@quay.example' }]) {
    expect(await patch(ownId, fields)).toMatchObject({ status: 409, body: { reason: 'in_use' } });
  }
  expect(await status(token)).toBe(200);
});

test('of two owners who disable each other at the same moment one stays', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const otherId = await world.make(`rival-${turn}`, 'owner');
    const other = await world.login(`rival-${turn}`);
    const answers = await Promise.all([patch(otherId, { enabled: 0 }), patch(ownId, { enabled: 0 }, other)]);
    const owners = (
      await world.ask('GET', '/operators', {
        token: (await status(token)) === 200 ? token : other,
        fields: { limit: 50 },
      })
    ).body['list'] as { role: string; enabled: number }[];
    expect(owners.filter(({ role, enabled }) => role === 'owner' && enabled === 1)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    if ((await status(token)) === 200) continue;
    expect(await patch(ownId, { enabled: 1 }, other)).toMatchObject({ status: 200 });
    token = await world.login('owner');
    expect(await patch(otherId, { enabled: 0 })).toMatchObject({ status: 200 });
  }
});

test('an unsupported method is 405 with the supported ones; an unknown path is 404; both are problems with a reason', async () => {
  const refused = await world.ask('DELETE', `/operators/${ownId}`, { token });
  expect(refused).toMatchObject({
    status: 405,
    headers: { allow: 'GET, PATCH', 'content-type': 'application/problem+json; charset=utf-8' },
    body: { reason: 'method_not_allowed', status: 405 },
  });
  expect(await world.ask('DELETE', '/session/1', { token })).toMatchObject({
    status: 404,
    body: { reason: 'unknown_path' },
  });
  expect(await world.ask('GET', '/session/', { token })).toMatchObject({ status: 404 });
  expect(await world.ask('PATCH', '/operators', { token })).toMatchObject({
    status: 405,
    headers: { allow: 'GET, POST' },
  });
});

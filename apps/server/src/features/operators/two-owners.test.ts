import { afterEach, beforeEach, expect, test } from 'vitest';
import { errorCode, sql } from '../../platform/db.ts';
import { createPasswords } from '../../platform/passwords.ts';
import { codeAt, openOperatorsWorld, PASSWORD, type OperatorsWorld } from '../../testing/operators-world.ts';
import { makeFirstOperator, makeOwners } from './index.ts';

// Attacks that a review found (C3, H3): one owner became two, took over another's login, and live mode accepted a
// password of one letter.

const HOUR_MS = 60 * 60_000;
const MINUTE_MS = 60_000;
const BERT = 'bert@quay.example';
const keys = new Map<string, string>();
let world: OperatorsWorld;
let owner: string;
let bert: string;

const ask = (
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  token: string,
  fields: Readonly<Record<string, unknown>> = {},
) => world.ask(method, path, { token, fields });
const linkIn = (text = '') => /claim#(\S+)/.exec(text)?.[1] ?? '';
const claim = (link: string, password = PASSWORD) =>
  world.ask('POST', '/session/claim', { fields: { link, password } });
async function enter(username: string): Promise<string> {
  world.clock.advance(30_000);
  const key = keys.get(username);
  return world.login(username, key === undefined ? undefined : codeAt(key, world.clock.nowMs()));
}
async function enrol(username: string): Promise<void> {
  keys.set(username, await world.enrol(await enter(username)));
}
const proposed = async (token: string, fields: Readonly<Record<string, unknown>>) => {
  const { status, body } = await ask('POST', '/operators', token, fields);
  return [status, (body['proposal'] as { id: number } | undefined)?.id] as const;
};
const operators = async () =>
  (await world.db.run(sql<{ username: string }>('test.names', 'select username from operator order by id'))).map(
    ({ username }) => username,
  );

/** Creates the second owner and enrols both; neither is established yet. */
async function twoOwners(): Promise<void> {
  await enrol('owner');
  const [second] = await makeOwners([BERT], { db: world.db, clock: world.clock, passwords: createPasswords() });
  await claim(second?.link ?? '');
  await enrol(BERT);
  [owner, bert] = [await enter('owner'), await enter(BERT)];
}
/** Both owners, established and logged in. */
async function established(): Promise<void> {
  await twoOwners();
  world.clock.advance(25 * HOUR_MS);
  [owner, bert] = [await enter('owner'), await enter(BERT)];
}
/** Creates an operator by both owners, who chooses a password; the id. */
async function created(username: string, role: 'owner' | 'clerk'): Promise<string> {
  const [, id] = await proposed(owner, { username, role, email: `${username}@quay.example` });
  const { body } = await ask('POST', `/proposals/${id}/approve`, bert);
  await claim(linkIn(world.mails.at(-1)?.text));
  return String((body['result'] as { id: number }).id);
}

beforeEach(async () => {
  world = await openOperatorsWorld('live');
  keys.clear();
  owner = await world.login('owner');
});
afterEach(async () => {
  await world.audit();
  await world.close();
});

test('in live mode an operator without a second factor can only set one', async () => {
  expect(await ask('GET', '/session', owner)).toMatchObject({ status: 200, body: { enrol: 1, mode: 'live' } });
  for (const [method, path] of [
    ['GET', '/operators'],
    ['POST', '/operators'],
    ['GET', '/audit'],
    ['GET', '/proposals'],
    ['POST', '/proposals/1/approve'],
  ] as const) {
    expect(await ask(method, path, owner)).toMatchObject({ status: 403, body: { reason: 'factor_missing' } });
  }
  await enrol('owner');
  owner = await enter('owner');
  expect(await ask('GET', '/operators', owner)).toMatchObject({ status: 200 });
});

test('the command line creates the second owner and no third; each chooses a password by a link that works once', async () => {
  const made = (addresses: readonly string[]) =>
    makeOwners(addresses, { db: world.db, clock: world.clock, passwords: createPasswords() });
  await expect(made(['anna@quay.example', BERT])).rejects.toThrow('There are 1 owners');
  await expect(made(['no address'])).rejects.toThrow('is not an e-mail address');
  const [second] = await made([BERT]);
  await expect(made(['cleo@quay.example'])).rejects.toThrow('There are 2 owners');
  expect(await claim(second?.link ?? '', 'password123')).toMatchObject({
    status: 422,
    body: { reason: 'bad_password' },
  });
  expect(await claim(second?.link ?? '')).toMatchObject({ status: 200, body: { username: BERT } });
  expect(await claim(second?.link ?? '')).toMatchObject({ status: 422, body: { reason: 'link_over' } });
});

test('a link that is none, over or of a weak password costs no hash, and strangers’ tries wait in their network’s turn', async () => {
  const [second] = await makeOwners([BERT], { db: world.db, clock: world.clock, passwords: createPasswords() });
  const link = second?.link ?? '';
  const before = world.hashed();
  expect(await claim('x'.repeat(43))).toMatchObject({ body: { reason: 'link_over' } });
  expect(await claim(link, 'password123')).toMatchObject({ body: { reason: 'bad_password' } });
  expect(world.hashed()).toBe(before);
  const held = await world.owner.transaction(async (tx) => {
    await tx.run(sql<never>('test.lockClaims', 'lock table operator_claim in access exclusive mode'));
    const tries = Array.from({ length: 201 }, () => claim('x'.repeat(43)));
    // Two hundred wait in a process; only what is refused at once is answered now.
    const first = await Promise.race(tries);
    expect(first).toMatchObject({
      status: 429,
      headers: { 'retry-after': '5' },
      body: { reason: 'too_many_requests' },
    });
    return { tries };
  });
  const reasons = (await Promise.all(held.tries)).map(({ body }) => body['reason']);
  expect(reasons.filter((reason) => reason === 'link_over')).toHaveLength(200);
  expect(world.hashed()).toBe(before);
  expect(await claim(link)).toMatchObject({ status: 200, body: { username: BERT } });
  expect(await claim(link)).toMatchObject({ body: { reason: 'link_over' } });
  expect(world.hashed()).toBe(before + 1);
});

test('an operator whose factor is younger than 24 hours proposes and approves nothing', async () => {
  await twoOwners();
  expect(
    await ask('POST', '/operators', owner, { username: 'sock', role: 'owner', email: 'sock@quay.example' }),
  ).toMatchObject({ status: 409, body: { reason: 'not_established' } });
  world.clock.advance(25 * HOUR_MS);
  [owner, bert] = [await enter('owner'), await enter(BERT)];
  expect(await ask('GET', '/proposals', bert)).toMatchObject({ status: 200, body: { established: { yes: 1 } } });
});

test('one owner cannot create another: another established owner must approve, and the first does not choose the password', async () => {
  await established();
  const before = await operators();
  expect(
    await ask('POST', '/operators', owner, {
      username: 'sock',
      role: 'owner',
      email: 'sock@quay.example',
      password: PASSWORD,
    }),
  ).toMatchObject({ status: 422, body: { reason: 'not_settable', field: 'password' } });
  const [status, id] = await proposed(owner, { username: 'sock', role: 'owner', email: 'sock@quay.example' });
  expect([status, await operators()]).toEqual([202, before]);
  expect(await ask('POST', `/proposals/${id}/approve`, owner)).toMatchObject({
    status: 409,
    body: { reason: 'same_operator' },
  });
  expect(await operators()).toEqual(before);
  expect(await ask('GET', `/proposals/${id}`, bert)).toMatchObject({
    body: {
      kind: 'operators',
      what: 'create',
      before: null,
      after: { username: 'sock', role: 'owner' },
      username: 'owner',
      may: 'yours',
    },
  });
  const approved = await ask('POST', `/proposals/${id}/approve`, bert, { remark: 'known to me' });
  expect(approved).toMatchObject({
    status: 200,
    body: {
      status: 2,
      decided: { username: BERT, remark: 'known to me' },
      result: { username: 'sock', established: null },
    },
  });
  expect(await operators()).toEqual([...before, 'sock']);
  expect(await ask('POST', `/proposals/${id}/approve`, bert)).toMatchObject({
    status: 409,
    body: { reason: 'already_decided' },
  });
  // The link is mailed to the new operator alone.
  const link = linkIn(world.mails.at(-1)?.text);
  expect([world.mails.at(-1)?.to, link.length]).toEqual(['sock@quay.example', 43]);
  expect(JSON.stringify(approved.body)).not.toContain(link);
  expect((await claim(link)).status).toBe(200);
});

test('an operator created by the proposer approves nothing of theirs for 72 hours, and nothing at all for 24 hours', async () => {
  await established();
  await created('sock', 'owner');
  await enrol('sock');
  const waiting = async () =>
    (await proposed(owner, { username: `mate-${world.clock.nowMs()}`, role: 'clerk', email: 'mate@quay.example' }))[1];
  owner = await enter('owner');
  const young = await waiting();
  expect(await ask('POST', `/proposals/${young}/approve`, await enter('sock'))).toMatchObject({
    status: 409,
    body: { reason: 'not_established' },
  });
  world.clock.advance(25 * HOUR_MS);
  owner = await enter('owner');
  const related = await waiting();
  const sock = await enter('sock');
  expect(await ask('GET', `/proposals/${related}`, sock)).toMatchObject({ body: { may: 'related' } });
  expect(await ask('POST', `/proposals/${related}/approve`, sock)).toMatchObject({
    status: 409,
    body: { reason: 'not_established' },
  });
  // Established now, but not at the time of the proposal.
  expect(await ask('POST', `/proposals/${young}/approve`, sock)).toMatchObject({
    status: 409,
    body: { reason: 'not_established' },
  });
  world.clock.advance(50 * HOUR_MS);
  owner = await enter('owner');
  expect(await ask('POST', `/proposals/${await waiting()}/approve`, await enter('sock'))).toMatchObject({
    status: 200,
  });
});

test('a reset needs two operators, its link is mailed to its owner, and their new factor starts a new waiting time', async () => {
  await established();
  const id = await created('sock', 'owner');
  await enrol('sock');
  for (const fields of [{ password: PASSWORD }, { totp: 0 }])
    expect(await ask('PATCH', `/operators/${id}`, owner, fields)).toMatchObject({
      status: 422,
      body: { reason: 'unknown_field' },
    });
  const [sent, before] = [world.mails.length, await enter('sock')];
  const { status, body } = await ask('POST', `/operators/${id}/reset`, owner, {
    remark: 'phone at the bottom of the sea',
  });
  expect([status, world.mails.length, (await ask('GET', '/session', before)).status]).toEqual([202, sent, 200]);
  const proposal = (body['proposal'] as { id: number }).id;
  bert = await enter(BERT);
  expect(await ask('POST', `/proposals/${proposal}/approve`, bert)).toMatchObject({
    status: 200,
    body: { result: { totp: 0, established: null } },
  });
  expect([(await ask('GET', '/session', before)).status, world.mails.at(-1)?.to]).toEqual([401, 'sock@quay.example']);
  expect(await world.ask('POST', '/session', { fields: { username: 'sock', password: PASSWORD } })).toMatchObject({
    status: 401,
    body: { reason: 'bad_login' },
  });
});

test('a promotion needs two operators, a demotion one', async () => {
  await established();
  const id = await created('mate', 'clerk');
  expect(await ask('PATCH', `/operators/${id}`, owner, { role: 'viewer' })).toMatchObject({
    status: 200,
    body: { role: 'viewer' },
  });
  expect(await ask('PATCH', `/operators/${id}`, owner, { role: 'owner' })).toMatchObject({
    status: 202,
    body: { proposal: { before: { role: 'viewer' }, after: { role: 'owner' } } },
  });
  expect(await ask('PATCH', `/operators/${id}`, owner, { enabled: 0 })).toMatchObject({
    status: 200,
    body: { enabled: 0 },
  });
  expect(await ask('PATCH', `/operators/${id}`, owner, { enabled: 1 })).toMatchObject({ status: 202 });
  expect(await ask('GET', `/operators/${id}`, owner)).toMatchObject({ body: { role: 'viewer', enabled: 0 } });
});

test('one owner undoes neither another owner’s disabling nor a demotion or new e-mail in the moment of its commit', async () => {
  await established();
  const id = await created('mate', 'owner');
  const waiting = sql<{ waits: boolean }>(
    'test.waits',
    `select exists (select from pg_locks l join pg_stat_activity a on a.pid = l.pid where not l.granted and a.datname = current_database()) as waits`,
  );
  const read = async () => (await ask('GET', `/operators/${id}`, owner)).body;
  for (const others of [`enabled = false`, `role = 'viewer'`, `email = 'other@quay.example'`]) {
    const { enabled, role, email } = await read();
    const { answer } = await world.owner.transaction(async (tx) => {
      // As the other owner's change is before its commit.
      await tx.run(
        sql<never>(
          `test.changed ${others}`,
          `
        with changed as (update operator o set ${others} where id = $1 returning id, operator_rights(o) as rights)
        select operator_audit_append($2, null, 'server', 'server', 'change', 'operators', id::text, null, rights, '', '') from changed`,
        ),
        [id, new Date(world.clock.nowMs())],
      );
      const asking = ask('PATCH', `/operators/${id}`, bert, { enabled, role, email });
      await expect.poll(async () => (await world.db.run(waiting))[0]?.waits).toBe(true);
      return { answer: asking };
    });
    expect([others, await answer]).toMatchObject([others, { status: 409, body: { reason: 'changed_meanwhile' } }]);
  }
  expect(await read()).toMatchObject({ enabled: 0, role: 'viewer', email: 'other@quay.example' });
  // What gives nothing more still needs one.
  expect(await ask('PATCH', `/operators/${id}`, bert, { role: 'viewer' })).toMatchObject({ status: 200 });
});

test('each decision asks for a code of the last five minutes', async () => {
  await established();
  const [, id] = await proposed(owner, { username: 'later', role: 'clerk', email: 'later@quay.example' });
  bert = await enter(BERT);
  world.clock.advance(6 * MINUTE_MS);
  expect(await ask('POST', `/proposals/${id}/approve`, bert)).toMatchObject({
    status: 403,
    body: { reason: 'factor_needed' },
  });
  expect(await ask('POST', '/session/factor', bert, { code: '000000' })).toMatchObject({
    status: 422,
    body: { reason: 'wrong_code' },
  });
  expect(
    await ask('POST', '/session/factor', bert, { code: codeAt(keys.get(BERT) ?? '', world.clock.nowMs()) }),
  ).toMatchObject({ status: 200, body: { fresh: 1 } });
  expect(await ask('POST', `/proposals/${id}/approve`, bert)).toMatchObject({ status: 200 });
});

test('a proposal is refused when its thing was changed meanwhile', async () => {
  await established();
  const id = await created('later', 'clerk');
  const { body } = await ask('PATCH', `/operators/${id}`, owner, { role: 'owner' });
  expect(await ask('PATCH', `/operators/${id}`, owner, { role: 'viewer' })).toMatchObject({ status: 200 });
  bert = await enter(BERT);
  const proposal = (body['proposal'] as { id: number }).id;
  expect(await ask('POST', `/proposals/${proposal}/approve`, bert)).toMatchObject({
    status: 409,
    body: { reason: 'changed_meanwhile' },
  });
  expect(await ask('POST', `/proposals/${proposal}/reject`, owner, { remark: 'not now' })).toMatchObject({
    status: 200,
    body: { status: 3 },
  });
});

test('the database refuses an approval by the proposer, by an operator who is not established, and by one who was established only later', async () => {
  await established();
  await created('later', 'clerk');
  await created('sock', 'owner');
  const [, id] = await proposed(owner, { username: 'never', role: 'owner', email: 'never@quay.example' });
  const decide = sql<never>(
    'test.approve',
    `update proposal set status = 2, decided_by = o.id, decided_at = $3, decision_remark = '' from operator o where proposal.id = $1 and o.username = $2`,
  );
  const outcome = (username: string) =>
    world.db.run(decide, [id, username, new Date(world.clock.nowMs())]).then(() => 'done', errorCode);
  expect([await outcome('owner'), await outcome('later')]).toEqual(['23514', '23514']);
  // Sock sets a factor now, and a day passes.
  await world.owner.run(
    sql<never>(
      'test.enrolled',
      `
    with changed as (update operator o set totp_confirmed_at = $1 where username = 'sock' returning id, operator_rights(o) as rights)
    select operator_audit_append($1, null, 'server', 'server', 'change', 'operators', id::text, null, rights, '', '') from changed`,
    ),
    [new Date(world.clock.nowMs())],
  );
  world.clock.advance(96 * HOUR_MS);
  expect(await outcome('sock')).toBe('23514');
  const insert = sql<never>(
    'test.propose',
    `insert into proposal (kind, what, role, data, after, proposed_by, proposed_at) select 'operators', 'create', 'owner', '{}', '{}', id, $1 from operator where username = 'later'`,
  );
  expect(await world.db.run(insert, [new Date(world.clock.nowMs())]).then(() => 'done', errorCode)).toBe('23514');
  for (const rule of [
    `update operator_rule set established_after = '0'`,
    'delete from operator_rule',
    'delete from operator_link',
    `update proposal set after = '{}'`,
    'delete from proposal',
  ]) {
    expect(await world.db.run(sql<never>(`test.${rule}`, rule)).then(() => 'done', errorCode)).toMatch(
      /^(?:23514|42501)$/,
    );
  }
  expect(await outcome(BERT)).toBe('done');
});

test('ten wrong codes stop codes, and the operator is mailed', async () => {
  await established();
  await world.owner.run(sql<never>('test.mailed', `update operator set email = $1 where username = $1`), [BERT]);
  const tried = (code: string) =>
    world.ask('POST', '/session', { fields: { username: BERT, password: PASSWORD, totp: code } });
  for (let turn = 0; turn < 10; turn += 1) {
    world.clock.advance(16 * MINUTE_MS);
    expect(await tried('000000')).toMatchObject({ body: { reason: 'bad_totp' } });
  }
  world.clock.advance(16 * MINUTE_MS);
  expect(await tried(codeAt(keys.get(BERT) ?? '', world.clock.nowMs()))).toMatchObject({
    status: 403,
    body: { reason: 'codes_stopped' },
  });
  expect(world.mails.at(-1)).toMatchObject({
    to: BERT,
    text: expect.stringContaining('10 wrong authenticator codes') as unknown,
  });
});

test('an operator lists and ends their own sessions', async () => {
  await enrol('owner');
  const [here, there] = [await enter('owner'), await enter('owner')];
  const { body } = await ask('GET', '/operators/me/sessions', here);
  const list = body['list'] as { id: number; here: number }[];
  expect(list.filter(({ here: is }) => is === 1)).toHaveLength(1);
  const other = list.find(({ here: is }) => is === 0)?.id;
  expect(await ask('POST', '/operators/me/sessions/end', here, { id: other })).toMatchObject({
    status: 200,
    body: { ended: 1 },
  });
  expect(await ask('POST', '/operators/me/sessions/end', here, {})).toMatchObject({ status: 200 });
  expect([(await ask('GET', '/session', here)).status, (await ask('GET', '/session', there)).status]).toEqual([
    200, 401,
  ]);
});

test('live mode refuses a weak first password', async () => {
  const first = (password: string) =>
    makeFirstOperator(
      { username: 'a', password },
      { db: world.db, clock: world.clock, passwords: createPasswords(), mode: 'live' },
    );
  await world.owner.run(sql<never>('test.noOwner', 'delete from operator_session'));
  await world.owner.run(
    sql<never>(
      'test.disabled',
      `
    with changed as (update operator o set enabled = false where enabled returning id, operator_rights(o) as rights)
    select operator_audit_append($1, null, 'server', 'server', 'change', 'operators', id::text, null, rights, '', '') from changed`,
    ),
    [new Date(world.clock.nowMs())],
  );
  for (const password of ['a', 'password123', 'aaaaaaaaaaaaaaaaaaaa', 'fourteen chars'])
    await expect(first(password)).rejects.toThrow('OPERATOR_PASSWORD must have at least 15 characters');
  expect(await first('Bilge-pump 7 starboard')).toBeUndefined();
  expect(await operators()).toContain('a');
});

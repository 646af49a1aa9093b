import { afterAll, beforeAll, expect, test } from 'vitest';
import { requireCleanAudit } from '../../testing/clean-audit.ts';
import { openOperatorsWorld, type OperatorsWorld } from '../../testing/operators-world.ts';
import { errorCode, sql, type Db } from '../../platform/db.ts';
import { appendAuditLog } from '../../platform/operator-log.ts';
import { operatorAudits } from './index.ts';

const DENIED = '42501';

let world: OperatorsWorld;
let token: string;
let mateId: string;
let texts = 0;
const raw = <Row = Record<string, unknown>>(text: string) => sql<Row>(`log.${(texts += 1)}`, text);
const outcome = (db: Db, text: string): Promise<string> =>
  db.run(raw(text)).then(
    () => 'done',
    (error: unknown) => errorCode(error) ?? String(error),
  );

beforeAll(async () => {
  world = await openOperatorsWorld();
  token = await world.login('owner');
  mateId = await world.make('mate', 'viewer');
  await world.ask('PATCH', `/operators/${mateId}`, { token, fields: { role: 'clerk' } });
});
afterAll(async () => {
  await world.audit();
  await world.close();
});

const audit = (fields: Readonly<Record<string, unknown>>) => world.ask('GET', '/audit', { token, fields });
const idsIn = (body: Readonly<Record<string, unknown>>): number[] =>
  (body['list'] as { id: number }[]).map(({ id }) => id);

test('listAudit lists what an owner changed, before and after, newest first, narrowed to one thing or one operator', async () => {
  const { body } = await audit({ resource: 'operators', ref: mateId });
  expect(body).toMatchObject({
    total: 2,
    list: [
      {
        action: 'change',
        resource: 'operators',
        ref: mateId,
        username: 'owner',
        role: 'owner',
        remark: '',
        address: '127.0.0.1',
        at: new Date(world.clock.nowMs()).toISOString(),
        before: { role: 'viewer', enabled: 1, totp: 0 },
        after: { role: 'clerk', enabled: 1, totp: 0 },
        hash: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
      },
      { action: 'create', before: null, after: { username: 'mate', role: 'viewer' } },
    ],
  });
  const [line] = body['list'] as { id: number }[];
  expect((await world.ask('GET', `/audit/${line?.id}`, { token })).body).toEqual(line);
  expect(await world.ask('GET', '/audit/999999', { token })).toMatchObject({
    status: 404,
    body: { reason: 'not_found' },
  });
  expect((await audit({ q: 'SERVER', resource: 'operators' })).body).toMatchObject({
    total: 1,
    list: [{ id: 1, operator_id: null, role: 'server', action: 'create', after: { role: 'owner' } }],
  });
  expect((await audit({ q: 'nobody' })).body).toEqual({ list: [], total: 0 });
  const all = idsIn((await audit({ limit: 50 })).body);
  expect(all).toEqual(all.toSorted((a, b) => b - a));
  expect(idsIn((await audit({ limit: 50, sort: 'id' })).body)).toEqual(all.toReversed());
  expect(idsIn((await audit({ limit: 50, before: 3 })).body)).toEqual([2, 1]);
  expect(idsIn((await audit({ page: 2, limit: 2 })).body)).toEqual(all.slice(2, 4));
  expect((await audit({ page: 201, limit: 50 })).body).toEqual({ list: [], total: all.length });
});

test('each filter of the log is read by an index, from either end', async () => {
  // Plans as for a million lines.
  const plans = await world.owner.transaction(async (tx) => {
    await tx.run(raw('set local enable_seqscan = off'));
    await tx.run(raw('set local enable_sort = off'));
    const found: string[] = [];
    for (const where of [
      'true',
      `username = 'a'`,
      `resource = 'a'`,
      `ref = 'a'`,
      `username = 'a' and resource = 'b'`,
      `resource = 'a' and ref = 'b'`,
      `resource = 'a' and ref = 'b' and id < 9`,
    ]) {
      for (const direction of ['asc', 'desc']) {
        const rows = await tx.run(
          raw<{ 'QUERY PLAN': string }>(
            `explain select * from operator_audit where ${where} order by id ${direction} limit 10`,
          ),
        );
        found.push(...rows.map((row) => row['QUERY PLAN']));
      }
    }
    return found;
  });
  expect(plans.filter((line) => /Seq Scan|Sort/.test(line))).toEqual([]);
});

test.each([
  `update operator_audit set remark = 'other' where id = 1`,
  'delete from operator_audit',
  'truncate operator_audit',
  'update operator_audit_head set id = 0',
  'delete from operator_audit_head',
  `insert into operator_audit select * from operator_audit where false`,
  `insert into operator_audit_head values (true, 0, '')`,
  'alter table operator_audit disable trigger all',
  `update operator set username = 'other'`,
  'delete from operator',
  'update operator set id = id + 1',
])('the server’s own role cannot: %s', async (statement) => {
  expect(await outcome(world.db, statement)).toBe(DENIED);
});

test.each<[string, string, string]>([
  ['a line that was changed', `update operator_audit set remark = 'other' where id = 2`, 'line 2: '],
  [
    'a line that was sealed again after it was changed',
    `update operator_audit a set remark = 'other', hash = operator_audit_link(a.previous_hash, jsonb_populate_record(a, '{"remark": "other"}')) where id = 2`,
    'line 3',
  ],
  ['a missing line in the middle', 'delete from operator_audit where id = 2', 'line 3'],
  [
    'a missing last line',
    'delete from operator_audit where id = (select id from operator_audit_head)',
    'the head says line',
  ],
  ['a log without a head', 'delete from operator_audit_head', 'the head says line none'],
  [
    'an owner made past the console',
    `update operator set role = 'owner' where username = 'mate'`,
    'mate: role is "owner", the log last says "clerk"',
  ],
  [
    'an authenticator added past the console',
    `update operator set totp_confirmed_at = now() where username = 'mate'`,
    'mate: totp is 1, the log last says 0',
  ],
  [
    'an operator that the log does not know',
    `insert into operator (username, password_hash, role, created_at) values ('stowaway', '', 'owner', now())`,
    'stowaway: enabled is 1, the log last says nothing',
  ],
  ['a session of a disabled operator', `update operator set enabled = false where username = 'owner'`, 'owner: '],
])('the audit finds %s, also one by the tables’ owner', async (_what, statement, expected) => {
  const report = await world.owner
    .transaction(async (tx) => {
      await tx.run(raw(statement));
      const seen = await requireCleanAudit({ ...world.owner, snapshot: (work) => work(tx) }, operatorAudits).then(
        () => '',
        (error: Error) => error.message,
      );
      throw Object.assign(new Error('undone'), { seen });
    })
    .catch((error: { seen?: string }) => error.seen);
  expect(report).toContain(expected);
});

test('lines written at the same moment form one chain, none lost, and a rolled back one leaves no gap', async () => {
  const before = (await world.logged()).length;
  const write = (ref: string, fails: boolean) =>
    world.db
      .transaction(async (tx) => {
        await appendAuditLog(
          tx,
          { by: { address: '' }, action: 'test', resource: 'tests', ref, after: { deep: [1, 1.5, 'é', null] } },
          world.clock.nowMs(),
        );
        if (fails) throw new Error('rolled back');
      })
      .catch(() => {});
  await Promise.all(Array.from({ length: 40 }, (_each, turn) => write(String(turn), turn % 4 === 0)));
  expect(await world.logged(before)).toHaveLength(30);
  await world.audit();
});

import { isAtLeast, operatorCalls, ROLES } from '@plimsoll/contract/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../platform/db.ts';
import { openFundingWorld, type FundedMember, type FundingWorld } from '../../testing/funding-world.ts';
import { fundingAudits } from './index.ts';

// Access of roles, the queues, and findings of the audit.

let funding: FundingWorld;
let viewer: string;
let lea: FundedMember;
let tom: FundedMember;
const recharges: number[] = [];
const withdrawals: number[] = [];
beforeAll(async () => {
  funding = await openFundingWorld();
  await funding.owner.run(sql<never>('test.limits', `update coin set min_withdrawal = 1, fee_type = 2, fee_fixed = 1`));
  viewer = (await funding.http.operator('viewer')).token;
  const treasurer = await funding.http.operator('treasurer');
  [lea, tom] = [await funding.member({ USDT: '1000' }), await funding.member({ USDT: '1000' })];
  for (const member of [lea, tom, lea]) {
    recharges.push(await funding.claimed(member));
    withdrawals.push(await funding.asked(member));
  }
  const approve = async (resource: string, id: number | undefined, verdict = 'approve') => {
    const { status } = await funding.http.ask('POST', `/${resource}/${id}/${verdict}`, {
      token: treasurer.token,
      fields: { remark: 'so it is' },
    });
    expect(status).toBe(200);
  };
  for (const [resource, ids] of [
    ['recharges', recharges],
    ['withdrawals', withdrawals],
  ] as const) {
    await approve(resource, ids[0]);
    await approve(resource, ids[1], 'reject');
  }
});
afterAll(async () => {
  await funding.audit();
  await funding.close();
});

const queue = async (resource: string, fields: Record<string, string>) => {
  const { status, body } = await funding.http.ask('GET', `/${resource}`, { token: viewer, fields });
  return status === 200
    ? [(body['list'] as { id: number }[]).map(({ id }) => id), body['total']]
    : [status, body['reason']];
};

test.each(['recharges', 'withdrawals'])(
  '%s are listed newest first, by status, by number, by whose they are, and in pages',
  async (resource) => {
    const ids = resource === 'recharges' ? recharges : withdrawals;
    const [first = 0, second = 0, third = 0] = ids;
    expect(await queue(resource, {})).toEqual([[third, second, first], 3]);
    expect(await queue(resource, { sort: 'id' })).toEqual([ids, 3]);
    expect(await queue(resource, { limit: '2', page: '2' })).toEqual([[first], 3]);
    expect(await queue(resource, { page: '9' })).toEqual([[], 3]);
    expect(await queue(resource, { before: String(third), limit: '1' })).toEqual([[second], 3]);
    expect(await queue(resource, { status: '1' })).toEqual([[third], 1]);
    expect(await queue(resource, { status: '2' })).toEqual([[first], 1]);
    expect(await queue(resource, { status: '3' })).toEqual([[second], 1]);
    expect(await queue(resource, { q: String(second) })).toEqual([[second], 1]);
    expect(await queue(resource, { q: lea.username })).toEqual([[third, first], 2]);
    expect(await queue(resource, { q: lea.username, status: '1' })).toEqual([[third], 1]);
    expect(await queue(resource, { member_id: tom.id })).toEqual([[second], 1]);
    expect(await queue(resource, { member_id: tom.id, q: String(first) })).toEqual([[], 0]);
    expect(await queue(resource, { q: 'nobody' })).toEqual([[], 0]);
    expect(await queue(resource, { status: '4' })).toEqual([422, 'bad_value']);
    expect(await queue(resource, { limit: '51' })).toEqual([422, 'bad_page']);
    expect(await queue(resource, { colour: 'red' })).toEqual([422, 'unknown_field']);
  },
);

const ours = operatorCalls.filter(({ path }) => path.startsWith('/recharges') || path.startsWith('/withdrawals'));

test.each(ours.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '%s is done by who may, and by nobody else',
  async (_name, { method, path, role: needed }) => {
    const place = path.replace('{id}', '1');
    expect(await funding.http.ask(method, place)).toMatchObject({ status: 401, body: { reason: 'unauthenticated' } });
    expect(await funding.http.ask(method, place, { token: lea.token })).toMatchObject({ status: 401 });
    for (const role of ROLES) {
      const { token } = await funding.http.operator(role);
      const { status } = await funding.http.ask(method, place, {
        token,
        fields: method === 'POST' ? { remark: 'so it is' } : {},
      });
      // No record has this number: a permitted role gets a 404.
      expect([role, status]).toEqual([
        role,
        isAtLeast(role, needed ?? 'viewer') ? (path.includes('{id}') ? 404 : 200) : 403,
      ]);
    }
  },
);

test('deposits need a clerk, withdrawals a treasurer', () => {
  expect(Object.fromEntries(ours.map(({ method, path, role }) => [`${method} ${path}`, role]))).toEqual({
    'GET /recharges': 'viewer',
    'GET /recharges/{id}': 'viewer',
    'POST /recharges/{id}/approve': 'clerk',
    'POST /recharges/{id}/reject': 'clerk',
    'GET /withdrawals': 'viewer',
    'GET /withdrawals/{id}': 'viewer',
    'POST /withdrawals/{id}/approve': 'treasurer',
    'POST /withdrawals/{id}/reject': 'treasurer',
  });
});

test.each([
  [
    'a deposit that credits more than its journal',
    'update recharge set credited = credited + 1 where status = 2',
    'each deposit that was approved',
  ],
  [
    'an approved deposit without a journal',
    `update recharge set status = 2, credited = claimed, decided_by = 101, decided_at = now() where status = 1`,
    'each deposit that was approved',
  ],
  [
    'a journal whose deposit is refused',
    `update recharge set status = 3, credited = null, remark = 'x' where status = 2`,
    'each deposit that was approved',
  ],
  [
    'a withdrawal of another amount than is held',
    'update withdrawal set amount = amount + 1, net = net + 1 where status = 1',
    'each withdrawal is held',
  ],
  [
    'a fee that was not taken',
    'update withdrawal set fee = fee + 1, net = net - 1 where status = 2',
    'each withdrawal is held',
  ],
  [
    'a refusal that was sent',
    `update withdrawal set status = 3, remark = 'x' where status = 2`,
    'each withdrawal is held',
  ],
  ['an approval too few', 'delete from withdrawal_approval', 'each withdrawal that was sent'],
  [
    'an approval too many',
    `insert into withdrawal_approval select w.id, 2, o.id, now(), '' from withdrawal w, (select max(id) as id from operator) o where w.status = 2`,
    'each withdrawal that was sent',
  ],
  ['an address that counts wrong', 'update payout_address set used = used + 1', 'each address'],
])('the audit finds %s', async (_what, spoil, name) => {
  // Rolled back: the audit runs inside the transaction.
  const failed = await funding.owner
    .transaction(async (tx) => {
      for (const table of ['recharge', 'withdrawal', 'withdrawal_approval'])
        await tx.run({ name: `quiet ${table}`, text: `alter table ${table} disable trigger user` });
      await tx.run({ name: `spoil ${spoil}`, text: spoil });
      const found: string[] = [];
      for (const each of fundingAudits)
        if ((await tx.run({ name: `look ${each.key}`, text: each.wrong })).length > 0) found.push(each.name);
      throw Object.assign(new Error('undone'), { found });
    })
    .catch((error: unknown) => (error as { found?: string[] }).found ?? String(error));
  expect(failed).toContainEqual(expect.stringContaining(name));
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../platform/db.ts';
import { openFundingWorld, type FundingWorld } from '../../testing/funding-world.ts';
import { lookForAlerts } from './alerts.ts';

// What each event writes, and that it is written by the transaction that does it. The journals of orders are in the
// tests of spot and options; here their rows are enough.

let funding: FundingWorld;
beforeAll(async () => {
  funding = await openFundingWorld();
  await funding.owner.run(
    sql(
      'test.endpoint',
      `insert into webhook_endpoint (name, url, events, enabled, created_at) values ('All', 'https://hooks.example/',
        array['deposit.decided', 'withdrawal.decided', 'order.settled', 'member.registered', 'alert.raised'], true, now())`,
    ),
  );
});
afterAll(() => funding.close());

const written = sql<{ type: string; member_id: string; body: string }>(
  'test.written',
  'select type, member_id, body from webhook_message where id > $1 order by id',
);
const last = sql<{ id: string }>('test.last', 'select coalesce(max(id), 0)::text as id from webhook_message');
const mark = async (): Promise<string> => (await funding.world.db.run(last))[0]?.id ?? '0';
const since = async (id: string) =>
  (await funding.world.db.run(written, [id])).map(({ type, member_id, body }) => ({
    type,
    member_id,
    body: JSON.parse(body) as { type: string; timestamp: string; data: Record<string, unknown> },
  }));

test('a member who registers is reported by their number alone', async () => {
  const before = await mark();
  const { id } = await funding.http.newMember('lea@example.com');
  const all = await since(before);
  expect(all).toMatchObject([
    { type: 'member.registered', member_id: id, body: { data: { member: Number(id), invited_by: null } } },
  ]);
  expect(JSON.stringify(all)).not.toContain('lea');
});

test('a deposit is reported when it is credited or rejected, not when it is claimed', async () => {
  const member = await funding.member();
  const { token } = await funding.http.operator('treasurer');
  const before = await mark();
  const [one, other] = [await funding.claimed(member), await funding.claimed(member)];
  expect(await since(before)).toEqual([]);
  const decide = (id: number, verdict: string, fields: object) =>
    funding.http.ask('POST', `/recharges/${id}/${verdict}`, { token, fields: { ...fields } });
  expect((await decide(one, 'approve', { amount: '80.5' })).status).toBe(200);
  expect((await decide(other, 'reject', { remark: 'not received' })).status).toBe(200);
  const data = { member: Number(member.id), coin: 'USDT', claimed: '100.00000000' };
  expect(await since(before)).toMatchObject([
    {
      type: 'deposit.decided',
      member_id: member.id,
      body: {
        type: 'deposit.decided',
        timestamp: new Date(funding.world.clock.nowMs()).toISOString(),
        data: { ...data, deposit: one, result: 'credited', credited: '80.50000000' },
      },
    },
    { body: { data: { ...data, deposit: other, result: 'rejected', credited: null } } },
  ]);
});

test('a decision that is rolled back is not reported', async () => {
  const member = await funding.member();
  const id = await funding.claimed(member);
  const before = await mark();
  const rejected = sql<never>(
    'test.reject',
    `update recharge set status = 3, remark = 'no', decided_by = (select min(id) from operator), decided_at = now() where id = $1`,
  );
  const failing = funding.owner.transaction(async (tx) => {
    await tx.run(rejected, [id]);
    expect(await tx.run(written, [before])).toHaveLength(1);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(await since(before)).toEqual([]);
});

test('a withdrawal is reported when it is sent or rejected', async () => {
  const member = await funding.member({ USDT: '500' });
  const { token } = await funding.http.operator('treasurer');
  const [one, other] = [await funding.asked(member), await funding.asked(member)];
  const before = await mark();
  const decide = (id: number, verdict: string, fields: object = {}) =>
    funding.http.ask('POST', `/withdrawals/${id}/${verdict}`, { token, fields: { ...fields } });
  expect((await decide(one, 'approve')).status).toBe(200);
  expect((await decide(other, 'reject', { remark: 'ask again' })).status).toBe(200);
  const all = await since(before);
  const data = { member: Number(member.id), coin: 'USDT', amount: '50.00000000' };
  expect(all).toMatchObject([
    { type: 'withdrawal.decided', member_id: member.id, body: { data: { ...data, withdrawal: one, result: 'sent' } } },
    { body: { data: { ...data, withdrawal: other, result: 'rejected' } } },
  ]);
  for (const { body } of all)
    expect(Object.keys(body.data)).toEqual(['withdrawal', 'member', 'coin', 'amount', 'fee', 'net', 'result']);
});

const ORDER = `insert into spot_order (member_id, market_id, side, status, limit_price, quantity, held, filled, paid, fee,
    fee_rate, placed_at)
  values ($1, (select id from market order by id limit 1), 1, $2, 100, 2, $3, $4, $5, $6, 0.001, $7) returning id`;

test('a spot order is reported when it ends: at once, filled later, or cancelled', async () => {
  const { id: memberId } = await funding.member();
  const at = new Date('2026-01-05T09:00:00Z');
  const place = sql<{ id: string }>('test.place', ORDER);
  const before = await mark();
  const placed = async (...values: readonly unknown[]) =>
    Number((await funding.owner.run(place, [memberId, ...values, at]))[0]?.id);
  const filledAtOnce = await placed(2, '0', '2', '199', '0.002');
  const filledLater = await placed(1, '200', '0', '0', '0');
  const cancelled = await placed(1, '200', '0', '0', '0');
  expect(await since(before)).toHaveLength(1);
  const partly = sql<never>(
    'test.partly',
    `update spot_order set held = 100, filled = 1, paid = 100, fee = 0.001, traded_at = $2 where id = $1`,
  );
  await funding.owner.run(partly, [cancelled, at]);
  expect(await since(before)).toHaveLength(1);
  const end = sql<never>(
    'test.end',
    `update spot_order set held = 0, status = case id when $1 then 2 else 3 end, filled = case id when $1 then 2 else 1 end,
       paid = case id when $1 then 200 else 100 end, traded_at = $3 where id in ($1, $2)`,
  );
  await funding.owner.run(end, [filledLater, cancelled, new Date('2026-01-05T09:00:01.234Z')]);
  // What has ended is no news, whoever writes to it.
  await funding.owner.run(sql('test.again', 'update spot_order set fee_rate = fee_rate'));
  const data = { kind: 'spot', member: Number(memberId), market: 'btcusdt', side: 'buy' };
  expect((await since(before)).map(({ body }) => body)).toEqual([
    {
      type: 'order.settled',
      timestamp: '2026-01-05T09:00:00.000Z',
      data: {
        ...data,
        order: filledAtOnce,
        result: 'completed',
        filled: '2.00000000',
        paid: '199.00000000',
        fee: '0.00200000',
      },
    },
    {
      type: 'order.settled',
      timestamp: '2026-01-05T09:00:01.234Z',
      data: {
        ...data,
        order: filledLater,
        result: 'completed',
        filled: '2.00000000',
        paid: '200.00000000',
        fee: '0.00000000',
      },
    },
    {
      type: 'order.settled',
      timestamp: '2026-01-05T09:00:01.234Z',
      data: {
        ...data,
        order: cancelled,
        result: 'cancelled',
        filled: '1.00000000',
        paid: '100.00000000',
        fee: '0.00100000',
      },
    },
  ]);
});

test('an alert is raised once while it holds, and again when it holds again', async () => {
  const { db, clock } = funding.world;
  const member = await funding.member({ USDT: '500' });
  const id = await funding.asked(member);
  const before = await mark();
  const HOUR_MS = 3_600_000;
  await lookForAlerts(db, clock.nowMs() + 23 * HOUR_MS);
  const withdrawals = async () =>
    (await since(before)).filter(({ body }) => body.data['name'] === 'WithdrawalsWait').map(({ body }) => body);
  expect(await withdrawals()).toEqual([]);
  await Promise.all([1, 2, 3].map((seconds) => lookForAlerts(db, clock.nowMs() + 25 * HOUR_MS + seconds * 1000)));
  await lookForAlerts(db, clock.nowMs() + 26 * HOUR_MS);
  expect(await withdrawals()).toMatchObject([{ type: 'alert.raised', data: { name: 'WithdrawalsWait' } }]);
  const { token } = await funding.http.operator('treasurer');
  await funding.http.ask('POST', `/withdrawals/${id}/reject`, { token, fields: { remark: 'too late' } });
  await lookForAlerts(db, clock.nowMs() + 27 * HOUR_MS);
  const asked = await funding.asked(member);
  await lookForAlerts(db, clock.nowMs() + 28 * HOUR_MS);
  expect(asked).toBeGreaterThan(id);
  expect(await withdrawals()).toHaveLength(2);
});

test('an audit that finds something, and an endpoint that is stuck, are alerts', async () => {
  const { db } = funding.world;
  const before = await mark();
  const audit = sql<never>('test.audit', `select audit_record('all', $1, $1, $2, $3, '{}', 0, null, audit_ends())`);
  await db.run(audit, [new Date(), 'findings', 2]);
  // By the database's clock: what was written here waits.
  await lookForAlerts(db, Date.now() + 16 * 60_000);
  const names = (await since(before)).map(({ body }) => [body.data['name'], body.data['figure']]);
  expect(names).toContainEqual(['AuditFindings', '2.0000']);
  expect(names.map(([name]) => name)).toContain('WebhookStuck');
});

test('without an endpoint that receives alerts none are looked for', async () => {
  const { db } = funding.world;
  await funding.owner.run(sql('test.fewer', `update webhook_endpoint set events = array['order.settled']`));
  await lookForAlerts(db, Date.now());
  await lookForAlerts(db, Date.now() + 400 * 86_400_000);
  const open = sql<{ n: number }>('test.open', 'select count(*)::int as n from alert where ended_at is null');
  expect(await db.run(open)).toEqual([{ n: 0 }]);
});

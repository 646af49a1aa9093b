import { amount } from '@plimsoll/money';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { errorCode, sql } from '../../platform/db.ts';
import type { OperatorAnswer } from '../../testing/operator-http.ts';
import { openFundingWorld, type FundedMember, type FundingWorld } from '../../testing/funding-world.ts';

// A clerk had credited 900 million on a claim of one, and a treasurer sent five times 9,999 below a threshold of
// 10,000.

const HOUR_MS = 60 * 60_000;
let funding: FundingWorld;
beforeAll(async () => {
  funding = await openFundingWorld();
  await funding.owner.run(
    sql<never>(
      'test.limits',
      'update coin set min_withdrawal = 1, max_withdrawal = 100000, fee_type = 2, fee_fixed = 0',
    ),
  );
});
afterEach(async () => {
  funding.set.settings = {};
  await funding.audit();
  funding.world.clock.advance(25 * HOUR_MS);
});
afterAll(() => funding.close());

type Who = { readonly token: string };
const sends = (id: number, { token }: Who): Promise<OperatorAnswer> =>
  funding.http.ask('POST', `/withdrawals/${id}/approve`, { token, fields: { remark: 'seen' } });
const credits = (id: number, { token }: Who, quantity?: string): Promise<OperatorAnswer> =>
  funding.http.ask('POST', `/recharges/${id}/approve`, {
    token,
    fields: { remark: 'seen', ...(quantity === undefined ? {} : { amount: quantity }) },
  });
const proposalOf = ({ body }: OperatorAnswer): number => (body['proposal'] as { readonly id: number }).id;
const approves = (id: number, { token }: Who, verdict = 'approve'): Promise<OperatorAnswer> =>
  funding.http.ask('POST', `/proposals/${id}/${verdict}`, { token, fields: { remark: 'seen too' } });
/** An operator whose second factor is new. */
async function young(role: 'treasurer' | 'clerk') {
  const made = await funding.http.operator(role);
  await funding.owner.run(sql<never>('test.young', 'update operator set totp_confirmed_at = $2 where id = $1'), [
    made.id,
    new Date(funding.world.clock.nowMs()),
  ]);
  return made;
}

test('a member’s withdrawals of a day are summed: parts below the threshold need two operators as well', async () => {
  const lea = await funding.member({ USDT: '60000' });
  const ids = [];
  for (let turn = 0; turn < 5; turn += 1) ids.push(await funding.asked(lea, { num: '9999' }));
  const [one, other] = [await funding.http.operator('treasurer'), await funding.http.operator('treasurer')];
  const [first = 0, second = 0, third = 0] = ids;
  expect((await sends(first, one)).status).toBe(200);
  // Another operator cannot avoid it either.
  expect(await sends(second, one)).toMatchObject({ status: 202, body: { status: 1, approvals_needed: 2 } });
  expect(await sends(third, other)).toMatchObject({ status: 202 });
  expect(await sends(second, one)).toMatchObject({ status: 409, body: { reason: 'same_operator' } });
  expect(await sends(second, other)).toMatchObject({ status: 200, body: { status: 2 } });
  funding.world.clock.advance(24 * HOUR_MS);
  expect((await sends(ids[3] ?? 0, other)).status).toBe(200);
});

test('what an operator sends without a second in a day is summed over members, within a batch too', async () => {
  const one = await funding.http.operator('treasurer');
  const members = await Promise.all([0, 1, 2].map(() => funding.member({ USDT: '5000' })));
  const ids = await Promise.all(members.map((each) => funding.asked(each, { num: '4000' })));
  const answers = await Promise.all(ids.map((id) => sends(id, one)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 202]);
});

test('both operators of a withdrawal are established, and neither was made by the other', async () => {
  const lea = await funding.member({ USDT: '60000' });
  const id = await funding.asked(lea, { num: '20000' });
  const [one, fresh] = [await funding.http.operator('treasurer'), await young('treasurer')];
  expect(await sends(id, fresh)).toMatchObject({ status: 409, body: { reason: 'not_established' } });
  expect((await sends(id, one)).status).toBe(202);
  expect(await sends(id, fresh)).toMatchObject({ status: 409, body: { reason: 'not_established' } });
  const made = await funding.http.operator('treasurer');
  await funding.owner.run(sql<never>('test.made', `insert into operator_link values ($1, $2, 'create', $3)`), [
    made.id,
    one.id,
    new Date(funding.world.clock.nowMs() - HOUR_MS),
  ]);
  expect(await sends(id, made)).toMatchObject({ status: 409, body: { reason: 'not_established' } });
  const approve = sql<never>(
    'test.second',
    `insert into withdrawal_approval (withdrawal_id, n, operator_id, at, remark) values ($1, 2, $2, $3, '')`,
  );
  for (const by of [made.id, fresh.id])
    expect(
      await funding.world.db
        .run(approve, [id, by, new Date(funding.world.clock.nowMs())])
        .then(() => 'done', errorCode),
    ).toBe('23514');
  expect((await sends(id, await funding.http.operator('treasurer'))).status).toBe(200);
});

const claimed = async (num: string): Promise<[number, FundedMember]> => {
  const lea = await funding.member();
  return [await funding.claimed(lea, { num }), lea];
};

test('crediting above the claim needs two operators, who both see the amount', async () => {
  const clerk = await funding.http.operator('clerk');
  const treasurer = await funding.http.operator('treasurer');
  const [id, lea] = await claimed('1');
  const first = await credits(id, clerk, '900000000');
  expect(first).toMatchObject({
    status: 202,
    body: {
      proposal: {
        kind: 'recharges',
        ref: String(id),
        before: { num: '1.00000000' },
        after: { num: '900000000.00000000', coinName: 'USDT' },
        may: 'proposed',
      },
    },
  });
  expect(await funding.balances(lea)).toEqual(['0', '0']);
  expect(await credits(id, clerk, '900000000')).toMatchObject({ status: 409, body: { reason: 'same_operator' } });
  expect(await approves(proposalOf(first), await young('treasurer'))).toMatchObject({
    status: 409,
    body: { reason: 'not_established' },
  });
  expect(await approves(proposalOf(first), treasurer, 'reject')).toMatchObject({ status: 200, body: { status: 3 } });
  // The deposit still waits, and can be credited as claimed.
  expect(await funding.http.ask('GET', `/recharges/${id}`, treasurer)).toMatchObject({ body: { status: 1 } });
  const again = await credits(id, clerk, '2');
  expect(await approves(proposalOf(again), treasurer)).toMatchObject({
    status: 200,
    body: { status: 2, result: { id, num: '2.00000000', status: 2 } },
  });
  expect(await funding.balances(lea)).toEqual(['2', '0']);
});

test('deposits above the threshold, each or summed within a day by member or operator, need two', async () => {
  const clerk = await funding.http.operator('clerk');
  const lea = await funding.member();
  const [small, part, large] = [
    await funding.claimed(lea, { num: '6000' }),
    await funding.claimed(lea, { num: '6000' }),
    await funding.claimed(lea, { num: '10000.00000001' }),
  ];
  expect((await credits(small, clerk)).status).toBe(200);
  const waiting = await credits(part, clerk);
  expect(waiting.status).toBe(202);
  expect((await credits(large, clerk)).status).toBe(202);
  // The second approval may be given on the deposit's page.
  expect(await credits(part, await funding.http.operator('clerk'))).toMatchObject({ status: 200, body: { status: 2 } });
  expect(
    await funding.http.ask('GET', `/proposals/${proposalOf(waiting)}`, await funding.http.operator('treasurer')),
  ).toMatchObject({ body: { status: 2 } });
  expect(await funding.balances(lea)).toEqual(['12000', '0']);
  const [other] = await claimed('5000');
  expect((await credits(other, clerk)).status).toBe(202);
  funding.world.clock.advance(24 * HOUR_MS);
  const [next] = await claimed('5000');
  expect((await credits(next, clerk)).status).toBe(200);
});

test('a refusal ends a waiting proposal', async () => {
  funding.set.settings = { four_eyes_threshold: amount('1000000') };
  const clerk = await funding.http.operator('clerk');
  const [id] = await claimed('100000000');
  const waiting = await credits(id, clerk);
  expect(waiting.status).toBe(202);
  const treasurer = await funding.http.operator('treasurer');
  expect(
    (
      await funding.http.ask('POST', `/recharges/${id}/reject`, {
        token: treasurer.token,
        fields: { remark: 'no such payment' },
      })
    ).status,
  ).toBe(200);
  expect(await approves(proposalOf(waiting), treasurer)).toMatchObject({
    status: 409,
    body: { reason: 'already_decided' },
  });
});

test('the database refuses a credit above the claim by one operator', async () => {
  const clerk = await funding.http.operator('clerk');
  const [id] = await claimed('1');
  const change = sql<never>(
    'test.credit',
    `update recharge set status = 2, credited = 5, alone_worth = 5, decided_by = $2, decided_at = $3 where id = $1`,
  );
  expect(
    await funding.world.db
      .run(change, [id, clerk.id, new Date(funding.world.clock.nowMs())])
      .then(() => 'done', errorCode),
  ).toBe('23514');
});

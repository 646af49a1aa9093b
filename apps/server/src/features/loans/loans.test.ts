import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { randomBytes } from 'node:crypto';
import type { Answer } from '@plimsoll/contract';
import type { LoanForOperator } from '@plimsoll/contract/operator';
import { days, openLoanWorld, type Borrower, type LoanWorld } from '../../testing/loan-world.ts';

let world: LoanWorld;
beforeAll(async () => {
  world = await openLoanWorld();
});
afterEach(async () => {
  delete world.switches.loan_switch;
  await world.audit();
});
afterAll(() => world.close());

const balancesOf = ({ id }: Borrower) => world.world.balances(id);
const nowText = (laterMs = 0) => new Date(world.world.clock.nowMs() + laterMs).toISOString();
const ask = (method: 'GET' | 'POST', path: string, fields = {}, token = world.treasurer) =>
  world.http.ask(method, path, { token, fields });

test.each(['getLoanProjects', 'applyLoan', 'cancelLoanApply', 'repayLoan', 'getLoanRecords'])(
  '%s needs a login',
  async (name) => {
    expect(await world.http.call(name, {})).toMatchObject({ code: 401, reason: 'login_required' });
  },
);

test('enabled offers are listed, or the one asked for', async () => {
  const lea = await world.member();
  const [shown, retired] = [
    await world.offer({ min: '100', max: '2000', rate: '0.08', cycle: 7 }),
    await world.offer({ enabled: false }),
  ];
  const offers = async (fields = {}) =>
    ((await world.http.call('getLoanProjects', fields, { token: lea.token })).data as Answer<'getLoanProjects'>).list;
  expect(await offers({ id: shown })).toEqual([
    {
      id: shown,
      title: 'Quay line',
      mechanism: 'Quayside Credit',
      minprice: '100.00000000',
      maxprice: '2000.00000000',
      interest_rate: '0.08000000',
      cycle: 7,
      decimals: 8,
    },
  ]);
  expect([await offers({ id: retired }), await offers({ id: '999999' })]).toEqual([[], []]);
  expect((await offers()).map(({ id }) => id)).not.toContain(retired);
});

test('an application fixes interest and total, moves nothing, and is listed as applied for', async () => {
  const lea = await world.member();
  const answer = await world.apply(lea, { amount: '5000' });
  expect(answer).toMatchObject({ code: 1, msg: 'Loan application submitted for review' });
  const { id, order_num } = answer.data as Answer<'applyLoan'>;
  expect(order_num).toBe(`L260105${id}`);
  expect([await balancesOf(lea), await world.bills(lea)]).toEqual([{}, []]);
  expect(await world.list(lea)).toEqual([
    {
      id,
      title: 'Quay line',
      order_num,
      amount: '5000.00000000',
      interest: '75.00000000',
      repayment_time: null,
      total_amount: '5075.00000000',
      total_due: '5075.00000000',
      late_days: 0,
      late_interest: '0.00000000',
      is_repayment: 0,
      is_repayment_text: 'Not yet due',
      status: 1,
      status_text: 'Pending',
      interest_rate: '0.05000000',
      cycle: 30,
      remark: '',
      addtime: nowText(),
      repaid_time: null,
    },
  ]);
  expect((await world.list(lea, {}, 'zh-cn'))[0]).toMatchObject({ status_text: '处理中', is_repayment_text: '未到期' });
});

test.each([
  ['0.00000125', 1, '501', '0.00000626'],
  ['0.0000005', 1, '501', '0.00000250'],
  ['0.0000015', 1, '501', '0.00000752'],
  ['0', 30, '500', '0.00000000'],
  ['0.03333333', 7, '777', '1.81299982'],
])(
  'at %s percent a day for %i days, %s USDT cost %s: half to even in the last place',
  async (rate, cycle, whole, interest) => {
    const lea = await world.member('1000');
    const id = await world.lent(lea, { id: await world.offer({ rate, cycle }), amount: whole });
    expect(await world.list(lea)).toMatchObject([{ id, interest }]);
    expect(await world.repay(lea, id)).toMatchObject({ code: 1 });
  },
);

test('an application needs whole USDT within the offer’s limits and three uploads of the member’s own', async () => {
  const [lea, tom] = [await world.member(), await world.member()];
  const refused = async (fields: Record<string, unknown>) => {
    const { code, reason, msg } = await world.apply(lea, fields);
    return [code, reason, msg];
  };
  expect(await refused({ amount: '499' })).toEqual([0, 'amount_below_minimum', 'The minimum is 500 USDT']);
  expect(await refused({ amount: '20001' })).toEqual([0, 'amount_above_maximum', 'The maximum is 20,000 USDT']);
  expect((await refused({ amount: '1000.5' })).slice(0, 2)).toEqual([0, 'bad_amount']);
  const large = await world.offer({ max: '900000000000000000', rate: '1', cycle: 100 });
  expect((await refused({ id: large, amount: '900000000000000000' })).slice(0, 2)).toEqual([0, 'bad_amount']);
  expect((await refused({ id: '999999' })).slice(0, 2)).toEqual([204, 'not_found']);
  expect((await refused({ id: await world.offer({ enabled: false }) })).slice(0, 2)).toEqual([204, 'not_found']);
  for (const image of ['front_card', 'later_card', 'handheld_card'] as const) {
    expect((await refused({ [image]: 'https://elsewhere.example/a.png' })).slice(0, 2)).toEqual([0, 'bad_image']);
    expect((await refused({ [image]: '' })).slice(0, 2)).toEqual([0, 'bad_image']);
    expect((await refused({ [image]: tom.images[image] })).slice(0, 2)).toEqual([204, 'not_found']);
    expect((await refused({ [image]: `/api/uploads/${randomBytes(16).toString('hex')}` })).slice(0, 2)).toEqual([
      204,
      'not_found',
    ]);
  }
  expect(await world.list(lea)).toEqual([]);
  expect([
    (await world.apply(lea, { amount: '500' })).code,
    (await world.apply(lea, { amount: '20000.00' })).code,
  ]).toEqual([1, 1]);
});

test('the switch stops new applications alone, and a repeated key applies once', async () => {
  const lea = await world.member('1000');
  const [out, waiting] = [await world.lent(lea), await world.applied(lea)];
  world.switches.loan_switch = 0;
  expect(await world.apply(lea)).toMatchObject({ code: 201, reason: 'switched_off' });
  expect([
    (await world.cancel(lea, waiting)).code,
    (await world.repay(lea, out)).code,
    (await world.list(lea)).length,
  ]).toEqual([1, 1, 2]);
  delete world.switches.loan_switch;
  const twice = [await world.apply(lea, {}, 'once'), await world.apply(lea, {}, 'once')];
  expect(twice[1]?.data).toEqual(twice[0]?.data);
  expect(await world.list(lea)).toHaveLength(3);
});

test('an approved loan is credited from `loans`, due exactly its days later, and notified', async () => {
  const lea = await world.member();
  const id = await world.applied(lea, { amount: '5000' });
  world.world.clock.advance(12_345);
  const due = nowText(days(30));
  expect(await world.approve(id, 'Welcome')).toMatchObject({
    status: 200,
    body: { id, status: 2, repayment_time: due, username: lea.username },
  });
  expect(await balancesOf(lea)).toEqual({ USDT: '5000.00000000' });
  expect(await world.list(lea, { status: '2' })).toMatchObject([
    {
      status: 2,
      status_text: 'Approved',
      repayment_time: due,
      is_repayment: 0,
      is_repayment_text: 'Due',
      remark: 'Welcome',
    },
  ]);
  expect(await world.bills(lea)).toEqual(['+5000.00000000 Loan received']);
  expect(await world.notices(lea)).toEqual([
    'Loan approved: <p>Your loan of 5,000 USDT was approved and credited to your funds account.</p>',
  ]);
  expect(await world.notices(lea, 'ar')).toHaveLength(1);
});

test('a refused loan shows its remark; an application can be cancelled once, by its member, before it is decided', async () => {
  const [lea, tom] = [await world.member(), await world.member()];
  const [first, second, third] = [await world.applied(lea), await world.applied(lea), await world.lent(lea)];
  expect(await ask('POST', `/loans/${first}/reject`)).toMatchObject({ status: 422, body: { reason: 'remark_needed' } });
  // Links name the operator who opens them.
  expect((await ask('GET', `/loans/${first}`)).body['handheld_card']).toMatch(
    new RegExp(`&operator=\\d+&of=loans\\.${first}\\.handheld_card$`),
  );
  expect(await ask('POST', `/loans/${first}/reject`, { remark: 'The photo is blurred' })).toMatchObject({
    status: 200,
    body: { status: 3, remark: 'The photo is blurred' },
  });
  expect(await world.list(lea, { status: '3' })).toMatchObject([
    { status_text: 'Rejected', is_repayment_text: 'Rejected', remark: 'The photo is blurred', repayment_time: null },
  ]);
  expect((await world.notices(lea))[0]).toContain('The photo is blurred');
  expect(await world.cancel(tom, second)).toMatchObject({ code: 204, reason: 'not_found' });
  expect(await world.cancel(lea, second)).toMatchObject({ code: 1, data: null, msg: 'Application cancelled' });
  expect(await world.list(lea, { status: '4' })).toMatchObject([
    { id: second, status_text: 'Cancelled', is_repayment_text: 'Cancelled' },
  ]);
  for (const id of [first, second, third]) {
    expect(await world.cancel(lea, id)).toMatchObject({ code: 0, reason: 'loan_decided' });
    expect(await world.approve(id)).toMatchObject({ status: 409, body: { reason: 'already_decided' } });
    expect(await ask('POST', `/loans/${id}/reject`, { remark: 'no' })).toMatchObject({
      status: 409,
      body: { reason: 'already_decided' },
    });
  }
  for (const id of [first, second])
    expect(await world.repay(lea, id)).toMatchObject({ code: 0, reason: 'nothing_to_repay' });
  expect(await balancesOf(lea)).toEqual({ USDT: '1000.00000000' });
});

test('a loan beyond the balance of `loans` is a 409, and the application stays open', async () => {
  const lea = await world.member();
  const id = await world.applied(lea, { id: await world.offer({ max: '9000000' }), amount: '8000000' });
  expect((await ask('GET', `/loans/${id}`)).body['checks']).toContainEqual({
    check: 'house_can_pay',
    passed: false,
    at: null,
    remark: '',
  });
  expect(await world.approve(id)).toMatchObject({ status: 409, body: { reason: 'house_limit' } });
  expect([await balancesOf(lea), await world.notices(lea)]).toEqual([{}, []]);
  await world.house('8000000', 'in');
  expect(await world.approve(id)).toMatchObject({ status: 200 });
  expect(await world.repay(lea, id)).toMatchObject({ code: 0, reason: 'insufficient_balance' });
});

test('a member repays early and whole, once: the principal back to loans, the interest to fees', async () => {
  const [lea, tom] = [await world.member('10'), await world.member('5000')];
  const id = await world.lent(lea, { amount: '1000' });
  expect(await world.repay(lea, id)).toMatchObject({ code: 0, reason: 'insufficient_balance' });
  await world.pay(lea, '5');
  expect(await world.repay(tom, id)).toMatchObject({ code: 204, reason: 'not_found' });
  world.world.clock.advance(1000);
  expect(await world.repay(lea, id, 'once')).toMatchObject({ code: 1, data: null, msg: 'Loan repaid' });
  expect(await world.repay(lea, id, 'once')).toMatchObject({ code: 1 });
  expect(await world.repay(lea, id)).toMatchObject({ code: 0, reason: 'nothing_to_repay' });
  expect(await balancesOf(lea)).toEqual({});
  expect(await world.list(lea)).toMatchObject([
    { status: 2, is_repayment: 1, is_repayment_text: 'Repaid', repaid_time: nowText() },
  ]);
  expect((await world.bills(lea)).slice(0, 3)).toEqual([
    '-15.00000000 Loan interest',
    '-1000.00000000 Loan repaid',
    expect.stringContaining('+5'),
  ]);
  expect((await ask('GET', `/loans/${id}`)).body).toMatchObject({ repaid_by_member: true, is_repayment: 1 });
  world.world.clock.advance(days(30));
  await world.collect();
  expect(await balancesOf(lea)).toEqual({});
  expect(await balancesOf(tom)).toEqual({ USDT: '5000.00000000' });
});

test('of a simultaneous cancellation and approval one wins, on whichever servers', async () => {
  const other = world.another();
  const token = (await other.http.operator('treasurer')).token;
  for (let round = 0; round < 6; round += 1) {
    const lea = await world.member();
    const id = await world.applied(lea);
    const [cancelled, one, two] = await Promise.all([
      world.cancel(lea, id),
      other.http.ask('POST', `/loans/${id}/approve`, { token }),
      world.approve(id),
    ]);
    const won = [cancelled.code === 1, one.status === 200, two.status === 200];
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(await world.list(lea)).toMatchObject([{ status: won[0] ? 4 : 2 }]);
    expect(await balancesOf(lea)).toEqual(won[0] ? {} : { USDT: '1000.00000000' });
  }
});

test('changing or disabling an offer does not change applications', async () => {
  const lea = await world.member('100');
  const offer = await world.offer({ rate: '0.05', cycle: 10 });
  const id = await world.applied(lea, { id: offer });
  await world.owner.run(
    {
      name: 'testing.worse',
      text: "update loan_project set interest_rate = 5, days = 1, title = 'Dear line', min_amount = 2000, enabled = false where id = $1",
    },
    [offer],
  );
  await world.approve(id);
  expect(await world.list(lea)).toMatchObject([
    {
      title: 'Quay line',
      interest: '5.00000000',
      cycle: 10,
      interest_rate: '0.05000000',
      repayment_time: nowText(days(10)),
    },
  ]);
});

test('operators see the member, links to images, other loans and checks; the queue is filtered by state, member and word', async () => {
  const lea = await world.member('1');
  const front = await world.image(lea.id, 'the same');
  const [first, second] = [
    await world.applied(lea, { front_card: front, later_card: await world.image(lea.id, 'the same') }),
    await world.applied(lea),
  ];
  await ask('POST', `/loans/${first}/reject`, { remark: 'Blurred' });
  const loan = (await ask('GET', `/loans/${second}`)).body as unknown as LoanForOperator;
  expect(loan).toMatchObject({
    member_id: Number(lea.id),
    username: lea.username,
    credit_score: 100,
    member_overdue: '0.00000000',
    decided: null,
    overdue_time: null,
  });
  expect(loan.other_loans).toMatchObject([
    { id: first, status: 3, amount: '1000.00000000', total_amount: '1015.00000000', title: 'Quay line' },
  ]);
  expect(loan.checks.map(({ check, passed }) => [check, passed])).toEqual([
    ['identity', false],
    ['not_frozen', true],
    ['no_overdue_loan', true],
    ['images_differ', true],
    ['house_can_pay', true],
    ['no_refusal_lately', false],
  ]);
  expect(loan.checks.at(-1)).toMatchObject({ remark: 'Blurred', at: nowText() });
  for (const link of [loan.front_card, loan.later_card, loan.handheld_card])
    expect(link).toMatch(/^\/api\/uploads\/[0-9a-f]{32}\?/);
  expect((await ask('GET', `/loans/${first}`)).body).toMatchObject({
    decided: { at: nowText() },
    checks: expect.arrayContaining([expect.objectContaining({ check: 'images_differ', passed: false })]),
  });
  const listed = async (fields: Record<string, unknown>) =>
    (await ask('GET', '/loans', fields)).body as unknown as { list: LoanForOperator[]; total: number };
  expect((await listed({ member_id: lea.id })).list.map(({ id }) => id)).toEqual([second, first]);
  expect((await listed({ q: lea.username, status: '1' })).list.map(({ id }) => id)).toEqual([second]);
  expect((await listed({ q: loan.order_num })).list.map(({ id }) => id)).toEqual([second]);
  expect(await listed({ q: lea.username, status: 'overdue' })).toEqual({ list: [], total: 0 });
  const viewer = (await world.http.operator('viewer')).token;
  const clerk = (await world.http.operator('clerk')).token;
  expect((await ask('GET', `/loans/${second}`, {}, viewer)).status).toBe(200);
  expect((await ask('POST', `/loans/${second}/approve`, {}, clerk)).status).toBe(403);
  expect((await ask('GET', '/loans/999999')).status).toBe(404);
  expect((await ask('POST', '/loans/999999/approve')).status).toBe(404);
});

test.each([
  ['another amount', 'amount = 2000, total = 2015', 'what was agreed'],
  ['another interest', 'interest = 14, total = 1014', 'what was agreed'],
  ['another image', 'front_card = back_card', 'what was agreed'],
  [
    'an approval without its journal',
    `status = 2, decided_at = now(), decided_by = 1, due_at = now() + 30 * interval '24 hours'`,
    'was not credited',
  ],
  [
    'a repayment of what was never lent',
    'repayment_status = 1, repaid_at = now(), repaid_by_member = true',
    'is not decided by that',
  ],
])('the database refuses, to its owner too, %s on an application', async (_what, set, words) => {
  const id = await world.applied(await world.member());
  await expect(
    world.owner.run({ name: `testing.forge ${set}`.slice(0, 60), text: `update loan set ${set} where id = $1` }, [id]),
  ).rejects.toThrow(words);
});

test.each([
  ['another end', `status = 3, remark = 'no'`, 'is decided'],
  ['another day', `due_at = due_at + interval '1 day'`, 'is decided'],
  [
    'a repayment without its journal',
    'repayment_status = 1, repaid_at = now(), repaid_by_member = true',
    'was not repaid',
  ],
  ['an overdue before its time', `repayment_status = 2, overdue_at = due_at - interval '1 second'`, 'loan_not_early'],
])('the database refuses, to its owner too, %s of an approved loan', async (_what, set, words) => {
  const id = await world.lent(await world.member());
  await expect(
    world.owner.run({ name: `testing.forge ${set}`.slice(0, 60), text: `update loan set ${set} where id = $1` }, [id]),
  ).rejects.toThrow(words);
});

test('the server’s role can neither change the terms of a loan nor delete one', async () => {
  const id = await world.lent(await world.member());
  for (const text of [
    'update loan set amount = 1 where id = $1',
    'update loan set days = 1 where id = $1',
    'delete from loan where id = $1',
  ]) {
    await expect(world.world.db.run({ name: `testing.app ${text}`, text }, [id])).rejects.toThrow('permission denied');
  }
});

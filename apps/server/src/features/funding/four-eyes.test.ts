import type { Answer } from '@plimsoll/contract';
import { amount, ZERO } from '@plimsoll/money';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { errorCode, sql } from '../../platform/db.ts';
import type { OperatorAnswer } from '../../testing/operator-http.ts';
import { CARD, FUNDED, openFundingWorld, type FundedMember, type FundingWorld } from '../../testing/funding-world.ts';

let funding: FundingWorld;
let anna: { readonly id: string; readonly token: string; readonly username: string };
let bert: typeof anna;
beforeAll(async () => {
  funding = await openFundingWorld();
  await funding.owner.run(
    sql<never>(
      'test.limits',
      `update coin set min_withdrawal = 1, max_withdrawal = 100000, fee_type = 2, fee_fixed = 1`,
    ),
  );
  [anna, bert] = [await funding.http.operator('treasurer'), await funding.http.operator('owner')];
});
afterEach(async () => {
  funding.set.settings = {};
  funding.set.owed = ZERO;
  await funding.audit();
  // Sums count for a day.
  funding.world.clock.advance(25 * 60 * 60 * 1000);
});
afterAll(() => funding.close());

const decide = (
  id: number,
  verdict: 'approve' | 'reject',
  { token }: { readonly token: string },
  fields: Record<string, unknown> = { remark: 'checked' },
): Promise<OperatorAnswer> => funding.http.ask('POST', `/withdrawals/${id}/${verdict}`, { token, fields });
const listed = async ({ token }: FundedMember) =>
  ((await funding.http.call('getWithdrawList', {}, { token })).data as Answer<'getWithdrawList'>).list;
const nowIso = () => new Date(funding.world.clock.nowMs()).toISOString();
const available = sql<{ house: string; available: string }>(
  'test.house',
  `select house, available from ledger_account where coin_id = 1 and house in ('fees', 'outside')`,
);
const house = async () =>
  Object.fromEntries((await funding.world.db.run(available)).map((row) => [row.house, amount(row.available)]));
const notices = async ({ id }: FundedMember) =>
  funding.owner.run(
    sql<{ kind: string; params: object }>(
      'test.notices',
      'select kind, params from notice where member_id = $1 order by id',
    ),
    [id],
  );
/** Without those of the member's own actions (features/gate). */
const decisions = async (member: FundedMember) =>
  (await notices(member)).filter(({ kind }) => kind !== 'address-bound' && kind !== 'withdrawal-requested');

test('up to the threshold one operator sends: net to outside, the fee to fees, and the address counts it', async () => {
  const lea = await funding.member({ USDT: '20000' });
  const id = await funding.asked(lea, { num: '10000' });
  const before = await house();
  funding.world.clock.advance(1000);
  expect(await decide(id, 'approve', anna)).toMatchObject({
    status: 200,
    body: { status: 2, approvals_needed: 1, worth: '10000.00000000', used: 1 },
  });
  const after = await house();
  expect([
    (after['outside'] ?? ZERO) - (before['outside'] ?? ZERO),
    (after['fees'] ?? ZERO) - (before['fees'] ?? ZERO),
  ]).toEqual([amount('9999'), amount('1')]);
  expect(await funding.balances(lea)).toEqual(['10000', '0']);
  const by = Number(anna.id);
  expect(await listed(lea)).toMatchObject([
    {
      status: 2,
      updatetime: nowIso(),
      timeline: [
        { step: 'requested', by: null },
        { at: nowIso(), step: 'approved', by },
        { step: 'sent', by },
      ],
    },
  ]);
  expect((await decisions(lea)).map(({ kind }) => kind)).toEqual(['withdrawal-sent']);
});

test('above the threshold a withdrawal needs two operators; the first is answered 202, and nothing moves before the second', async () => {
  const lea = await funding.member({ USDT: '20000' });
  const id = await funding.asked(lea, { num: '10000.00000001' });
  expect(await decide(id, 'approve', anna, { remark: 'address used before' })).toMatchObject({
    status: 202,
    body: {
      status: 1,
      approvals_needed: 2,
      approvals: [{ by: Number(anna.id), username: anna.username, at: nowIso(), remark: 'address used before' }],
    },
  });
  expect(await decide(id, 'approve', anna)).toMatchObject({ status: 409, body: { reason: 'same_operator' } });
  expect([await funding.balances(lea), await decisions(lea)]).toEqual([['9999.99999999', '10000.00000001'], []]);
  expect(await listed(lea)).toMatchObject([
    { status: 1, timeline: [{ step: 'requested' }, { step: 'approved', by: Number(anna.id) }] },
  ]);
  expect(await decide(id, 'approve', bert, {})).toMatchObject({
    status: 200,
    body: { status: 2, approvals: [{ by: Number(anna.id) }, { by: Number(bert.id) }] },
  });
  expect(await listed(lea)).toMatchObject([
    { timeline: [{}, { step: 'approved', by: Number(anna.id) }, { step: 'sent', by: Number(bert.id) }] },
  ]);
  expect(await decide(id, 'approve', anna)).toMatchObject({ status: 409, body: { reason: 'already_decided' } });
  const log = sql<object>(
    'test.log',
    `select operator_id, action, after from operator_audit where resource = 'withdrawals' and ref = $1 order by id`,
  );
  expect(await funding.owner.run(log, [String(id)])).toMatchObject([
    { operator_id: anna.id, action: 'approve', after: { status: 1, approvals: 1 } },
    { operator_id: bert.id, action: 'approve', after: { status: 2, approvals: 2 } },
  ]);
});

test('the threshold is that of the request; without a price a withdrawal counts as above it', async () => {
  const lea = await funding.member({ USDT: '100', ADA: '10' });
  await funding.http.call('setusraddress', { c_id: FUNDED.ADA, address: 'addr1' }, { token: lea.token });
  funding.set.settings = { four_eyes_threshold: amount('40') };
  const strict = await funding.asked(lea, { num: '41' });
  funding.set.settings = { four_eyes_threshold: amount('1000000') };
  const [mild, unknown] = [
    await funding.asked(lea, { num: '41' }),
    await funding.asked(lea, { c_id: FUNDED.ADA, num: '2' }),
  ];
  funding.set.settings = { four_eyes_threshold: ZERO };
  expect((await decide(strict, 'approve', anna)).status).toBe(202);
  expect((await decide(mild, 'approve', anna)).status).toBe(200);
  expect(await decide(unknown, 'approve', anna)).toMatchObject({ status: 202, body: { worth: null } });
});

test('a refusal releases the whole amount and keeps its remark, also after a first approval and by the same operator', async () => {
  const lea = await funding.member({ USDT: '20000' });
  const id = await funding.asked(lea, { num: '15000' });
  await decide(id, 'approve', anna);
  expect(await decide(id, 'reject', anna, {})).toMatchObject({ status: 422, body: { reason: 'remark_needed' } });
  expect(await decide(id, 'reject', anna, { remark: 'the name differs' })).toMatchObject({
    status: 200,
    body: { status: 3, remark: 'the name differs' },
  });
  expect(await funding.balances(lea)).toEqual(['20000', '0']);
  expect(await listed(lea)).toMatchObject([
    {
      status: 3,
      remark: 'the name differs',
      timeline: [{}, { step: 'approved' }, { step: 'refused', by: Number(anna.id) }],
    },
  ]);
  expect(await decisions(lea)).toEqual([
    { kind: 'withdrawal-refused', params: { amount: '15000.00000000', coin: 'USDT', remark: 'the name differs' } },
  ]);
  for (const verdict of ['approve', 'reject'] as const)
    expect(await decide(id, verdict, bert)).toMatchObject({ status: 409, body: { reason: 'already_decided' } });
  expect(await decide(1, 'approve', bert)).toMatchObject({ status: 404, body: { reason: 'not_found' } });
});

const byStatus = (a = 0, b = 0) => a - b;
const rounds = Array.from({ length: 4 }, (_each, round) => round);
/** Two operators at once, in one process or two. */
async function atOnce(
  round: number,
  id: number,
  [one, two]: readonly ['approve' | 'reject', 'approve' | 'reject'],
): Promise<number[]> {
  const other = funding.another('demo');
  const stranger = await other.http.operator('treasurer');
  const answers = await Promise.all([
    decide(id, one, anna),
    round % 2 === 0
      ? decide(id, two, bert)
      : other.http.ask('POST', `/withdrawals/${id}/${two}`, { token: stranger.token, fields: { remark: 'checked' } }),
  ]);
  await other.close();
  return answers.map(({ status }) => status);
}

test.each(rounds)(
  'of two approvals at once where one is enough, the second is refused as decided (%i)',
  async (round) => {
    const lea = await funding.member({ USDT: '100' });
    expect((await atOnce(round, await funding.asked(lea), ['approve', 'approve'])).toSorted(byStatus)).toEqual([
      200, 409,
    ]);
    expect(await funding.balances(lea)).toEqual(['50', '0']);
  },
);

test.each(rounds)('two approvals at once where two are needed are the first and the second (%i)', async (round) => {
  const lea = await funding.member({ USDT: '20000' });
  expect(
    (await atOnce(round, await funding.asked(lea, { num: '20000' }), ['approve', 'approve'])).toSorted(byStatus),
  ).toEqual([200, 202]);
  expect(await funding.balances(lea)).toEqual(['0', '0']);
});

test.each(rounds)(
  'of an approval and a refusal at once one wins, and the other is refused as decided (%i)',
  async (round) => {
    const lea = await funding.member({ USDT: '100' });
    const [approved, refused] = await atOnce(round, await funding.asked(lea), ['approve', 'reject']);
    expect([approved, refused].toSorted(byStatus)).toEqual([200, 409]);
    expect(await funding.balances(lea)).toEqual(approved === 200 ? ['50', '0'] : ['100', '0']);
  },
);

test('two simultaneous approvals of one operator count once', async () => {
  const lea = await funding.member({ USDT: '20000' });
  const id = await funding.asked(lea, { num: '20000' });
  const answers = await Promise.all([decide(id, 'approve', anna), decide(id, 'approve', anna)]);
  expect(Object.fromEntries(answers.map(({ status, body }) => [status, body['reason']]))).toEqual({
    202: undefined,
    409: 'same_operator',
  });
});

test('an operator sees the checks of a withdrawal', async () => {
  const lea = await funding.member({ USDT: '20000' });
  const read = async (id: number) => (await funding.http.ask('GET', `/withdrawals/${id}`, { token: bert.token })).body;
  const passed = async (id: number) =>
    Object.fromEntries(
      ((await read(id))['checks'] as { check: string; passed: boolean }[]).map(({ check, passed: is }) => [check, is]),
    );
  const id = await funding.asked(lea);
  expect(await passed(id)).toEqual({
    held: true,
    identity: false,
    no_overdue_loan: true,
    older_than_a_day: false,
    not_frozen: true,
    no_refusal_lately: true,
  });
  const refused = await funding.asked(lea);
  await decide(refused, 'reject', anna, { remark: 'card name differed' });
  await funding.owner.run(
    sql<never>('test.freeze', 'update member set identity_status = 2, frozen = true where id = $1'),
    [lea.id],
  );
  funding.set.owed = amount('1');
  funding.world.clock.advance(24 * 60 * 60 * 1000);
  expect(await passed(id)).toEqual({
    held: true,
    identity: true,
    no_overdue_loan: false,
    older_than_a_day: true,
    not_frozen: false,
    no_refusal_lately: false,
  });
  expect((await read(id))['checks']).toContainEqual({
    check: 'no_refusal_lately',
    passed: false,
    at: expect.any(String),
    remark: 'card name differed',
  });
  funding.world.clock.advance(30 * 24 * 60 * 60 * 1000);
  expect(await passed(id)).toMatchObject({ no_refusal_lately: true });
});

test('a withdrawal to a card shows its bank and holder, and how often money was sent there', async () => {
  const lea = await funding.member({ USDT: '100' });
  await funding.http.call('setBank', CARD, { token: lea.token });
  const [card] = (await funding.http.call('getUserBankList', {}, { token: lea.token }))
    .data as Answer<'getUserBankList'>;
  const asked = { withdraw_type: '2', bank_id: card?.id, num: '10' };
  const first = await funding.asked(lea, asked);
  expect(await decide(first, 'approve', anna)).toMatchObject({
    body: { bank_name: CARD.bank_name, card_name: CARD.card_name, address: CARD.card_number, used: 1 },
  });
  expect(
    (await funding.http.ask('GET', `/withdrawals/${await funding.asked(lea, asked)}`, { token: anna.token })).body,
  ).toMatchObject({ used: 1, bound_at: nowIso() });
});

test('the database refuses to change a request, to send without approvals, to decide twice, and two approvals of one operator', async () => {
  const lea = await funding.member({ USDT: '20000' });
  const [open, done] = [await funding.asked(lea, { num: '15000' }), await funding.asked(lea)];
  await decide(done, 'approve', anna);
  await decide(open, 'approve', anna);
  let n = 0;
  const fails = async (text: string, db = funding.owner) =>
    db.run(sql<never>(`test.fail${(n += 1)}`, text)).then(
      () => 'done',
      (error: unknown) => errorCode(error),
    );
  for (const change of [
    'amount = amount - 1, fee = fee - 1',
    'net = net - 1, fee = fee + 1',
    `address = 'mine'`,
    'worth = 1',
    'four_eyes_threshold = 1000000',
    'member_id = 1',
    'address_id = null',
  ]) {
    expect(await fails(`update withdrawal set ${change} where id = ${open}`, funding.world.db)).toBe('42501');
    expect(await fails(`update withdrawal set ${change} where id = ${open}`)).toBe('23514');
  }
  const end = (status: number, by: string, id = open) =>
    `update withdrawal set status = ${status}, decided_by = ${by}, decided_at = now(), remark = 'x' where id = ${id}`;
  for (const each of [end(2, anna.id), end(2, bert.id), end(3, bert.id), end(3, bert.id, done), end(2, anna.id, done)])
    expect(await fails(each, funding.world.db)).toBe('23514');
  const approve = (id: number, nth: number, by: string) =>
    `insert into withdrawal_approval (withdrawal_id, n, operator_id, at, remark) values (${id}, ${nth}, ${by}, now(), '')`;
  expect(await fails(approve(open, 2, anna.id), funding.world.db)).toBe('23505');
  expect(await fails(approve(open, 3, bert.id), funding.world.db)).toBe('23514');
  expect(await fails(approve(done, 2, bert.id), funding.world.db)).toBe('23514');
  expect(await fails(`update withdrawal_approval set operator_id = ${bert.id}`, funding.world.db)).toBe('42501');
  expect(await fails(`update withdrawal_approval set operator_id = ${bert.id}`)).toBe('23514');
  expect(await fails(`delete from withdrawal_approval`)).toBe('23514');
  expect(
    await fails(
      `insert into withdrawal (member_id, coin_id, amount, fee, net, method, address_id, address, network_or_bank, card_name, bound_at, four_eyes_threshold, created_at)
    select member_id, coin_id, amount, fee, net, method, address_id, address, network_or_bank, card_name, bound_at, four_eyes_threshold, created_at from withdrawal where id = ${open}`,
      funding.world.db,
    ),
  ).toBe('23514');
});

test('the first approval ends with its operator’s login: of one who was disabled or reset since, it is none', async () => {
  for (const gone of ['enabled = false', 'reset_at = $2']) {
    const lea = await funding.member({ USDT: '50000' });
    const carl = await funding.http.operator('treasurer');
    const id = await funding.asked(lea, { num: '20000' });
    expect(await decide(id, 'approve', carl)).toMatchObject({ status: 202 });
    funding.world.clock.advance(1);
    await funding.owner.run(
      sql<never>(`test.gone ${gone}`, `update operator set ${gone} where id = $1 and $2::timestamptz is not null`),
      [carl.id, new Date(funding.world.clock.nowMs())],
    );
    expect(await decide(id, 'approve', bert)).toMatchObject({ status: 409, body: { reason: 'not_established' } });
    expect(await decide(id, 'reject', bert)).toMatchObject({ status: 200 });
  }
});

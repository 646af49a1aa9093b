import type { Answer } from '@plimsoll/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { errorCode, sql } from '../../platform/db.ts';
import { FUNDED, openFundingWorld, type FundedMember, type FundingWorld } from '../../testing/funding-world.ts';

let funding: FundingWorld;
let clerk: { readonly id: string; readonly token: string };
beforeAll(async () => {
  funding = await openFundingWorld();
  clerk = await funding.http.operator('clerk');
});
afterEach(async () => {
  funding.set.settings = {};
  await funding.audit();
});
afterAll(() => funding.close());

const listed = async ({ token }: FundedMember, filter: Record<string, string> = {}) =>
  ((await funding.http.call('getRechargeList', filter, { token })).data as Answer<'getRechargeList'>).list;
const decide = (id: number, verdict: 'approve' | 'reject', fields: Record<string, unknown> = {}, token = clerk.token) =>
  funding.http.ask('POST', `/recharges/${id}/${verdict}`, { token, fields });
const nowIso = () => new Date(funding.world.clock.nowMs()).toISOString();

test('a claim moves no money and waits for review with its address', async () => {
  const lea = await funding.member();
  const id = await funding.claimed(lea);
  expect(id).toBeGreaterThan(100_000);
  expect(await funding.balances(lea)).toEqual(['0', '0']);
  expect(await listed(lea)).toEqual([
    {
      id,
      coinName: 'USDT',
      num: '100.00000000',
      claimed: '100.00000000',
      status: 1,
      address: 'TF4xN362h7ZNhQEDxyQa5CABPSjpmBqSf4',
      coin_net: 'TRC20',
      remark: '',
      addtime: nowIso(),
      updatetime: nowIso(),
      timeline: [{ at: nowIso(), step: 'requested', by: null }],
      usual_minutes: null,
    },
  ]);
});

test('a deposit by bank names its account', async () => {
  const lea = await funding.member();
  await funding.claimed(lea, { a_id: await funding.network(FUNDED.USDT, 'Wire transfer') });
  expect(await listed(lea)).toMatchObject([{ address: 'GB82 WEST 1234 5698 7654 32', coin_net: 'Wire transfer' }]);
});

test('a deposit’s network is named in the language of its member, as long as it is called what it was', async () => {
  const lea = await funding.member();
  await funding.claimed(lea, { a_id: await funding.network(FUNDED.USDT, 'Wire transfer') });
  const named = async (lang: string) => {
    const { data } = await funding.http.call('getRechargeList', {}, { token: lea.token, lang });
    return (data as Answer<'getRechargeList'>).list.map(({ coin_net }) => coin_net);
  };
  expect(await named('de')).toEqual(['Banküberweisung']);
  expect(await named('en')).toEqual(['Wire transfer']);
  const rename = (name: string, was: string) =>
    funding.world.db.run(sql<never>('test.rename', 'update coin_network set name = $1 where name = $2'), [name, was]);
  await rename('SEPA', 'Wire transfer');
  expect(await named('de')).toEqual(['Wire transfer']);
  await rename('Wire transfer', 'SEPA');
});

test('an approved deposit is credited from outside, notified to the member and logged with before and after', async () => {
  const lea = await funding.member();
  const id = await funding.claimed(lea);
  funding.world.clock.advance(60_000);
  const { status, body } = await decide(id, 'approve', { remark: 'seen on the chain' });
  expect([status, body]).toMatchObject([
    200,
    {
      id,
      status: 2,
      num: '100.00000000',
      member_id: Number(lea.id),
      username: lea.username,
      remark: 'seen on the chain',
    },
  ]);
  expect(await funding.balances(lea)).toEqual(['100', '0']);
  expect(await listed(lea)).toMatchObject([
    {
      status: 2,
      updatetime: nowIso(),
      timeline: [
        { step: 'requested', by: null },
        { at: nowIso(), step: 'credited', by: Number(clerk.id) },
      ],
    },
  ]);
  const bills = (await funding.http.call('getBillList', {}, { token: lea.token })).data as Answer<'getBillList'>;
  expect(bills.list).toMatchObject([{ st: 1, num: '100.00000000', remark: 'Deposit' }]);
  const notice = sql<{ kind: string; params: unknown }>(
    'test.notice',
    'select kind, params from notice where member_id = $1 order by id desc limit 1',
  );
  expect(await funding.owner.run(notice, [lea.id])).toEqual([
    { kind: 'recharge-credited', params: { amount: '100.00000000', coin: 'USDT', claimed: '100.00000000' } },
  ]);
  const log = sql<object>(
    'test.log',
    `select operator_id, role, action, before, after, remark from operator_audit where resource = 'recharges' and ref = $1`,
  );
  expect(await funding.owner.run(log, [String(id)])).toEqual([
    {
      operator_id: clerk.id,
      role: 'clerk',
      action: 'approve',
      before: { status: 1, num: '100.00000000' },
      after: { status: 2, num: '100.00000000' },
      remark: 'seen on the chain',
    },
  ]);
});

test('an amount other than the claim can be credited, and both are shown', async () => {
  const lea = await funding.member();
  const id = await funding.claimed(lea);
  expect(await decide(id, 'approve', { amount: '98.5', remark: 'the sender paid the network' })).toMatchObject({
    status: 200,
    body: { num: '98.50000000', claimed: '100.00000000' },
  });
  expect(await funding.balances(lea)).toEqual(['98.5', '0']);
  expect(await listed(lea)).toMatchObject([
    { num: '98.50000000', claimed: '100.00000000', remark: 'the sender paid the network' },
  ]);
});

test('an amount with too many places or above the maximum is not credited, and the deposit stays open', async () => {
  const lea = await funding.member();
  const id = await funding.claimed(lea, {
    c_id: FUNDED.ADA,
    a_id: await funding.network(FUNDED.ADA, 'Cardano'),
    num: '1.123456',
  });
  for (const nothing of ['', ' ', null])
    expect(await decide(id, 'approve', { amount: nothing })).toMatchObject({
      status: 422,
      body: { reason: 'bad_amount' },
    });
  expect(await decide(id, 'approve', { amount: '1.1234567' })).toMatchObject({
    status: 422,
    body: { reason: 'bad_amount' },
  });
  expect(await decide(id, 'approve', { amount: '0' })).toMatchObject({
    status: 422,
    body: { reason: 'amount_not_positive', field: 'amount' },
  });
  expect(await decide(id, 'approve', { amount: '1000000000.000001' })).toMatchObject({
    status: 422,
    body: { reason: 'amount_above_maximum' },
  });
  // Deposits of a coin without a price always need two operators.
  expect(await funding.http.agreed('POST', `/recharges/${id}/approve`, { token: clerk.token })).toMatchObject({
    body: { num: '1.12345600', status: 2 },
  });
});

test('a refusal needs a remark, which the member reads; nothing is credited', async () => {
  const lea = await funding.member();
  const id = await funding.claimed(lea);
  expect(await decide(id, 'reject', { remark: ' ' })).toMatchObject({ status: 422, body: { reason: 'remark_needed' } });
  expect(await decide(id, 'reject', { remark: 'nothing arrived' })).toMatchObject({
    status: 200,
    body: { status: 3, num: '100.00000000' },
  });
  expect(await funding.balances(lea)).toEqual(['0', '0']);
  expect(await listed(lea)).toMatchObject([
    { status: 3, remark: 'nothing arrived', timeline: [{}, { step: 'refused', by: Number(clerk.id) }] },
  ]);
});

test('a deposit is decided once: a second decision is refused, an unknown deposit is not found', async () => {
  const lea = await funding.member();
  const [approved, refused] = [await funding.claimed(lea), await funding.claimed(lea)];
  await decide(approved, 'approve');
  await decide(refused, 'reject', { remark: 'no' });
  for (const id of [approved, refused]) {
    expect(await decide(id, 'approve', { amount: '5' })).toMatchObject({
      status: 409,
      body: { reason: 'already_decided' },
    });
    expect(await decide(id, 'reject', { remark: 'no' })).toMatchObject({
      status: 409,
      body: { reason: 'already_decided' },
    });
  }
  expect(await decide(1, 'approve')).toMatchObject({ status: 404, body: { reason: 'not_found' } });
  expect(await funding.balances(lea)).toEqual(['100', '0']);
});

test.each([
  ['two approvals', 'approve'],
  ['an approval and a refusal', 'reject'],
] as const)('of %s at the same moment exactly one wins, in one process and in two', async (_what, second) => {
  const other = funding.another('demo');
  const stranger = await other.http.operator('clerk');
  for (let round = 0; round < 6; round += 1) {
    const lea = await funding.member();
    const id = await funding.claimed(lea);
    const [one, two] = await Promise.all([
      decide(id, 'approve'),
      round % 2 === 0
        ? decide(id, second, { remark: 'no' })
        : other.http.ask('POST', `/recharges/${id}/${second}`, { token: stranger.token, fields: { remark: 'no' } }),
    ]);
    expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await funding.balances(lea)).toEqual([one.status === 200 || second === 'approve' ? '100' : '0', '0']);
  }
  await other.close();
});

test('a wrong claim is refused with its reason, and nothing is stored', async () => {
  const lea = await funding.member();
  const tom = await funding.member();
  const refused = async (fields: Record<string, unknown>) => {
    const { code, reason } = await funding.http.call(
      'recharge',
      { c_id: FUNDED.USDT, num: '1', a_id: tron, payimg: own, type: '1', ...fields },
      { token: lea.token },
    );
    return [code, reason];
  };
  const [own, tron] = [await funding.proof(lea.id), await funding.network(FUNDED.USDT, 'TRC20')];
  expect(await refused({ payimg: '' })).toEqual([0, 'bad_image']);
  expect(await refused({ payimg: 'https://example.com/cat.png' })).toEqual([0, 'bad_image']);
  expect(await refused({ payimg: await funding.proof(tom.id) })).toEqual([204, 'not_found']);
  expect(await refused({ payimg: `/api/uploads/${'0'.repeat(32)}` })).toEqual([204, 'not_found']);
  expect(await refused({ type: '2' })).toEqual([0, 'bad_account_type']);
  expect(await refused({ c_id: '999' })).toEqual([204, 'not_found']);
  expect(await refused({ a_id: '999' })).toEqual([204, 'not_found']);
  expect(await refused({ a_id: await funding.network(FUNDED.BTC, 'BTC') })).toEqual([204, 'not_found']);
  expect(await refused({ num: '1000000000.00000001' })).toEqual([0, 'amount_above_maximum']);
  expect(
    await refused({ c_id: FUNDED.ADA, a_id: await funding.network(FUNDED.ADA, 'Cardano'), num: '1.1234567' }),
  ).toEqual([0, 'bad_amount']);
  const retire = (isEnabled: boolean) =>
    funding.owner.run(sql<never>('test.retire', 'update coin_network set enabled = $1 where id = $2'), [
      isEnabled,
      tron,
    ]);
  await retire(false);
  expect(await refused({})).toEqual([204, 'not_found']);
  await retire(true);
  funding.set.settings = { recharge_status: 0 };
  expect(await refused({ c_id: 'x' })).toEqual([201, 'switched_off']);
  expect(await listed(lea)).toEqual([]);
  expect((await funding.http.call('recharge', { c_id: '1' })).code).toBe(401);
});

test('the whole link and the short one name the same proof, and one sent twice is found by its picture', async () => {
  const [lea, tom] = [await funding.member(), await funding.member()];
  const proof = await funding.proof(lea.id, 'one receipt');
  const first = await funding.claimed(lea, { payimg: `https://plimsoll.example${proof}?expires=1&signature=old` });
  const second = await funding.claimed(lea, { payimg: proof });
  const third = await funding.claimed(tom, { payimg: await funding.proof(tom.id, 'one receipt') });
  const read = async (id: number) => (await funding.http.ask('GET', `/recharges/${id}`, { token: clerk.token })).body;
  expect((await read(first))['duplicate_of']).toEqual([second, third]);
  expect((await read(third))['duplicate_of']).toEqual([first, second]);
  expect((await read(third))['payimg']).toMatch(
    new RegExp(
      `^/api/uploads/[0-9a-f]{32}\\?expires=\\d+&signature=[\\w-]{43}&operator=${clerk.id}&of=recharges\\.${third}\\.payimg$`,
    ),
  );
  expect((await read(await funding.claimed(lea)))['duplicate_of']).toEqual([]);
});

test('one key claims once, also in simultaneous requests', async () => {
  const lea = await funding.member();
  const fields = {
    c_id: FUNDED.USDT,
    num: '7',
    a_id: await funding.network(FUNDED.USDT, 'TRC20'),
    payimg: await funding.proof(lea.id),
  };
  const claim = () => funding.http.call('recharge', fields, { token: lea.token, key: 'once' });
  const [first, second] = await Promise.all([claim(), claim()]);
  expect([second.data, (await claim()).data]).toEqual([first.data, first.data]);
  expect(await listed(lea)).toHaveLength(1);
});

test('a member’s list is theirs alone, filtered by coin and account, and pages right', async () => {
  const [lea, tom] = [await funding.member(), await funding.member()];
  const ids: number[] = [];
  for (let num = 1; num <= 5; num += 1) ids.unshift(await funding.claimed(lea, { num: String(num) }));
  await funding.claimed(tom);
  const btc = await funding.claimed(lea, { c_id: FUNDED.BTC, a_id: await funding.network(FUNDED.BTC, 'BTC') });
  const page = async (filter: Record<string, string>) => (await listed(lea, filter)).map(({ id }) => id);
  expect(await page({})).toEqual([btc, ...ids]);
  expect([
    await page({ limit: '4' }),
    await page({ limit: '4', page: '2' }),
    await page({ limit: '4', page: '3' }),
  ]).toEqual([[btc, ...ids.slice(0, 3)], ids.slice(3), []]);
  expect(await page({ c_id: FUNDED.BTC })).toEqual([btc]);
  expect(await page({ type: '1', c_id: FUNDED.USDT })).toEqual(ids);
  expect(await page({ type: '2' })).toEqual([]);
});

test('a claim never changes, and a decided deposit neither', async () => {
  const lea = await funding.member();
  const [open, done] = [await funding.claimed(lea), await funding.claimed(lea)];
  await decide(done, 'approve');
  let turn = 0;
  const fails = async (db: FundingWorld['owner'], change: string, id: number) =>
    db.run(sql<never>(`test.change${(turn += 1)}`, `update recharge set ${change} where id = $1`), [id]).then(
      () => 'done',
      (error: unknown) => errorCode(error),
    );
  const credit = `status = 2, credited = claimed, decided_by = ${clerk.id}, decided_at = now()`;
  for (const change of ['claimed = 1000', 'member_id = 1', `proof = 'x'`, 'created_at = now()']) {
    expect(await fails(funding.world.db, change, open)).toBe('42501');
    expect(await fails(funding.owner, change, open)).toBe('23514');
  }
  for (const change of [credit, `status = 3, decided_by = ${clerk.id}, decided_at = now()`, `remark = 'x'`]) {
    expect(await fails(funding.world.db, change, open)).toBe('23514');
    expect(await fails(funding.world.db, change, done)).toBe('23514');
  }
});

test('of two simultaneous requests for a gift on two servers one succeeds', async () => {
  const other = funding.another('demo');
  for (let round = 0; round < 8; round += 1) {
    const { token } = await funding.member();
    const answers = await Promise.all([funding.http, other.http].map((http) => http.call('demoFunds', {}, { token })));
    expect(answers.map(({ reason }) => reason ?? 'given').toSorted((a, b) => a.localeCompare(b))).toEqual([
      'already_given',
      'given',
    ]);
  }
  await other.close();
});

import { refuse } from '@plimsoll/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorCode, sql, type Db } from '../../platform/db.ts';
import { openHouseWorld, type HouseWorld } from '../../testing/house-world.ts';
import { COIN } from '../../testing/wallet-world.ts';
import { decidingProposals } from './decide-proposal.ts';

let house: HouseWorld;
type Operator = Awaited<ReturnType<HouseWorld['http']['operator']>>;
let [ann, ben, oda, ole, clerk]: readonly Operator[] = [];
const tokenOf = (operator: Operator | undefined) => ({ token: operator?.token ?? '' });

beforeAll(async () => {
  house = await openHouseWorld();
  await house.fund('rewards', 'USDT', '1000');
  const { http } = house;
  [ann, ben, oda, ole, clerk] = [
    await http.operator('treasurer'),
    await http.operator('treasurer'),
    await http.operator('owner'),
    await http.operator('owner'),
    await http.operator('clerk'),
  ];
});
afterAll(async () => {
  await house.audit();
  await house.close();
});

let texts = 0;
const raw = <Row = Record<string, unknown>>(text: string) => sql<Row>(`corrections.${(texts += 1)}`, text);
const journals = async (kind: string, id: unknown) =>
  house.world.db.run(raw(`select id from ledger_journal where cause_kind = $1 and cause_id = $2::text`), [kind, id]);

async function proposed(memberId: string, amount: string, more: object = {}): Promise<number> {
  const { status, body } = await house.http.ask('POST', '/corrections', {
    ...tokenOf(ann),
    fields: { member_id: memberId, type: 1, c_id: COIN.USDT, amount, remark: 'booked twice', ...more },
  });
  expect(status).toBe(202);
  return body['id'] as number;
}
const decide = (verdict: 'approve' | 'reject', path: string, id: number, by: Operator | undefined, remark = '') =>
  house.http.ask('POST', `/${path}/${id}/${verdict}`, { ...tokenOf(by), fields: { remark } });
const available = async (memberId: string) => (await house.world.balances(memberId))['USDT'];

test('a correction waits for another operator, then moves money, and is in the member’s bills and notices', async () => {
  const member = await house.member({ 'USDT 1': '100' }, 'quay.lea');
  const id = await proposed(member.id, '-30.5');
  expect(await available(member.id)).toBe('100.00000000');
  expect(await house.http.ask('GET', `/corrections/${id}`, tokenOf(clerk))).toMatchObject({
    status: 200,
    body: {
      id,
      member_id: Number(member.id),
      username: 'quay.lea',
      type: 1,
      coinName: 'USDT',
      amount: '-30.50000000',
      remark: 'booked twice',
      status: 1,
      proposed: { by: Number(ann?.id), username: ann?.username },
      decided: null,
      journal: null,
    },
  });
  const approved = await decide('approve', 'corrections', id, ben, 'seen on the chain');
  expect(approved).toMatchObject({
    status: 200,
    body: {
      status: 2,
      decided: { by: Number(ben?.id), remark: 'seen on the chain' },
      journal: expect.any(Number) as number,
    },
  });
  expect(await available(member.id)).toBe('69.50000000');
  const { data } = await house.http.call('getBillList', {}, { token: member.token });
  expect(data).toMatchObject({
    list: [{ coinName: 'USDT', st: 2, num: '30.50000000', remark: 'Balance adjustment' }, { st: 1 }],
  });
  expect(await house.world.db.run(raw('select kind, params from notice where member_id = $1'), [member.id])).toEqual([
    { kind: 'correction', params: { amount: '30.50000000', coin: 'USDT', remark: 'booked twice', way: 'out' } },
  ]);
  expect(
    await house.world.db.run(
      raw(`select action, username from operator_audit where resource = 'corrections' and ref = $1 order by id`),
      [String(id)],
    ),
  ).toEqual([
    { action: 'propose', username: ann?.username },
    { action: 'approve', username: ben?.username },
  ]);
});

test('its proposer may not approve it, but may withdraw it; a decision is final', async () => {
  const member = await house.member({ 'USDT 1': '10' });
  const id = await proposed(member.id, '5');
  expect(await decide('approve', 'corrections', id, ann)).toMatchObject({
    status: 409,
    body: { reason: 'same_operator' },
  });
  expect(await decide('reject', 'corrections', id, ann, 'a mistake')).toMatchObject({
    status: 200,
    body: { status: 3, journal: null },
  });
  for (const verdict of ['approve', 'reject'] as const) {
    expect(await decide(verdict, 'corrections', id, ben)).toMatchObject({
      status: 409,
      body: { reason: 'already_decided' },
    });
  }
  expect(await available(member.id)).toBe('10.00000000');
});

test('of many concurrent decisions one holds, and money moves once', async () => {
  const member = await house.member({ 'USDT 1': '10' });
  const others = [ben, oda, ole];
  for (let round = 0; round < 5; round += 1) {
    const id = await proposed(member.id, '1');
    const answers = await Promise.all(
      [...others, ...others].map((by, nth) => decide(nth === 2 ? 'reject' : 'approve', 'corrections', id, by)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409]);
    expect(answers.flatMap(({ body }) => body['reason'] ?? [])).toEqual(
      Array.from({ length: 5 }, () => 'already_decided'),
    );
    const [row] = await house.world.db.run(
      raw<{ status: number }>('select status from proposed_posting where id = $1'),
      [id],
    );
    expect(await journals('correction', id)).toHaveLength(row?.status === 2 ? 1 : 0);
  }
});

test('neither a member nor a house account goes below zero, and what cannot be paid still waits', async () => {
  const member = await house.member({ 'USDT 1': '10' });
  const taken = await proposed(member.id, '-10.00000001');
  expect(await decide('approve', 'corrections', taken, ben)).toMatchObject({
    status: 409,
    body: { reason: 'insufficient_balance' },
  });
  const given = await proposed(member.id, '100000');
  expect(await decide('approve', 'corrections', given, ben)).toMatchObject({
    status: 409,
    body: { reason: 'house_limit' },
  });
  for (const id of [taken, given]) {
    expect(await house.http.ask('GET', `/corrections/${id}`, tokenOf(clerk))).toMatchObject({
      body: { status: 1, decided: null },
    });
    expect(await decide('reject', 'corrections', id, ben)).toMatchObject({ status: 200 });
  }
});

test('of approvals in one batch each that cannot be paid is refused and still waits, whatever else is paid', async () => {
  const [poor, rich] = [await house.member({ 'USDT 1': '10' }), await house.member({ 'USDT 1': '10' })];
  const [short, other] = [String(await proposed(poor.id, '-10.00000001')), String(await proposed(rich.id, '-10'))];
  const command = decidingProposals(house.world.clock);
  const results = await Promise.all(
    (
      [
        [short, ben],
        [other, oda],
        [short, oda],
        [short, ole],
      ] as const
    ).map(([id, by]) =>
      house.world.writer.submit(command, {
        kind: 'correction',
        id,
        verdict: 'approve',
        remark: '',
        by: {
          lang: 'en',
          address: '',
          origin: '',
          operator: { operatorId: by?.id ?? '', username: by?.username ?? '', role: 'owner', sessionHash: '' },
        },
      }),
    ),
  );
  const unpaid = refuse('insufficient_balance');
  expect(results.map((each) => (each.ok ? each.value : each))).toEqual([unpaid, null, unpaid, unpaid]);
  expect(await decide('reject', 'corrections', Number(short), ben)).toMatchObject({ status: 200 });
});

test('owners fund house accounts two by two from outside, and withdraw no more than there is', async () => {
  const ask = (amount: string, by = oda) =>
    house.http.ask('POST', '/house-postings', {
      ...tokenOf(by),
      fields: { account: 'fees', c_id: COIN.BTC, amount, remark: 'opening' },
    });
  const put = await ask('2.5');
  expect(put).toMatchObject({ status: 202, body: { account: 'fees', amount: '2.50000000', status: 1 } });
  const id = put.body['id'] as number;
  expect(await decide('approve', 'house-postings', id, oda)).toMatchObject({
    status: 409,
    body: { reason: 'same_operator' },
  });
  expect(await decide('approve', 'house-postings', id, ole)).toMatchObject({ status: 200, body: { status: 2 } });
  const report = await house.http.ask('GET', '/reports/balances', tokenOf(clerk));
  expect(report.body['list']).toContainEqual(
    expect.objectContaining({
      coin: 'BTC',
      difference: '0.00000000',
      house: expect.objectContaining({ fees: '2.50000000' }) as unknown,
    }),
  );
  const back = (await ask('-3', ole)).body['id'] as number;
  expect(await decide('approve', 'house-postings', back, oda)).toMatchObject({
    status: 409,
    body: { reason: 'house_limit' },
  });
  expect(await decide('approve', 'corrections', back, oda)).toMatchObject({ status: 404 });
  expect(await house.http.ask('GET', `/corrections/${back}`, tokenOf(clerk))).toMatchObject({ status: 404 });
});

const ROLE_OF = { 'a clerk': 'clerk', 'a treasurer': 'treasurer', 'a viewer': 'viewer' } as const;
test.each<['a clerk' | 'a treasurer' | 'a viewer', string]>([
  ['a clerk', '/corrections'],
  ['a treasurer', '/house-postings'],
  ['a viewer', '/members/1/freeze'],
])('%s may not request %s', async (who, path) => {
  const operator = await house.http.operator(ROLE_OF[who]);
  expect(await house.http.ask('POST', path, tokenOf(operator))).toMatchObject({
    status: 403,
    body: { reason: 'forbidden' },
  });
});

test.each<[string, object, number, string]>([
  ['zero', { amount: '0' }, 422, 'bad_amount'],
  ['more places than the coin keeps', { amount: '0.000000001' }, 422, 'bad_amount'],
  ['a number instead of text', { amount: 5 }, 422, 'bad_amount'],
  ['no reason', { remark: ' ' }, 422, 'bad_text'],
  ['a coin that does not exist', { c_id: 99 }, 404, 'not_found'],
  ['a member who does not exist', { member_id: 99 }, 404, 'not_found'],
  ['an account that does not exist', { type: 4 }, 422, 'bad_value'],
  ['a field of no meaning', { price: '5' }, 422, 'unknown_field'],
])('a correction with %s is refused', async (_what, wrong, status, reason) => {
  const member = await house.member();
  const fields = { member_id: member.id, type: 1, c_id: COIN.USDT, amount: '5', remark: 'why', ...wrong };
  expect(await house.http.ask('POST', '/corrections', { ...tokenOf(ann), fields })).toMatchObject({
    status,
    body: { reason },
  });
});

async function failure(db: Db, text: string, values: readonly unknown[]): Promise<string> {
  try {
    await db.run(raw(text), values);
    return 'done';
  } catch (error) {
    return errorCode(error) ?? String(error);
  }
}

test('not even the owner of the tables rewrites a correction, ends it twice, or approves one without its journal or by the same operator', async () => {
  const member = await house.member({ 'USDT 1': '10' });
  const waiting = await proposed(member.id, '1');
  const done = await proposed(member.id, '1');
  await decide('approve', 'corrections', done, ben);
  const { owner, world } = house;
  const CHECK = '23514';
  const end = `update proposed_posting set status = 2, decided_by = $2, decided_at = now(), decision_remark = '' where id = $1`;
  for (const db of [world.db, owner]) {
    expect(await failure(db, end, [waiting, ben?.id])).toBe(CHECK);
    expect(await failure(db, end, [waiting, ann?.id])).toBe(CHECK);
    expect(await failure(db, end, [done, oda?.id])).toBe(CHECK);
    expect(
      await failure(
        db,
        `update proposed_posting set status = 1, decided_by = null, decided_at = null, decision_remark = null where id = $1`,
        [done],
      ),
    ).toBe(CHECK);
  }
  for (const change of [
    'amount = 1000',
    'member_id = member_id + 0',
    'coin_id = 2',
    `remark = 'x'`,
    'proposed_by = 1',
  ]) {
    expect(await failure(world.db, `update proposed_posting set ${change} where id = $1`, [waiting])).toBe('42501');
  }
  expect(await failure(owner, 'update proposed_posting set amount = 1000 where id = $1', [waiting])).toBe(CHECK);
  expect(await failure(world.db, 'delete from proposed_posting where id = $1', [waiting])).toBe('42501');
});

test('lists of corrections page, and are found by state, member, and number', async () => {
  const member = await house.member({ 'USDT 1': '10' }, 'old_salt');
  const ids: number[] = [];
  for (let nth = 0; nth < 5; nth += 1) ids.push(await proposed(member.id, `${nth + 1}`));
  await decide('approve', 'corrections', ids[1] ?? 0, ben);
  await decide('reject', 'corrections', ids[2] ?? 0, ben);
  const list = async (fields: object) => {
    const { status, body } = await house.http.ask('GET', '/corrections', { ...tokenOf(clerk), fields: { ...fields } });
    expect(status).toBe(200);
    return { ids: (body['list'] as { id: number }[]).map((each) => each.id), total: body['total'] };
  };
  expect(await list({ q: 'old_salt' })).toEqual({ ids: ids.toReversed(), total: 5 });
  expect(await list({ q: member.id, page: 2, limit: 2 })).toEqual({ ids: [ids[2], ids[1]], total: 5 });
  expect(await list({ q: 'old_salt', sort: 'id', limit: 2 })).toEqual({ ids: [ids[0], ids[1]], total: 5 });
  expect(await list({ q: 'old_salt', status: '1' })).toEqual({ ids: [ids[4], ids[3], ids[0]], total: 3 });
  expect(await list({ q: String(ids[2]) })).toEqual({ ids: [ids[2]], total: 1 });
  expect((await list({ status: '2' })).ids).toContain(ids[1]);
  expect(await list({ q: 'nobody' })).toEqual({ ids: [], total: 0 });
});

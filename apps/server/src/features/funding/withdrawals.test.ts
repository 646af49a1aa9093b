import type { Answer } from '@plimsoll/contract';
import { amount, ZERO } from '@plimsoll/money';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sql } from '../../platform/db.ts';
import {
  CARD,
  FUNDED,
  openFundingWorld,
  PAY_PASSWORD,
  TRON,
  type FundedMember,
  type FundingWorld,
} from '../../testing/funding-world.ts';

let funding: FundingWorld;
beforeAll(async () => {
  funding = await openFundingWorld();
  await funding.owner.run(
    sql<never>(
      'test.limits',
      `update coin set min_withdrawal = 10, max_withdrawal = 20000, fee_type = 2, fee_percent = 1.5, fee_fixed = 1 where id = 1`,
    ),
  );
});
afterEach(async () => {
  funding.set.settings = {};
  funding.set.owed = ZERO;
  await funding.audit();
});
afterAll(() => funding.close());

const withdraw = (token: string, fields: Record<string, unknown> = {}, key?: string) =>
  funding.http.call(
    'withdraw',
    { c_id: FUNDED.USDT, num: '50', paypwd: PAY_PASSWORD, ...fields },
    { token, ...(key === undefined ? {} : { key }) },
  );
const listed = async ({ token }: FundedMember, filter: Record<string, string> = {}) =>
  ((await funding.http.call('getWithdrawList', filter, { token })).data as Answer<'getWithdrawList'>).list;
const card = async ({ token }: FundedMember): Promise<string> => {
  await funding.http.call('setBank', CARD, { token });
  return String(((await funding.http.call('getUserBankList', {}, { token })).data as Answer<'getUserBankList'>)[0]?.id);
};
const nowIso = () => new Date(funding.world.clock.nowMs()).toISOString();
const limits = (change: string) => funding.owner.run(sql<never>(`test.${change}`, `update coin set ${change}`));

test('a withdrawal freezes the whole amount at once, with its fee, net, address and networks fixed', async () => {
  const lea = await funding.member({ USDT: '100' });
  const id = await funding.asked(lea);
  expect(id).toBeGreaterThan(100_000);
  expect(await funding.balances(lea)).toEqual(['50', '50']);
  expect(await listed(lea)).toEqual([
    {
      id,
      coinName: 'USDT',
      mum: '50.00000000',
      fee: '1.00000000',
      net: '49.00000000',
      status: 1,
      withdraw_type: 1,
      address: TRON,
      coin_net: 'TRC20',
      remark: '',
      addtime: nowIso(),
      updatetime: nowIso(),
      approvals_needed: 1,
      timeline: [{ at: nowIso(), step: 'requested', by: null }],
      usual_minutes: null,
    },
  ]);
  await limits('fee_fixed = 3 where id = 1');
  await funding.http.call(
    'setusraddress',
    { c_id: FUNDED.USDT, address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
    { token: lea.token },
  );
  await limits('fee_fixed = 1 where id = 1');
  expect(await listed(lea)).toMatchObject([
    { fee: '1.00000000', net: '49.00000000', address: TRON, coin_net: 'TRC20' },
  ]);
});

test('a withdrawal to a card keeps the card’s details', async () => {
  const lea = await funding.member({ USDT: '100' });
  const bank_id = await card(lea);
  await funding.asked(lea, { withdraw_type: '2', bank_id });
  await funding.http.call('setBank', { ...CARD, id: bank_id, bank_name: 'Another Bank' }, { token: lea.token });
  expect(await listed(lea)).toMatchObject([{ withdraw_type: 2, address: CARD.card_number, coin_net: CARD.bank_name }]);
});

test.each([
  ['1', '1.5', '200', '3.00000000', '197.00000000'],
  ['1', '0', '200', '0.00000000', '200.00000000'],
  ['1', '0.00000001', '200', '0.00000002', '199.99999998'],
  ['1', '0.00000001', '200.00000001', '0.00000002', '199.99999999'],
  ['2', '9', '200', '1.00000000', '199.00000000'],
])('a fee of type %s, %s per cent, is of %s %s and leaves %s', async (type, percent, num, fee, net) => {
  const lea = await funding.member({ USDT: '300' });
  await limits(`fee_type = ${type}, fee_percent = ${percent} where id = 1`);
  await funding.asked(lea, { num });
  await limits('fee_type = 2, fee_percent = 1.5 where id = 1');
  expect(await listed(lea)).toMatchObject([{ fee, net }]);
});

test('a fee is rounded down to the places that the coin keeps', async () => {
  const lea = await funding.member({ ADA: '10' });
  await funding.http.call('setusraddress', { c_id: FUNDED.ADA, address: 'addr1' }, { token: lea.token });
  await limits('fee_type = 1, fee_percent = 0.5 where id = 4');
  await funding.asked(lea, { c_id: FUNDED.ADA, num: '1.000001' });
  await limits('fee_type = 2, fee_fixed = 0.00000001 where id = 4');
  await funding.asked(lea, { c_id: FUNDED.ADA, num: '1' });
  expect(await listed(lea)).toMatchObject([
    { fee: '0.00000000', net: '1.00000000' },
    { fee: '0.00500000', net: '0.99500100' },
  ]);
});

test('refusals come in the order of the wire, and hold nothing', async () => {
  const lea = await funding.member({ USDT: '100', BTC: '1' });
  const tom = await funding.member();
  const refused = async (fields: Record<string, unknown>) => {
    const { code, reason, msg } = await withdraw(lea.token, fields);
    return [code, reason, ...(reason?.startsWith('amount_') || reason === 'owed_on_loan' ? [msg] : [])];
  };
  const alien = await card(tom);
  expect(await refused({ num: 'x', c_id: '999' })).toEqual([0, 'bad_amount']);
  expect(await refused({ type: '2' })).toEqual([0, 'bad_account_type']);
  expect(await refused({ withdraw_type: '3' })).toEqual([0, 'bad_value']);
  expect(await refused({ c_id: '999' })).toEqual([204, 'not_found']);
  expect(await refused({ c_id: FUNDED.ADA, num: '1.1234567' })).toEqual([0, 'bad_amount']);
  expect(await refused({ c_id: FUNDED.BTC })).toEqual([0, 'no_address']);
  expect(await refused({ withdraw_type: '2' })).toEqual([0, 'no_card']);
  expect(await refused({ withdraw_type: '2', bank_id: alien, num: '1' })).toEqual([204, 'not_found']);
  expect(await refused({ num: '9.99999999', paypwd: 'wrong' })).toEqual([
    0,
    'amount_below_minimum',
    'The minimum is 10 USDT',
  ]);
  expect(await refused({ num: '20000.00000001' })).toEqual([0, 'amount_above_maximum', 'The maximum is 20,000 USDT']);
  await limits('fee_fixed = 50 where id = 1');
  expect(await refused({ num: '50' })).toEqual([0, 'amount_below_minimum', 'The minimum is 50.00000001 USDT']);
  await limits('fee_fixed = 1 where id = 1');
  funding.set.settings = { identity_for_withdrawal: 1 };
  expect(await refused({ paypwd: 'wrong' })).toEqual([0, 'identity_needed']);
  funding.set.settings = {};
  // A bitcoin makes 200 USDT available beyond the 168 that cover the debt.
  funding.set.owed = amount('160');
  expect(await refused({ paypwd: 'wrong' })).toEqual([0, 'owed_on_loan', expect.stringContaining('32 USDT')]);
  funding.set.owed = ZERO;
  expect(await refused({ num: '101', paypwd: 'wrong' })).toEqual([0, 'bad_payment_password']);
  expect(await refused({ num: '101', paypwd: '' })).toEqual([0, 'bad_payment_password']);
  expect(await refused({ num: '100.00000001' })).toEqual([0, 'insufficient_balance']);
  const { token } = await funding.http.newMember();
  await funding.http.call('setusraddress', { c_id: FUNDED.USDT, address: TRON }, { token });
  expect(await withdraw(token)).toMatchObject({ code: 0, reason: 'no_payment_password' });
  expect((await funding.http.call('withdraw', {})).code).toBe(401);
  expect([await funding.balances(lea), await listed(lea)]).toEqual([['100', '0'], []]);
});

test('a certified member may withdraw where identity is required, and once what a loan does not block', async () => {
  const lea = await funding.member({ USDT: '100' });
  await funding.owner.run(sql<never>('test.certify', 'update member set identity_status = 2 where id = $1'), [lea.id]);
  funding.set.settings = { identity_for_withdrawal: 1 };
  funding.set.owed = amount('57');
  const answers = await Promise.all(Array.from({ length: 5 }, () => withdraw(lea.token, { num: '40' })));
  expect(answers.map(({ reason }) => reason ?? 'done').sort()).toEqual([
    'done',
    'owed_on_loan',
    'owed_on_loan',
    'owed_on_loan',
    'owed_on_loan',
  ]);
  expect(await funding.balances(lea)).toEqual(['60', '40']);
});

test('the switches stop new withdrawals of their kind before the form is read; lists stay', async () => {
  const lea = await funding.member({ USDT: '100' });
  const bank_id = await card(lea);
  const answers = async () =>
    Promise.all(
      [{}, { withdraw_type: ' 1' }, { withdraw_type: '2', bank_id, num: '10' }].map(
        async (fields) => (await withdraw(lea.token, { num: '10', ...fields })).reason ?? 'done',
      ),
    );
  funding.set.settings = { withdrawal_status: 0 };
  expect(await answers()).toEqual(['switched_off', 'switched_off', 'switched_off']);
  expect(await withdraw(lea.token, { num: 'x' })).toMatchObject({ code: 201 });
  funding.set.settings = { address_switch: 0 };
  expect(await answers()).toEqual(['switched_off', 'switched_off', 'done']);
  funding.set.settings = { bank_switch: 0 };
  expect(await answers()).toEqual(['done', 'done', 'switched_off']);
  expect(await listed(lea)).toHaveLength(3);
});

test('while no payment password is required none is checked', async () => {
  const lea = await funding.member({ USDT: '100' });
  funding.set.settings = { traders_password_switch: 0 };
  expect(await withdraw(lea.token, { paypwd: '' })).toMatchObject({ code: 1 });
});

test('of twenty withdrawals of the whole balance at the same moment exactly one succeeds', async () => {
  const lea = await funding.member({ USDT: '100' });
  const answers = await Promise.all(Array.from({ length: 20 }, () => withdraw(lea.token, { num: '100' })));
  expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
  expect(answers.filter(({ reason }) => reason === 'insufficient_balance')).toHaveLength(19);
  expect([await funding.balances(lea), (await listed(lea)).length]).toEqual([['0', '100'], 1]);
});

test('when a server ends before it answers, another answers the repeated key, and nothing is held twice', async () => {
  const lea = await funding.member({ USDT: '100' });
  const fields = { c_id: FUNDED.USDT, num: '50', paypwd: PAY_PASSWORD };
  const before = funding.another('demo');
  // Its answer is lost.
  await before.http.call('withdraw', fields, { token: lea.token, key: 'once' });
  await before.close();
  const [record] = await listed(lea);
  const after = funding.another('demo');
  expect(await after.http.call('withdraw', fields, { token: lea.token, key: 'once' })).toMatchObject({
    code: 1,
    data: { id: record?.id },
  });
  expect(await after.http.call('withdraw', { ...fields, num: '49' }, { token: lea.token, key: 'once' })).toMatchObject({
    reason: 'idempotency_conflict',
  });
  await after.close();
  expect([await funding.balances(lea), (await listed(lea)).length]).toEqual([['50', '50'], 1]);
});

test('a member’s list is theirs alone, filtered by coin and account, and pages right', async () => {
  const [lea, tom] = [await funding.member({ USDT: '1000', ADA: '10' }), await funding.member({ USDT: '100' })];
  await funding.http.call('setusraddress', { c_id: FUNDED.ADA, address: 'addr1' }, { token: lea.token });
  const ids: number[] = [];
  for (let num = 11; num <= 15; num += 1) ids.unshift(await funding.asked(lea, { num: String(num) }));
  const ada = await funding.asked(lea, { c_id: FUNDED.ADA, num: '1' });
  await funding.asked(tom);
  const page = async (filter: Record<string, string>) => (await listed(lea, filter)).map(({ id }) => id);
  expect([
    await page({ limit: '4' }),
    await page({ limit: '4', page: '2' }),
    await page({ limit: '4', page: '3' }),
  ]).toEqual([[ada, ...ids.slice(0, 3)], ids.slice(3), []]);
  expect([
    await page({ c_id: FUNDED.ADA }),
    await page({ type: '1', c_id: FUNDED.USDT }),
    await page({ type: '3' }),
  ]).toEqual([[ada], ids, []]);
});

test('the form gets the limits it is checked against', async () => {
  const lea = await funding.member({ USDT: '100' });
  const { data } = await funding.http.call('getCanWithdrawCoin', {}, { token: lea.token, method: 'GET' });
  expect((data as Answer<'getCanWithdrawCoin'>).list).toEqual(
    Object.entries(FUNDED).map(([title, id]) => ({ id: Number(id), title })),
  );
  const formFor = async (fields: Record<string, string>) =>
    await funding.http.call('getUserCoinBalance', { type: '1', ...fields }, { token: lea.token });
  expect((await formFor({ c_id: FUNDED.USDT })).data).toEqual({
    balance: '100.00000000',
    txminnum: '10.00000000',
    txmaxnum: '20000.00000000',
    sxftype: 2,
    txsxf: '1.50000000',
    txsxf_n: '1.00000000',
    decimals: 8,
    address_list: [{ id: expect.any(Number), address: TRON, networks: ['TRC20'], addtime: nowIso(), used: 0 }],
    used_addresses: [],
    waits_until: null,
    needs_identity: 0,
  });
  funding.set.owed = amount('130');
  funding.set.settings = { identity_for_withdrawal: 1 };
  expect((await formFor({ c_id: FUNDED.USDT })).data).toMatchObject({ balance: '0.00000000', needs_identity: 1 });
  expect((await formFor({ c_id: FUNDED.BTC, withdraw_type: '2' })).data).toMatchObject({ address_list: [] });
  expect(await formFor({ c_id: '999' })).toMatchObject({ code: 204, reason: 'not_found' });
  expect(await formFor({ c_id: '1', type: '2' })).toMatchObject({ code: 0, reason: 'bad_account_type' });
});

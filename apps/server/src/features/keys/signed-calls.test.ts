import { memberCalls, type Answer } from '@plimsoll/contract';
import { PLAN_SECONDS } from '@plimsoll/contract/figures';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openKeyWorld, type KeyWorld, type MadeKey, type SignHow } from '../../testing/key-world.ts';

// The member API by a program's key: who may call what, and plans.

let opened: KeyWorld;
beforeAll(async () => {
  opened = await openKeyWorld();
});
afterAll(() => opened.close());
const alive: number[] = [];
async function make(fields?: Readonly<Record<string, string>>): Promise<MadeKey> {
  const made = await opened.make(fields);
  alive.push(made.id);
  return made;
}
// A member has twenty at most.
afterEach(async () => {
  for (const id of alive.splice(0)) await opened.http.call('endKey', { id: String(id) }, { token: opened.token });
});
beforeEach(() => {
  // Past pauses of bad signatures, and the turns of a key.
  opened.world.clock.advance(60_000);
  return opened.quote();
});

const BUY = { m_id: '1', type: '1', operate_type: '1', num: '1', price: '50' };

async function planOf(made: MadeKey, fields: Readonly<Record<string, string>> = BUY, how: SignHow = {}) {
  const { data } = await opened.sign(made, 'planOrder', fields, how);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the call's answer
  return data as Answer<'planOrder'>;
}
const place = (made: MadeKey, plan: string, fields: Readonly<Record<string, string>> = BUY) =>
  opened.sign(made, 'upbbbuy', { ...fields, plan }, { idempotencyKey: plan });

describe('a signed call', () => {
  test('reads by every key, in the place of a login', async () => {
    const made = await make();
    expect(await opened.sign(made, 'getUserBalanceList', {})).toMatchObject({ code: 1 });
    expect(await opened.sign(made, 'tradegetOrderList', { page: '1', limit: '10' })).toMatchObject({ code: 1 });
  });

  test('shows a key itself alone', async () => {
    const [one] = [await make(), await make()];
    const { data } = await opened.sign(one, 'getKeys', {});
    expect(data).toMatchObject({ list: [{ id: one.id }] });
  });

  test.each([
    ['to trade', 'upbbbuy', BUY],
    ['to plan', 'planOrder', BUY],
    ['to cancel', 'tradecancelOrder', { bb_id: '1' }],
  ])('%s needs the right to', async (_what, name, fields) => {
    const made = await make({ transfer: '1' });
    expect(await opened.sign(made, name, fields, { idempotencyKey: 'x' })).toMatchObject({ reason: 'key_not_allowed' });
  });

  test.each(['makeKey', 'endKey', 'trademoveOrder'])('of %s is no program’s', async (name) => {
    const made = await make({ trade: '1', transfer: '1' });
    expect(await opened.sign(made, name, { id: String(made.id) })).toMatchObject({ reason: 'login_required' });
  });

  // A signature may come again for seconds: what it changes is named, and carried out once.
  test.each(
    memberCalls.filter(({ key }) => key === 'trade' || key === 'transfer').map((call) => [call.name, call] as const),
  )('of %s changes nothing without an idempotency key', (name, call) => {
    expect(call.idempotent || name.startsWith('plan')).toBe(true);
  });

  test('is signed over its body', async () => {
    const made = await make({ trade: '1' });
    const body = JSON.stringify({ ...BUY, num: '900' });
    expect(await opened.sign(made, 'upbbbuy', BUY, { idempotencyKey: 'body', body })).toMatchObject({
      reason: 'bad_signature',
      data: { why: 'body' },
    });
  });

  test('is signed over its idempotency key, without which nothing moves', async () => {
    const made = await make({ trade: '1' });
    expect(await opened.sign(made, 'upbbbuy', BUY)).toMatchObject({ reason: 'bad_idempotency_key' });
    const spoil = (query: string) => query.replace('IdempotencyKey=one', 'IdempotencyKey=two');
    expect(await opened.sign(made, 'upbbbuy', BUY, { idempotencyKey: 'one', spoil })).toMatchObject({
      reason: 'bad_signature',
    });
  });

  test('that is late says the time', async () => {
    const made = await make();
    const nowMs = opened.world.clock.nowMs();
    expect(await opened.sign(made, 'getKeys', {}, { atMs: nowMs - 301_000 })).toMatchObject({
      code: 401,
      reason: 'bad_signature',
      data: { why: 'timestamp', time: new Date(nowMs).toISOString() },
    });
  });

  test('of a market that the key is not bound to is refused, and such orders are not listed', async () => {
    const made = await make({ trade: '1', markets: opened.world.market.list()[1]?.symbol ?? '' });
    expect(await opened.sign(made, 'planOrder', BUY)).toMatchObject({ reason: 'key_not_allowed' });
    expect(await opened.sign(made, 'upbbbuy', BUY, { idempotencyKey: 'm' })).toMatchObject({
      reason: 'key_not_allowed',
    });
    const { data } = await opened.sign(made, 'tradegetOrderList', { page: '1', limit: '10' });
    expect(data).toEqual({ list: [] });
  });
});

describe('a plan', () => {
  test('of an order that rests has its figures and places nothing', async () => {
    const made = await make({ trade: '1' });
    const before = await opened.world.balances(opened.memberId);
    const kept = await opened.ordersKept();
    expect(await planOf(made)).toMatchObject({
      refusals: [],
      num: '1.00000000',
      filled: '0.00000000',
      rests: '1.00000000',
      price: '50.00000000',
      total: '50.00000000',
      fee: '0.00100000',
      fee_coin: 'BTC',
      held: '50.00000000',
      held_coin: 'USDT',
      plan: expect.stringMatching(/^p1\./),
    });
    expect(await opened.world.balances(opened.memberId)).toEqual(before);
    expect(await opened.ordersKept()).toBe(kept);
  });

  test('of an order that crosses is what its fills then come to', async () => {
    const made = await make({ trade: '1' });
    const fields = { m_id: '1', type: '1', operate_type: '2', amount: '202' };
    const planned = await planOf(made, fields);
    expect(planned).toMatchObject({ refusals: [], filled: '2.00000000', total: '202.00000000', price: '101.00000000' });
    const placed = await place(made, planned.plan ?? '', fields);
    expect(placed).toMatchObject({ code: 1, data: { status: 2 } });
    const { data } = await opened.sign(made, 'tradegetOrderList', {
      id: String((placed.data as Answer<'upbbbuy'>).id),
      page: '1',
      limit: '1',
    });
    expect(data).toMatchObject({ list: [{ coinnum: planned.filled, total: planned.total, fee: planned.fee }] });
  });

  test('says everything that refuses it, and has no id then', async () => {
    const made = await make({ trade: '1', day_cap: '100' });
    const planned = await planOf(made, { ...BUY, num: '100000.0000001', price: '99.999' });
    expect(planned).toMatchObject({ plan: null, expires: null });
    expect(planned.refusals.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(['amount_off_step', 'daily_limit', 'insufficient_balance']),
    );
  });

  test('of numbers as large as there are is an answer', async () => {
    const made = await make({ trade: '1' });
    const most = '999999999999999999.99999999';
    for (const fields of [
      { ...BUY, num: most, price: most },
      { ...BUY, num: most, price: '0.00000001' },
      { ...BUY, type: '2', num: most, price: '0.00000001' },
      { ...BUY, type: '2', num: most, price: '1' },
      { m_id: '1', type: '2', operate_type: '2', num: most },
      { m_id: '1', type: '1', operate_type: '2', amount: most },
    ]) {
      const { plan, refusals } = await planOf(made, fields);
      expect(plan).toBeNull();
      expect(refusals.length).toBeGreaterThan(0);
    }
  });

  test('is refused as the order would be, first by what refuses it first', async () => {
    const made = await make({ trade: '1', day_cap: '100' });
    for (const fields of [
      { ...BUY, num: '3' },
      { ...BUY, num: '0.000000001' },
      { ...BUY, num: '100000', price: '99' },
      { m_id: '1', type: '2', operate_type: '2', num: '5000' },
    ]) {
      const { data, reason } = await opened.sign(made, 'planOrder', fields);
      const first = reason ?? (data as Answer<'planOrder'>).refusals[0]?.reason;
      const order = await opened.sign(made, 'upbbbuy', fields, {
        idempotencyKey: `as-${JSON.stringify(fields).length}-${fields.num}`,
      });
      expect(order.reason).toBe(first);
      expect(order.code).not.toBe(1);
    }
  });

  test('is placed once, however often it is asked for', async () => {
    const made = await make({ trade: '1' });
    const { plan } = await planOf(made);
    const before = await opened.ordersKept();
    const answers = await Promise.all(Array.from({ length: 64 }, () => place(made, plan ?? '')));
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(await opened.ordersKept()).toBe(before + 1);
    opened.world.clock.advance(PLAN_SECONDS * 1000);
    expect((await place(made, plan ?? '')).data).toEqual(answers[0]?.data);
    expect(await opened.ordersKept()).toBe(before + 1);
  });

  test('places nothing late, nothing of another key, nothing forged, and only as its own idempotency key', async () => {
    const [made, other] = [await make({ trade: '1' }), await make({ trade: '1' })];
    const before = await opened.ordersKept();
    const refused = { reason: 'bad_plan' };
    // A new one each time: what a plan was answered first is its answer.
    const fresh = async (): Promise<string> => (await planOf(made)).plan ?? '';
    expect(await place(other, await fresh())).toMatchObject(refused);
    const ofKey = await fresh();
    const byLogin = { token: opened.token, key: ofKey };
    expect(await opened.http.call('upbbbuy', { ...BUY, plan: ofKey }, byLogin)).toMatchObject(refused);
    const plan = await fresh();
    expect(await opened.sign(made, 'upbbbuy', { ...BUY, plan }, { idempotencyKey: 'another' })).toMatchObject(refused);
    const last = plan.at(-1) === 'A' ? 'B' : 'A';
    for (const forged of [`${plan.slice(0, -1)}${last}`, plan.replace('p1.', 'p1.z'), 'p1..', `${plan}=`, 'x'])
      expect(await place(made, forged)).toMatchObject(refused);
    const late = await fresh();
    opened.world.clock.advance(PLAN_SECONDS * 1000);
    expect(await place(made, late)).toMatchObject(refused);
    expect(await opened.ordersKept()).toBe(before);
  });

  test('of a member’s own is no program’s', async () => {
    const made = await make({ trade: '1' });
    const before = await opened.ordersKept();
    const { data } = await opened.http.call('planOrder', BUY, { token: opened.token });
    const { plan } = data as Answer<'planOrder'>;
    expect(await place(made, plan ?? '')).toMatchObject({ reason: 'bad_plan' });
    expect(await opened.ordersKept()).toBe(before);
  });

  test('of one order is not that of another', async () => {
    const made = await make({ trade: '1' });
    const before = await opened.ordersKept();
    for (const change of [{ num: '2' }, { price: '51' }, { type: '2' }, { m_id: '2' }, { kind: '2' }]) {
      const plan = (await planOf(made)).plan ?? '';
      expect(await place(made, plan, { ...BUY, ...change })).toMatchObject({ reason: 'bad_plan' });
    }
    const plan = (await planOf(made)).plan ?? '';
    expect(await opened.sign(made, 'tradecancelOrder', { bb_id: '1', plan }, { idempotencyKey: plan })).toMatchObject({
      reason: 'bad_plan',
    });
    expect(await opened.ordersKept()).toBe(before);
  });

  test('of a cancellation says what it releases, and cancels that order', async () => {
    const made = await make({ trade: '1' });
    const { data: order } = await place(made, (await planOf(made)).plan ?? '');
    const bb_id = String((order as Answer<'upbbbuy'>).id);
    const { data } = await opened.sign(made, 'planCancel', { bb_id });
    expect(data).toMatchObject({ refusals: [], released: '50.00000000', coin: 'USDT' });
    const plan = (data as Answer<'planCancel'>).plan ?? '';
    expect(await opened.sign(made, 'tradecancelOrder', { bb_id, plan }, { idempotencyKey: plan })).toMatchObject({
      code: 1,
    });
    expect((await opened.sign(made, 'planCancel', { bb_id })).data).toMatchObject({
      plan: null,
      refusals: [{ reason: 'order_not_open' }],
    });
    expect((await opened.sign(made, 'planCancel', { bb_id: '999999999' })).data).toMatchObject({
      refusals: [{ reason: 'not_found' }],
    });
  });
});

describe('caps of a key', () => {
  const buy = (made: MadeKey, idempotencyKey: string, fields: Readonly<Record<string, string>> = {}) =>
    opened.sign(made, 'upbbbuy', { ...BUY, ...fields }, { idempotencyKey });
  const htx = async (made: MadeKey, amount: string) =>
    opened.send(opened.order(made, { type: 'buy-limit', amount, price: '50' }));

  test('of a day hold for signed orders, counted together with those of HTX’s calls', async () => {
    const made = await make({ trade: '1', day_cap: '150' });
    expect(await buy(made, 'first')).toMatchObject({ code: 1 });
    expect(await htx(made, '1')).toMatchObject({ status: 'ok' });
    expect(await buy(made, 'beyond', { num: '1.1' })).toMatchObject({ reason: 'daily_limit' });
    expect(await buy(made, 'last')).toMatchObject({ code: 1 });
    expect(await buy(made, 'after')).toMatchObject({ reason: 'daily_limit' });
    expect(await htx(made, '1')).toMatchObject({ status: 'error', 'err-code': 'order-holding-limit-failed' });
  });

  test('of a day let in as many of 64 signed at once as they hold', async () => {
    const made = await make({ trade: '1', day_cap: '520' });
    const answers = await Promise.all(Array.from({ length: 64 }, (_, at) => buy(made, `at-once-${at}`)));
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(10);
    const reasons = answers.flatMap(({ code, reason }) => (code === 1 ? [] : [reason]));
    expect(new Set(reasons)).toEqual(new Set(['daily_limit']));
  });

  test('of losses hold for signed orders', async () => {
    const made = await make({ trade: '1', loss_cap: '1' });
    expect(await buy(made, 'loses', { num: '10', price: '101' })).toMatchObject({ code: 1 });
    expect(await buy(made, 'no-more')).toMatchObject({ reason: 'daily_loss_limit' });
  });

  test.each([
    ['none', {}, false],
    ['one of a day', { day_cap: '500' }, true],
    ['one of losses', { loss_cap: '500' }, true],
  ])('are known by an order’s key in either way: %s', async (_what, caps, isCapped) => {
    const made = await make({ trade: '1', ...caps });
    const placing = vi.spyOn(opened.world.service, 'place');
    const previewing = vi.spyOn(opened.world.service, 'preview');
    expect(await htx(made, '1')).toMatchObject({ status: 'ok' });
    expect(await buy(made, `known-${made.id}`)).toMatchObject({ code: 1 });
    await planOf(made);
    expect(placing.mock.calls.map(([, , , key]) => key?.isCapped)).toEqual([isCapped, isCapped]);
    expect(previewing.mock.calls.map(([, , key]) => key?.isCapped)).toEqual([isCapped]);
    vi.restoreAllMocks();
  });
});

describe('a transfer by a key', () => {
  const MOVE = { c_id: '1', num: '25', from_type: '1', to_type: '2' };
  const held = async () => (await opened.http.call('getCoinBalance', { c_id: '1' }, { token: opened.token })).data;

  test('needs the right to, and no right lets it send to another member', async () => {
    const trader = await make({ trade: '1' });
    for (const name of ['transfer', 'planTransfer'])
      expect(await opened.sign(trader, name, MOVE, { idempotencyKey: 'x' })).toMatchObject({
        reason: 'key_not_allowed',
      });
  });

  test('is planned, and moved once', async () => {
    const made = await make({ transfer: '1' });
    const before = await held();
    const { data } = await opened.sign(made, 'planTransfer', MOVE);
    expect(data).toMatchObject({ refusals: [], num: '25.00000000', coin: 'USDT' });
    expect(await held()).toEqual(before);
    const plan = (data as Answer<'planTransfer'>).plan ?? '';
    const asked = () => opened.sign(made, 'transfer', { ...MOVE, plan }, { idempotencyKey: plan });
    for (const answer of await Promise.all(Array.from({ length: 16 }, asked)))
      expect(answer).toMatchObject({ code: 1 });
    expect(await held()).toMatchObject({ balance_list: expect.arrayContaining([{ type: 2, balance: '25.00000000' }]) });
    const other = await opened.sign(made, 'transfer', { ...MOVE, num: '26', plan }, { idempotencyKey: plan });
    expect(other).toMatchObject({ reason: 'idempotency_conflict' });
    const back = { ...MOVE, from_type: '2', to_type: '1' };
    expect(await opened.sign(made, 'transfer', back, { idempotencyKey: 'back' })).toMatchObject({ code: 1 });
    expect(await held()).toEqual(before);
  });

  test('says everything that refuses it', async () => {
    const made = await make({ transfer: '1' });
    const fields = { c_id: '1', num: '99999999', from_type: '1', to_type: '1' };
    expect((await opened.sign(made, 'planTransfer', fields)).data).toMatchObject({
      plan: null,
      refusals: [{ reason: 'same_account' }, { reason: 'insufficient_balance' }],
    });
    expect(await opened.sign(made, 'planTransfer', { ...fields, c_id: '999' })).toMatchObject({ reason: 'not_found' });
  });
});

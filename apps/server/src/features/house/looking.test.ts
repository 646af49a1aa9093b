import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount, format, sum } from '@plimsoll/money';
import { runAudit } from '../../ledger/index.ts';
import { sql } from '../../platform/db.ts';
import { openHouseWorld, type HouseWorld } from '../../testing/house-world.ts';
import { COIN } from '../../testing/wallet-world.ts';

let house: HouseWorld;
let viewer: { readonly token: string };
let lea: { readonly id: string; readonly token: string };
let tom: { readonly id: string; readonly token: string };
let spot: number[];
let options: number[];
let transfers: number[];

const look = (path: string, fields: Readonly<Record<string, unknown>> = {}) =>
  house.http.ask('GET', path, { ...viewer, fields });
const idsOf = (body: Readonly<Record<string, unknown>>) => (body['list'] as { id: number }[]).map(({ id }) => id);
async function list(path: string, fields: Readonly<Record<string, unknown>> = {}) {
  const { status, body } = await look(path, fields);
  expect(status).toBe(200);
  return { ids: idsOf(body), total: body['total'] };
}
const order = async (who: { token: string }, price: string, type: '1' | '2' = '1', m_id = '1') => {
  const { data } = await house.http.call(
    'upbbbuy',
    { m_id, type, operate_type: '1', price, num: '1' },
    { token: who.token },
  );
  return (data as { id: number }).id;
};
const stake = async (who: { token: string }, ctzed: string, buytype: '1' | '2', ctime = '60') => {
  const { data } = await house.http.call('creatorder', { m_id: '1', ctime, ctzed, buytype }, { token: who.token });
  return (data as { order_id: number }).order_id;
};

beforeAll(async () => {
  house = await openHouseWorld();
  const { world, http } = house;
  viewer = { token: (await http.operator('viewer')).token };
  lea = await house.member({ 'USDT 1': '1000', 'USDT 2': '500', 'BTC 1': '5' }, 'quay.lea');
  tom = await house.member({ 'USDT 1': '1000', 'USDT 2': '500' }, 'tom');
  world.market.setTick('btcusdt', '100');
  world.market.setBook('btcusdt', { bids: [['99', '5']], asks: [['101', '5']] });
  world.market.setTick('ethusdt', '10');
  world.market.setMark('btcusdt', '100');
  await world.market.keep();
  world.market.setBook('ethusdt', { bids: [['9', '5']], asks: [['11', '5']] });
  world.clock.advance(1);
  // Filled, resting, on the other side, on another market; Tom's resting.
  spot = [
    await order(lea, '102'),
    await order(lea, '98'),
    await order(lea, '103', '2'),
    await order(lea, '8', '1', '2'),
    await order(tom, '97'),
  ];
  await http.call('tradecancelOrder', { bb_id: spot[1] }, { token: lea.token });
  options = [await stake(lea, '100', '1', '30'), await stake(lea, '50', '2'), await stake(tom, '20', '1')];
  transfers = [];
  for (const [who, num] of [
    [lea, '1'],
    [tom, '2'],
    [lea, '3'],
  ] as const) {
    await http.call('transfer', { c_id: COIN.USDT, num, from_type: 1, to_type: 2 }, { token: who.token });
    const [row] = await world.db.run(
      sql<{ id: string }>('looking.transfer', 'select max(id) as id from account_transfer'),
    );
    transfers.push(Number(row?.id));
  }
});
afterAll(async () => {
  await house.audit();
  await house.close();
});

test('spot orders of all members are listed, and found by state, market, member, name and number', async () => {
  const [filled, cancelled, sale, ether, toms] = spot;
  expect(await list('/spot-orders')).toEqual({ ids: spot.toReversed(), total: 5 });
  expect(await list('/spot-orders', { limit: 2, page: 2 })).toEqual({ ids: [sale, cancelled], total: 5 });
  expect(await list('/spot-orders', { limit: 2, sort: 'id' })).toEqual({ ids: [filled, cancelled], total: 5 });
  expect(await list('/spot-orders', { before: sale, limit: 1 })).toEqual({ ids: [cancelled], total: 5 });
  expect(await list('/spot-orders', { status: '1' })).toEqual({ ids: [toms, ether, sale], total: 3 });
  expect(await list('/spot-orders', { status: '1', limit: 1, page: 2 })).toEqual({ ids: [ether], total: 3 });
  expect(await list('/spot-orders', { m_id: '1', sort: 'id' })).toEqual({
    ids: [filled, cancelled, sale, toms],
    total: 4,
  });
  expect(await list('/spot-orders', { m_id: '1', status: '1' })).toEqual({ ids: [toms, sale], total: 2 });
  expect(await list('/spot-orders', { q: 'Quay.Lea', status: '1' })).toEqual({
    ids: [ether, sale],
    total: 2,
  });
  expect(await list('/spot-orders', { q: tom.id })).toEqual({ ids: [toms], total: 1 });
  expect(await list('/spot-orders', { q: String(filled) })).toEqual({ ids: [filled], total: 1 });
  expect(await list('/spot-orders', { q: String(filled), member_id: tom.id })).toEqual({ ids: [], total: 0 });
  expect(await list('/spot-orders', { member_id: tom.id })).toEqual({ ids: [toms], total: 1 });
  expect((await look(`/spot-orders/${sale}`)).body).toMatchObject({
    id: sale,
    member_id: Number(lea.id),
    username: 'quay.lea',
    m_id: 1,
    symbol: 'btcusdt',
    type: 2,
    type_text: 'Sell',
    xjprice: '103.00000000',
    held: '1.00000000',
    status: 1,
  });
  expect(await look('/spot-orders/99')).toMatchObject({ status: 404 });
});

test('an operator sees of an order what its member sees', async () => {
  const { data } = await house.http.call('tradegetOrderList', { limit: 50 }, { token: lea.token });
  const { body } = await look('/spot-orders', { member_id: lea.id });
  expect(body['list']).toMatchObject((data as { list: object[] }).list);
  const { data: own } = await house.http.call('getHyOrderList', { limit: 50 }, { token: lea.token });
  expect((await look('/option-orders', { member_id: lea.id })).body['list']).toMatchObject(
    (own as { list: object[] }).list,
  );
});

test('options of all members are listed and found likewise, and cannot be changed', async () => {
  const [first, second, toms] = options;
  expect(await list('/option-orders')).toEqual({ ids: options.toReversed(), total: 3 });
  expect(await list('/option-orders', { status: '2' })).toEqual({ ids: [], total: 0 });
  expect(await list('/option-orders', { m_id: '1', status: '1', limit: 1, page: 3 })).toEqual({
    ids: [first],
    total: 3,
  });
  expect(await list('/option-orders', { q: 'quay.lea' })).toEqual({ ids: [second, first], total: 2 });
  expect(await list('/option-orders', { q: String(toms) })).toEqual({ ids: [toms], total: 1 });
  expect((await look(`/option-orders/${first}`)).body).toMatchObject({
    id: first,
    order_id: first,
    username: 'quay.lea',
    num: '100.00000000',
    winnings: '75.00000000',
    hyzd: 1,
    outcome: null,
  });
  const owner = await house.http.operator('owner');
  for (const method of ['POST', 'PATCH', 'DELETE'] as const) {
    for (const path of [
      `/option-orders/${first}`,
      '/option-orders',
      `/spot-orders/${spot[0]}`,
      `/transfers/${transfers[0]}`,
      '/ledger/1',
      '/reports/balances',
    ]) {
      expect(await house.http.ask(method, path, { token: owner.token, fields: { outcome: 'win' } })).toMatchObject({
        status: 405,
      });
    }
  }
});

test('transfers of all members are listed and found likewise', async () => {
  const [first, toms, third] = transfers;
  expect(await list('/transfers')).toEqual({ ids: [third, toms, first], total: 3 });
  expect(await list('/transfers', { q: 'tom' })).toEqual({ ids: [toms], total: 1 });
  expect(await list('/transfers', { q: String(third) })).toEqual({ ids: [third], total: 1 });
  expect(await list('/transfers', { member_id: lea.id, limit: 1, page: 2 })).toEqual({ ids: [first], total: 2 });
  expect((await look(`/transfers/${toms}`)).body).toMatchObject({
    id: toms,
    username: 'tom',
    num: '2.00000000',
    from_type: 1,
    to_type: 2,
    msg: 'Funds to Options',
  });
});

test('the ledger is read journal by journal, with lines, and found by number, event and member', async () => {
  const { body: all } = await look('/ledger', { limit: 50 });
  const journals = all['list'] as { id: number; kind: string; cause: string; lines: number }[];
  expect(journals.map(({ id }) => id)).toEqual(journals.map(({ id }) => id).toSorted((a, b) => b - a));
  const [newest] = journals;
  expect(await list('/ledger', { before: newest?.id, limit: 1 })).toEqual({
    ids: [journals[1]?.id],
    total: all['total'],
  });
  expect(await list('/ledger', { q: String(journals[3]?.id) })).toEqual({ ids: [journals[3]?.id], total: 1 });
  expect(await list('/ledger', { q: 'word' })).toEqual({ ids: [], total: 0 });
  expect((await list('/ledger', { kind: 'account-transfer' })).total).toBe(3);
  expect(await list('/ledger', { kind: 'account-transfer', sort: 'id', limit: 1 })).toMatchObject({
    ids: [journals.find(({ cause }) => cause === String(transfers[0]))?.id],
  });

  const fill = await look('/ledger', { kind: 'spot-fill', cause: `${spot[0]}.1` });
  expect(fill.body).toMatchObject({
    total: 1,
    list: [{ cause: `${spot[0]}.1`, kind: 'spot-fill', actor: { kind: 'clock', id: null } }],
  });
  const byCause = await look('/ledger', { kind: 'account-transfer', cause: String(transfers[1]) });
  // A cause is unique with its kind only.
  expect((await look('/ledger', { cause: String(transfers[1]) })).body['total']).toBe(3);
  expect(byCause.body).toMatchObject({
    total: 1,
    list: [{ kind: 'account-transfer', actor: { kind: 'member', id: Number(tom.id), username: 'tom' } }],
  });
  const { body } = await look(`/ledger/${idsOf(byCause.body)[0]}`);
  expect(body).toMatchObject({
    kind: 'account-transfer',
    lines: 1,
    hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    transfers: [
      {
        line: 1,
        what: 'move',
        coin: 'USDT',
        amount: '2.00000000',
        hold: null,
        from: { member_id: Number(tom.id), username: 'tom', type: 1, house: null },
        to: { username: 'tom', type: 2 },
      },
    ],
  });
  const [held] = journals.filter(({ kind }) => kind === 'option-open');
  expect((await look(`/ledger/${held?.id}`)).body['transfers']).toMatchObject([
    { what: 'hold', from: { username: 'tom', type: 2 }, hold: { kind: 'option-stake', ref: String(options[2]) } },
    {
      what: 'hold',
      from: { house: 'options', username: null },
      hold: { kind: 'option-payout', ref: String(options[2]) },
    },
  ]);
  expect(await look('/ledger/999999')).toMatchObject({ status: 404 });
});

test('a member’s journals are those that changed one of their balances, each once', async () => {
  const { body } = await look('/ledger', { member_id: tom.id, limit: 50 });
  expect((body['list'] as { kind: string }[]).map(({ kind }) => kind)).toEqual([
    'account-transfer',
    'demo-funding',
    'demo-funding',
  ]);
  expect(body['total']).toBe(3);
  const leas = await look('/ledger', { member_id: lea.id, kind: 'spot-fill' });
  expect(leas.body).toMatchObject({ total: 1, list: [{ kind: 'spot-fill' }] });
  expect(await list('/ledger', { member_id: tom.id, limit: 1, page: 2 })).toMatchObject({ total: 3 });
  expect(await list('/ledger', { member_id: tom.id, q: String(idsOf(leas.body)[0]) })).toEqual({ ids: [], total: 0 });
});

test('accounts are listed of a member, of one house account, or of all house accounts', async () => {
  const members = await look('/ledger/accounts', { member_id: tom.id });
  expect(members.body['list']).toMatchObject([
    { username: 'tom', type: 1, coin: 'USDT', available: '901.00000000', frozen: '97.00000000' },
    { type: 2, coin: 'USDT', available: '482.00000000', frozen: '20.00000000' },
  ]);
  expect((await look('/ledger/accounts', { house: 'options' })).body).toMatchObject({
    total: 1,
    list: [{ house: 'options', coin: 'USDT', member_id: null, frozen: '131.00000000' }],
  });
  const { body } = await look('/ledger/accounts');
  expect(new Set((body['list'] as { house: string }[]).map((each) => each.house))).toEqual(
    new Set(['outside', 'spot', 'options', 'fees']),
  );
  expect(await look('/ledger/accounts', { house: 'bribes' })).toMatchObject({ status: 422 });
});

test('the exposure has the payout if every open stake wins, by market and direction, its cover, and the positions', async () => {
  const { body } = await look('/reports/exposure');
  expect(body['options']).toEqual({
    coin: 'USDT',
    open: 3,
    stakes: '170.00000000',
    worst: '131.00000000',
    reserve: '1000000.00000000',
    held: '131.00000000',
    markets: [
      {
        m_id: 1,
        symbol: 'btcusdt',
        coinname: 'BTC/USDT',
        up: { open: 2, stakes: '120.00000000', winnings: '91.00000000' },
        down: { open: 1, stakes: '50.00000000', winnings: '40.00000000' },
      },
    ],
  });
  expect(body['spot']).toEqual([
    {
      m_id: 1,
      symbol: 'btcusdt',
      coinname: 'BTC/USDT',
      buys: 1,
      held_quote: '97.00000000',
      sells: 1,
      held_base: '1.00000000',
    },
    {
      m_id: 2,
      symbol: 'ethusdt',
      coinname: 'ETH/USDT',
      buys: 1,
      held_quote: '8.00000000',
      sells: 0,
      held_base: '0.00000000',
    },
  ]);
  expect(body['coins']).toContainEqual({
    c_id: 2,
    coin: 'BTC',
    spot: '999999999.00000000',
    rewards: '0.00000000',
    promised: '0.00000000',
    position: '-1.00000000',
    worth: '100.00000000',
  });
  expect(body['coins']).toContainEqual(expect.objectContaining({ coin: 'USDT', position: null, worth: null }));
  expect(body['position_limit']).toBe('100000000000000000.00000000');
});

test('the balances report sums to zero, repeats until money moves, and is the sum of all accounts', async () => {
  const { body: before } = await look('/reports/balances');
  house.world.clock.advance(60_000);
  expect((await look('/reports/balances')).body).toEqual(before);
  const usdt = (
    before['list'] as { coin: string; members: string; difference: string; house: Record<string, string> }[]
  ).find(({ coin }) => coin === 'USDT');
  expect(Object.keys(usdt?.house ?? {})).toEqual([
    'outside',
    'spot',
    'options',
    'loans',
    'rewards',
    'fees',
    'rounding',
  ]);
  expect(usdt?.difference).toBe('0.00000000');
  const accounts = await Promise.all([lea.id, tom.id].map((id) => look('/ledger/accounts', { member_id: id })));
  const held = accounts
    .flatMap(({ body }) => body['list'] as { coin: string; available: string; frozen: string }[])
    .filter(({ coin }) => coin === 'USDT');
  expect(usdt?.members).toBe(format(sum(held.flatMap(({ available, frozen }) => [amount(available), amount(frozen)]))));
});

test('the overview has queues with their ages, the markets’ state, and the ends of the chains', async () => {
  const { http, world } = house;
  world.market.setTick('btcusdt', '100');
  world.market.setBook('btcusdt', { bids: [['99.5', '5']], asks: [['100.25', '5']] });
  const empty = { waiting: 0, oldest: null, second: 0, duplicates: 0 };
  const treasurer = await http.operator('treasurer');
  const { body: before } = await look('/overview');
  expect(before['queues']).toEqual({
    recharges: empty,
    withdrawals: empty,
    identities: empty,
    loans: { ...empty, overdue: 0 },
    corrections: empty,
    house_postings: empty,
    proposals: empty,
  });
  expect(before['owners']).toMatchObject({ established: expect.any(Number) as unknown });
  expect(before['feed']).toMatchObject({
    kind: 'simulated',
    fresh: true,
    markets: [
      {
        m_id: 1,
        coinname: 'BTC/USDT',
        last_tick: new Date(world.clock.nowMs()).toISOString(),
        spread: '0.75000000',
        quarantined: 0,
        fresh: true,
      },
      { m_id: 2, fresh: false },
      { m_id: 3, last_tick: null, spread: null, fresh: false },
    ],
  });
  const proposedAt = new Date(world.clock.nowMs()).toISOString();
  const made = await http.ask('POST', '/corrections', {
    token: treasurer.token,
    fields: { member_id: tom.id, type: 1, c_id: COIN.USDT, amount: '1', remark: 'why' },
  });
  world.clock.advance(60_000);
  expect(before['runs']).toEqual({ last: null, all: null });
  const audited = await runAudit(world.db, [], { clock: world.clock });
  expect(audited.ok).toBe(true);
  const { body: after } = await look('/overview');
  const run = {
    kind: 'all',
    result: 'clean',
    at: new Date(world.clock.nowMs()).toISOString(),
    findings: 0,
    lines: [],
  };
  expect(after['runs']).toEqual({ last: run, all: run });
  expect(after['queues']).toMatchObject({
    corrections: { waiting: 1, oldest: proposedAt, second: 1 },
    house_postings: empty,
  });
  expect(after['ledger']).toEqual(before['ledger']);
  expect(after['audit']).toMatchObject({ lines: (before['audit'] as { lines: number }).lines + 1 });
  await http.ask('POST', `/corrections/${String(made.body['id'])}/reject`, { token: treasurer.token });
  expect((await look('/overview')).body['queues']).toMatchObject({ corrections: empty });
});

import type { Answer } from '@plimsoll/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { amount, price, rate } from '@plimsoll/money';
import { houseAvailable, plainPosting } from '../../ledger/index.ts';
import { openDb } from '../../platform/db.ts';
import { openExchangeWorld, PAY_PASSWORD, type ExchangeWorld } from '../../testing/exchange-world.ts';
import { inOneBatch } from '../../testing/one-batch.ts';
import { waitersOf } from '../../testing/waiters.ts';
import { COIN } from '../../testing/wallet-world.ts';
import { holdingOf, journalTo } from '../../testing/world-parts.ts';
import { converting, type Asked } from './convert.ts';
import { findWay } from './way.ts';

let at: ExchangeWorld;
beforeAll(async () => {
  at = await openExchangeWorld();
});
beforeEach(() => {
  at.set.switches = {};
  at.set.spread = '0.002';
  at.world.market.change('ethbtc', { enabled: true });
  at.refresh();
});
afterEach(() => at.audit());
afterAll(() => at.close());

const { USDT, BTC, ETH } = COIN;
/** Markets by their ids. */
const BOOK = { btcusdt: '1', ethusdt: '2' } as const;
const swap = (from: string, to: string, amount: string, more: object = {}) => ({
  from_coin_id: from,
  to_coin_id: to,
  amount,
  ...more,
});
const coins = async (token: string, type = '1') =>
  (await at.http.call('getCanExchangeCoin', { type }, { token })).data as Answer<'getCanExchangeCoin'>;
const bills = async (token: string, lang = 'en') =>
  ((await at.http.call('getBillList', {}, { token, lang })).data as Answer<'getBillList'>).list.map(
    ({ coinName, st, num, remark }) => `${st === 1 ? '+' : '-'}${num} ${coinName} ${remark}`,
  );

test('a coin is sold at the mark less the spread, and both sides are billed', async () => {
  const { token } = await at.member({ 'BTC 1': '2' });
  const answer = await at.exchange(token, swap(BTC, USDT, '1.5'));
  expect(answer).toMatchObject({
    code: 1,
    msg: 'Converted',
    data: { received: '149.70000000', rate: '99.8', books: [{ symbol: 'btcusdt', mid: '100.00000000' }] },
  });
  expect(await at.balances(token)).toMatchObject({ BTC: '0.50000000', USDT: '149.70000000' });
  expect((await bills(token)).slice(0, 2).sort()).toEqual([
    '+149.70000000 USDT Converted, received',
    '-1.50000000 BTC Converted, paid',
  ]);
  expect((await bills(token, 'zh-cn')).slice(0, 2).sort()).toEqual([
    '+149.70000000 USDT 闪兑收入',
    '-1.50000000 BTC 闪兑支出',
  ]);
});

test('a coin is bought likewise, rounded down', async () => {
  const { token } = await at.member({ 'USDT 1': '100' });
  expect(await at.exchange(token, swap(USDT, ETH, '33.33333333'))).toMatchObject({
    code: 1,
    data: { received: '3.32666666', rate: '0.0998' },
  });
  expect(await at.balances(token)).toMatchObject({ USDT: '66.66666667', ETH: '3.32666666' });
});

test('a market of both coins is used, in either direction, with one spread', async () => {
  at.book('ethbtc', '0.1999', '0.2001');
  const { token } = await at.member({ 'ETH 1': '1', 'BTC 1': '1' });
  expect(await at.exchange(token, swap(ETH, BTC, '1'))).toMatchObject({
    data: { received: '0.19960000', rate: '0.1996', books: [{ symbol: 'ethbtc', mid: '0.20000000' }] },
  });
  expect(await at.exchange(token, swap(BTC, ETH, '0.2'))).toMatchObject({
    data: { received: '0.99800000', rate: '4.99' },
  });
});

test('without such a market it goes through USDT, with two spreads', async () => {
  at.world.market.change('ethbtc', { enabled: false });
  const { token } = await at.member({ 'ETH 1': '1' });
  expect(await at.exchange(token, swap(ETH, BTC, '1'))).toMatchObject({
    code: 1,
    data: {
      received: '0.09960040',
      rate: '0.0996004',
      books: [
        { symbol: 'ethusdt', mid: '10.00000000' },
        { symbol: 'btcusdt', mid: '100.00000000' },
      ],
    },
  });
});

test('it happens in the named account only', async () => {
  const { token } = await at.member({ 'USDT 1': '50', 'USDT 2': '100' });
  expect(await at.exchange(token, swap(USDT, BTC, '100', { type: '2' }))).toMatchObject({ code: 1 });
  expect(await at.balances(token, 2)).toMatchObject({ USDT: '0.00000000', BTC: '0.99800000' });
  expect(await at.balances(token)).toMatchObject({ USDT: '50.00000000', BTC: '0.00000000' });
});

test('the list has every coin with its balance, the middle in USDT, its places, the spread and its markets', async () => {
  at.book('btcusdt', '99.7', '99.8');
  const { token } = await at.member({ 'BTC 1': '2', 'BTC 2': '3' });
  const [usdt, btc, eth] = await coins(token, '2');
  expect(usdt).toMatchObject({
    id: 1,
    title: 'USDT',
    balance: '0.00000000',
    price: '1.00000000',
    decimals: 8,
    spread: '0.00200000',
  });
  expect(btc).toMatchObject({
    title: 'BTC',
    balance: '3.00000000',
    price: '99.75000000',
    markets: [
      { m_id: 1, symbol: 'btcusdt', c_id: 1, sells: true, mid: '99.75000000' },
      { m_id: 3, symbol: 'ethbtc', c_id: 3, sells: false, mid: '0.10000000' },
    ],
  });
  expect(eth).toMatchObject({ title: 'ETH', price: '10.00000000' });
  expect((await coins(token))[1]).toMatchObject({ balance: '2.00000000' });
});

test('a price that is not fresh is null in the list, and nothing is exchanged at it', async () => {
  const { token } = await at.member({ 'BTC 1': '1', 'ETH 1': '1' });
  at.world.clock.advance(1501);
  expect(await at.exchange(token, swap(BTC, USDT, '1'))).toMatchObject({
    status: 200,
    code: 201,
    reason: 'stale_market',
  });
  expect((await coins(token)).map(({ price }) => price)).toEqual(['1.00000000', '100.00000000', '10.00000000']);
  at.world.clock.advance(3500);
  at.book('ethusdt', '9.99', '10.01');
  expect((await coins(token)).map(({ price }) => price)).toEqual(['1.00000000', null, '10.00000000']);
  expect(await at.exchange(token, swap(BTC, USDT, '1'))).toMatchObject({
    status: 200,
    code: 201,
    reason: 'stale_market',
  });
  expect(await at.exchange(token, swap(ETH, USDT, '1'))).toMatchObject({ code: 1 });
  // A tick without a new book is no new price.
  at.world.market.setTick('btcusdt', '100');
  expect(await at.exchange(token, swap(BTC, USDT, '1'))).toMatchObject({ reason: 'stale_market' });
});

test('a book with one side has no middle', async () => {
  const { token } = await at.member({ 'BTC 1': '1' });
  at.world.market.setBook('btcusdt', { bids: [['99', '1']] });
  expect(await at.exchange(token, swap(BTC, USDT, '1'))).toMatchObject({ code: 201, reason: 'no_liquidity' });
});

test('a refused exchange moves nothing', async () => {
  const { token } = await at.member({ 'USDT 1': '100' });
  const refused = async (fields: object) => {
    const { code, reason } = await at.exchange(token, { ...swap(USDT, BTC, '1'), ...fields });
    return [code, reason];
  };
  expect(await refused({ to_coin_id: USDT })).toEqual([0, 'same_coin']);
  expect(await refused({ to_coin_id: '999' })).toEqual([204, 'not_found']);
  expect(await refused({ from_coin_id: '999' })).toEqual([204, 'not_found']);
  expect(await refused({ type: '3' })).toEqual([0, 'bad_value']);
  expect(await refused({ amount: '0' })).toEqual([0, 'amount_not_positive']);
  expect(await refused({ amount: '100.00000001' })).toEqual([0, 'insufficient_balance']);
  expect(await refused({ amount: '999999999999999999.99999999' })).toEqual([201, 'no_liquidity']);
  expect(await refused({ from_coin_id: BTC, to_coin_id: USDT, amount: '999999999999999999.99999999' })).toEqual([
    201,
    'no_liquidity',
  ]);
  expect(await at.exchange(token, swap(USDT, BTC, '0.00000100'))).toMatchObject({
    code: 0,
    reason: 'amount_below_minimum',
    msg: 'The minimum is 0.00000101 USDT',
  });
  expect(await at.exchange(token, swap(USDT, BTC, '0.00000101'))).toMatchObject({
    code: 1,
    data: { received: '0.00000001' },
  });
  expect(await bills(token)).toHaveLength(3);
});

test('a frozen amount cannot be exchanged', async () => {
  const { token } = await at.member({ 'USDT 1': '100' });
  await at.http.call('upbbbuy', { m_id: '1', type: '1', operate_type: '1', num: '0.5', price: '50' }, { token });
  expect(await at.exchange(token, swap(USDT, BTC, '80'))).toMatchObject({ reason: 'insufficient_balance' });
  expect(await at.exchange(token, swap(USDT, BTC, '75'))).toMatchObject({ code: 1 });
});

test('the switch stops exchanges, not the list', async () => {
  const { token } = await at.member({ 'USDT 1': '100' });
  at.set.switches.flash_exchange_status = 0;
  expect(await at.exchange(token, swap(USDT, BTC, '1'))).toMatchObject({
    status: 200,
    code: 201,
    reason: 'switched_off',
  });
  expect(await coins(token)).toHaveLength(3);
});

test('the payment password is checked after the price, before the balance, and only while its switch is on', async () => {
  const { token } = await at.member({ 'USDT 1': '100' });
  const wrong = { paypassword: 'Wrong2026' };
  expect(await at.exchange(token, swap(USDT, BTC, '1', wrong))).toMatchObject({
    code: 0,
    reason: 'bad_payment_password',
  });
  expect(await at.exchange(token, swap(USDT, BTC, '1000', wrong))).toMatchObject({ reason: 'bad_payment_password' });
  expect(await at.exchange(token, swap(USDT, BTC, '0.000001', wrong))).toMatchObject({
    reason: 'amount_below_minimum',
  });
  expect(await at.exchange(token, swap(USDT, BTC, '1000'))).toMatchObject({ reason: 'insufficient_balance' });
  for (const paypassword of [undefined, 12, 'x', ['a'], PAY_PASSWORD.slice(1)])
    expect(await at.exchange(token, swap(USDT, BTC, '1', { paypassword }))).toMatchObject({
      status: 200,
      code: 0,
      reason: 'bad_payment_password',
    });
  expect(await at.exchange(token, swap(USDT, BTC, '1'))).toMatchObject({
    code: 0,
    reason: 'payments_stopped',
    msg: expect.stringContaining('2026-01-05') as string,
  });
  at.set.switches.traders_password_switch = 0;
  expect(await at.exchange(token, swap(USDT, BTC, '1', wrong))).toMatchObject({ code: 1 });
});

test('one key exchanges once; another body under it is refused', async () => {
  const { token } = await at.member({ 'USDT 1': '100' });
  const [first, second] = await Promise.all([
    at.exchange(token, swap(USDT, BTC, '10'), 'once'),
    at.exchange(token, swap(USDT, BTC, '10'), 'once'),
  ]);
  expect(second.data).toEqual(first.data);
  at.book('btcusdt', '199.9', '200.1');
  expect((await at.exchange(token, swap(USDT, BTC, '10'), 'once')).data).toEqual(first.data);
  expect(await at.exchange(token, swap(USDT, BTC, '11'), 'once')).toMatchObject({ reason: 'idempotency_conflict' });
  expect(await at.balances(token)).toMatchObject({ USDT: '90.00000000' });
});

test('of twenty concurrent exchanges of the whole balance exactly one succeeds', async () => {
  const { token } = await at.member({ 'USDT 1': '100' });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_each, place) => at.exchange(token, swap(USDT, place % 2 === 0 ? BTC : ETH, '100'))),
  );
  expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
  expect(answers.filter(({ reason }) => reason === 'insufficient_balance')).toHaveLength(19);
  expect(await at.balances(token)).toMatchObject({ USDT: '0.00000000' });
});

test('what the house account cannot cover is refused, and moves nothing', async () => {
  at.book('btcusdt', '99.9', '100.1', '1000000000000');
  const { token } = await at.member({ 'BTC 1': '900000000' });
  expect(await at.exchange(token, swap(BTC, USDT, '900000000'))).toMatchObject({
    status: 200,
    code: 201,
    reason: 'house_limit',
  });
  expect(await at.balances(token)).toMatchObject({ BTC: '900000000.00000000', USDT: '0.00000000' });
});

test('an exchange that the dealer cannot cover takes nothing of the book from another of its batch', async () => {
  at.book('btcusdt', '99.9', '100.1', '900000002');
  const { market, writer, clock, service } = at.world;
  await market.keep();
  await service.sweeper.settled();
  const asked = async (given: string): Promise<Asked> => {
    const { id: memberId } = await at.member({ 'BTC 1': given });
    const [from, to, way] = [market.coin(BTC), market.coin(USDT), findWay(BTC, USDT, market.list())];
    if (!from || !to || !way) throw new Error('there is no such market');
    return { memberId, type: 1, from, to, given: amount(given), way };
  };
  const [large, small] = [await asked('900000000'), await asked('5')];
  const command = converting({
    market,
    clock,
    books: service.books,
    depth: service.depth,
    limits: service.limits,
    freshSeconds: () => 5,
    spread: () => rate('0.002'),
  });
  // Both wait for what is under way, and are one batch then.
  const before = writer.submit(plainPosting, [
    journalTo('before', { memberId: small.memberId, ...holdingOf('BTC 1') }, '1'),
  ]);
  const both = await Promise.all([writer.submit(command, large), writer.submit(command, small)]);
  await before;
  expect(both).toMatchObject([
    { ok: false, refusal: { reason: 'house_limit' } },
    { ok: true, value: { received: '499.00000000' } },
  ]);
});

/** Runs while resting orders of another market are being filled: what is new of a book waits for its turn. */
async function whileFilling<T>(run: () => Promise<T>): Promise<T> {
  const { db, service, url } = at.world;
  const other = await at.member({ 'USDT 1': '200' });
  const resting = { side: 'buy', mode: 'limit', m_id: BOOK.ethusdt, price: price('9'), num: amount('1') } as const;
  const placed = await service.place(other.id, resting);
  const owner = openDb(url, { connections: 1, role: null });
  const done = await owner.transaction(async (tx) => {
    await tx.run({ name: 'test.holdOrder', text: 'select from spot_order where id = $1 for update' }, [
      placed.ok ? placed.value.id : 0,
    ]);
    const waiters = await waitersOf(tx, db);
    at.book('ethusdt', '8.99', '9', '5');
    await expect.poll(waiters).toBe(1);
    return run();
  });
  await owner.close();
  return done;
}

test('an exchange meets the book that resting orders met, not the one that waits for them', async () => {
  const { market, service, writer } = at.world;
  await service.sweeper.settled();
  const met = market.book(BOOK.btcusdt)?.seq;
  const { token } = await at.member({ 'USDT 1': '200' });
  const { asked } = await whileFilling(async () => {
    at.book('btcusdt', '99.95', '100.05', '1');
    await market.keep();
    const missing = inOneBatch(writer, 1);
    const fields = { ...swap(USDT, BTC, '100'), type: '1', paypassword: PAY_PASSWORD };
    const exchanging = at.http.call('exchangeCoin', fields, { token, json: true });
    await expect.poll(missing).toBe(0);
    return { asked: exchanging };
  });
  expect(await asked).toMatchObject({ code: 1, data: { books: [{ symbol: 'btcusdt', seq: met }] } });
});

test('orders that came to rest while a book was not dealt at have it before an exchange', async () => {
  const { market, service } = at.world;
  const [lea, tom] = [await at.member({ 'USDT 1': '200' }), await at.member({ 'USDT 1': '200' })];
  at.book('btcusdt', '99.9', '100.1', '1');
  market.setMark('btcusdt', '120');
  const resting = { side: 'buy', mode: 'limit', m_id: BOOK.btcusdt, price: price('100.1'), num: amount('1') } as const;
  await service.sweeper.settled();
  expect(await service.place(lea.id, resting)).toMatchObject({ ok: true, value: { status: 1 } });
  const fields = { ...swap(USDT, BTC, '100'), type: '1', paypassword: PAY_PASSWORD };
  await whileFilling(async () => {
    market.setMark('btcusdt', '100');
    await market.keep();
    expect(await at.http.call('exchangeCoin', fields, { token: tom.token, json: true })).toMatchObject({
      reason: 'stale_market',
    });
  });
  await service.sweeper.settled();
  expect(await at.world.balances(lea.id)).toMatchObject({ BTC: '0.99900000' });
  expect(await at.exchange(tom.token, swap(USDT, BTC, '100'))).toMatchObject({ reason: 'no_liquidity' });
});

test('the house account is the other side, and keeps the spread', async () => {
  const { db } = at.world;
  const before = await houseAvailable(db, 'spot', [USDT, BTC]);
  const { token } = await at.member({ 'USDT 1': '100' });
  await at.exchange(token, swap(USDT, BTC, '100'));
  await at.exchange(token, swap(BTC, USDT, '0.998'));
  expect(await at.balances(token)).toMatchObject({ USDT: '99.60040000', BTC: '0.00000000' });
  const after = await houseAvailable(db, 'spot', [USDT, BTC]);
  expect(Number((after.get(USDT) ?? 0n) - (before.get(USDT) ?? 0n))).toBe(0.3996 * 1e8);
  expect(after.get(BTC)).toBe(before.get(BTC));
});

test('an exchange’s book is kept, with its number and tick', async () => {
  const { token } = await at.member({ 'BTC 1': '1' });
  const { data } = await at.exchange(token, swap(BTC, USDT, '1'));
  const { id, books } = data as Answer<'exchangeCoin'>;
  const kept = await at.world.db.run(
    {
      name: 'test.kept',
      text: `select k.seq, k.bids, k.asks, k.bids_left, t.price from flash_exchange_leg l join spot_book k on k.market_id = l.market_id and k.seq = l.book_seq
      left join lateral (select $2::numeric as price where k.tick_seq = $3) t on true where l.exchange_id = $1`,
    },
    [id, '99', at.world.market.lastTick('1')?.seq],
  );
  expect(kept).toMatchObject([
    {
      seq: String(books[0]?.seq),
      bids: '[["99.90000000","1000000.00000000"]]',
      asks: '[["100.10000000","1000000.00000000"]]',
      bids_left: '[["99.90000000","999999.00000000"]]',
      price: '99',
    },
  ]);
});

test.each([
  [
    'an exchange that says it brought more',
    'update flash_exchange set received = received + 1 where id = $1',
    'one journal',
  ],
  [
    'an exchange that says it was in another account',
    'update flash_exchange set type = 2 where id = $1',
    'one journal',
  ],
  ['a spread that was not taken', 'update flash_exchange set spread = 0 where id = $1', 'less the spread'],
  [
    'a price that its book did not have',
    'update flash_exchange_leg set mid = mid + 0.00000001 where exchange_id = $1',
    'the middle of the book',
  ],
  [
    'a leg the other way round',
    'update flash_exchange_leg set sells = not sells where exchange_id = $1',
    'less the spread',
  ],
  [
    'an exchange without its leg',
    'with t as (delete from flash_exchange_take where exchange_id = $1) delete from flash_exchange_leg where exchange_id = $1',
    'less the spread',
  ],
  [
    'a leg that took less than it gave',
    'update flash_exchange_take set quantity = quantity - 0.5 where exchange_id = $1',
    'the walk of its book',
  ],
  [
    'what came to rounding and should not have',
    'update flash_exchange set residue = 0.00000001 where id = $1',
    'gave no more to rounding',
  ],
])('the audit finds %s', async (_what, spoil, found) => {
  const owner = openDb(at.world.url, { connections: 1, role: null });
  const { token } = await at.member({ 'BTC 1': '1' });
  const { data } = await at.exchange(token, swap(BTC, USDT, '1'));
  const { id } = data as Answer<'exchangeCoin'>;
  // Kept, so that exactly this is restored.
  const rows = async (table: string, column: string) =>
    (
      await owner.run<{ row: string }>(
        { name: `keep.${table}`, text: `select ${table}::text as row from ${table} where ${column} = $1` },
        [id],
      )
    ).map(({ row }) => row);
  const [exchange, leg] = [await rows('flash_exchange', 'id'), await rows('flash_exchange_leg', 'exchange_id')];
  const takes = await rows('flash_exchange_take', 'exchange_id');
  await owner.run({ name: 'spoil', text: spoil }, [id]);
  await expect(at.audit()).rejects.toThrow(found);
  await owner.run({ name: 'drop.take', text: 'delete from flash_exchange_take where exchange_id = $1' }, [id]);
  await owner.run({ name: 'drop.leg', text: 'delete from flash_exchange_leg where exchange_id = $1' }, [id]);
  await owner.run({ name: 'drop', text: 'delete from flash_exchange where id = $1' }, [id]);
  await owner.run(
    {
      name: 'restore',
      text: 'insert into flash_exchange select (row::flash_exchange).* from unnest($1::text[]) as r (row)',
    },
    [exchange],
  );
  await owner.run(
    {
      name: 'restore.leg',
      text: 'insert into flash_exchange_leg select (row::flash_exchange_leg).* from unnest($1::text[]) as r (row)',
    },
    [leg],
  );
  await owner.run(
    {
      name: 'restore.take',
      text: 'insert into flash_exchange_take select (row::flash_exchange_take).* from unnest($1::text[]) as r (row)',
    },
    [takes],
  );
  await owner.close();
});

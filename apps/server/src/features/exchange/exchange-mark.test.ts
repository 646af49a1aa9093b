import type { Answer } from '@plimsoll/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDb, sql } from '../../platform/db.ts';
import { openExchangeWorld, type ExchangeWorld } from '../../testing/exchange-world.ts';
import { waitersOf } from '../../testing/waiters.ts';
import { COIN } from '../../testing/wallet-world.ts';

// An exchange is never better than the mark less the spread, wherever the book’s middle is (RULES 5).

let at: ExchangeWorld;
beforeAll(async () => {
  at = await openExchangeWorld();
});
beforeEach(() => {
  at.world.market.change('ethbtc', { enabled: true });
  at.refresh();
});
afterEach(() => at.audit());
afterAll(() => at.close());

const { USDT, BTC, ETH } = COIN;
const swap = (from: string, to: string, amount: string) => ({ from_coin_id: from, to_coin_id: to, amount });
const mark = (symbol: string, price: string, options = {}) => at.world.market.setMark(symbol, price, options);
const done = (answer: { readonly data: unknown }) => answer.data as Answer<'exchangeCoin'>;
let texts = 0;
const raw = <Row = Record<string, unknown>>(text: string) => sql<Row>(`test.exchangeMark.${(texts += 1)}`, text);

test('a sale with the mark below the middle gets the mark less the spread', async () => {
  const { token } = await at.member({ 'BTC 1': '1' });
  at.book('btcusdt', '100', '100.02');
  mark('btcusdt', '99.92');
  const answer = await at.exchange(token, swap(BTC, USDT, '1'));
  expect(answer).toMatchObject({
    code: 1,
    data: { received: '99.72016000', rate: '99.72016', books: [{ mid: '100.01000000', mark: '99.92000000' }] },
  });
});

test('a purchase with the mark above the middle pays the mark plus the spread', async () => {
  const { token } = await at.member({ 'USDT 1': '100.1' });
  at.book('btcusdt', '99.99', '100.01');
  mark('btcusdt', '100.1');
  expect(await at.exchange(token, swap(USDT, BTC, '100.1'))).toMatchObject({
    code: 1,
    data: { received: '0.99800000' },
  });
});

test('a mark on the other side makes nothing better than the walk', async () => {
  const { token } = await at.member({ 'BTC 1': '2' });
  at.book('btcusdt', '99.9', '100');
  mark('btcusdt', '150', { sources: ['sim-1'] });
  expect(await at.exchange(token, swap(BTC, USDT, '1'))).toMatchObject({ code: 1, data: { received: '99.90000000' } });
});

test('without a fresh mark nothing is exchanged and nothing moves', async () => {
  const { token } = await at.member({ 'BTC 1': '1' });
  at.world.clock.advance(900_000);
  at.world.market.setTick('btcusdt', '100');
  at.world.market.setBook('btcusdt', { bids: [['99.9', '9']], asks: [['100.1', '9']] });
  expect(await at.exchange(token, swap(BTC, USDT, '1'))).toMatchObject({
    status: 200,
    code: 201,
    reason: 'stale_market',
  });
  mark('btcusdt', '100', { held: true });
  expect(await at.exchange(token, swap(BTC, USDT, '1'))).toMatchObject({ reason: 'stale_market' });
  expect(await at.balances(token)).toMatchObject({ BTC: '1.00000000', USDT: '0.00000000' });
  mark('btcusdt', '100');
  expect(await at.exchange(token, swap(BTC, USDT, '1'))).toMatchObject({ code: 1 });
});

/** Exchanges behind another process’s lock on the books, while time passes. */
async function exchangeAfter(token: string, ms: number, meanwhile = async (): Promise<void> => {}) {
  const waited = await at.world.db.transaction(async (tx) => {
    await tx.run(raw('select from spot_book for update'));
    const waiters = await waitersOf(tx, at.world.db);
    const asking = at.exchange(token, swap(BTC, USDT, '1'));
    await expect.poll(waiters).toBe(1);
    at.world.clock.advance(ms);
    await meanwhile();
    return { asking };
  });
  return waited.asking;
}

test('a book that grew old while its lock was another’s is not dealt at', async () => {
  const { token } = await at.member({ 'BTC 1': '3' });
  at.refresh();
  expect(await at.exchange(token, swap(BTC, USDT, '1'))).toMatchObject({ code: 1 });
  expect(await exchangeAfter(token, 1500)).toMatchObject({ code: 1 });
  at.refresh();
  expect(await exchangeAfter(token, 1501)).toMatchObject({ reason: 'stale_market' });
});

test('nor is a mark', async () => {
  const { token } = await at.member({ 'BTC 1': '3' });
  at.refresh();
  at.world.clock.advance(4000);
  at.world.market.setTick('btcusdt', '100');
  at.world.market.setBook('btcusdt', { bids: [['99.9', '9']], asks: [['100.1', '9']] });
  expect(await exchangeAfter(token, 1000)).toMatchObject({ code: 1 });
  expect(await exchangeAfter(token, 1)).toMatchObject({ reason: 'stale_market' });
});

test('the mark is the last one behind the locks', async () => {
  const { token } = await at.member({ 'BTC 1': '1' });
  at.refresh();
  let seq = 0;
  const answer = await exchangeAfter(token, 400, async () => {
    ({ seq } = mark('btcusdt', '99.5', { sources: ['sim-1'] }));
    await at.world.market.keep();
  });
  expect(done(answer)).toMatchObject({ received: '99.30100000', books: [{ mark: '99.50000000', mark_seq: seq }] });
});

test('a mark that is held back bounds nothing; the one before it does', async () => {
  const { token } = await at.member({ 'BTC 1': '1' });
  const { seq } = mark('btcusdt', '100');
  mark('btcusdt', '50', { held: true });
  expect(done(await at.exchange(token, swap(BTC, USDT, '1')))).toMatchObject({
    received: '99.80000000',
    books: [{ mark: '100.00000000', mark_seq: seq }],
  });
});

test('a mark not yet on the tape bounds nothing', async () => {
  const { token } = await at.member({ 'BTC 1': '1' });
  const { seq } = mark('btcusdt', '100');
  await at.world.market.keep();
  mark('btcusdt', '100.05');
  const { data } = await at.http.call(
    'exchangeCoin',
    { type: '1', paypassword: 'Anchor7down', ...swap(BTC, USDT, '1') },
    { token },
  );
  expect((data as Answer<'exchangeCoin'>).books).toMatchObject([{ mark: '100.00000000', mark_seq: seq }]);
});

test('each leg of a way through two markets is bounded by its own mark', async () => {
  at.world.market.change('ethbtc', { enabled: false });
  const { token } = await at.member({ 'ETH 1': '1' });
  const [eth, btc] = [mark('ethusdt', '9.992'), mark('btcusdt', '100.08')];
  // 9.992 less a five-hundredth are 9.972016; a bitcoin costs 100.08.
  expect(done(await at.exchange(token, swap(ETH, BTC, '1')))).toMatchObject({
    received: '0.09944116',
    books: [
      { symbol: 'ethusdt', mark_seq: eth.seq, mark: '9.99200000' },
      { symbol: 'btcusdt', mark_seq: btc.seq, mark: '100.08000000' },
    ],
  });
});

test('exchanging back and forth with the mark beside the middle loses', async () => {
  for (const price of ['99.95', '100.05']) {
    const { token } = await at.member({ 'BTC 1': '1' });
    at.book('btcusdt', '99.99', '100.01');
    mark('btcusdt', price);
    const { received } = done(await at.exchange(token, swap(BTC, USDT, '1')));
    const back = done(await at.exchange(token, swap(USDT, BTC, received)));
    expect(Number(back.received)).toBeLessThan(0.9965);
  }
});

test("the list has each market's mark with its number, and none when no mark is fresh", async () => {
  const { token } = await at.member();
  const { seq } = mark('btcusdt', '100.05');
  const markets = async () =>
    ((await at.http.call('getCanExchangeCoin', { type: '1' }, { token })).data as Answer<'getCanExchangeCoin'>)[0]
      ?.markets;
  expect(await markets()).toMatchObject([
    { symbol: 'btcusdt', mid: '100.00000000', mark: '100.05000000', mark_seq: seq },
    { symbol: 'ethusdt', mark: '10.00000000' },
  ]);
  at.world.clock.advance(5_001);
  expect((await markets())?.map((each) => [each.mark, each.mark_seq])).toEqual([
    [null, null],
    [null, null],
  ]);
});

test('the named minimum amount brings something, though the book is worse than the mark', async () => {
  const { token } = await at.member({ 'USDT 1': '1' });
  at.book('btcusdt', '90', '110');
  const refused = await at.exchange(token, swap(USDT, BTC, '0.000001'));
  expect(refused).toMatchObject({ reason: 'amount_below_minimum', msg: 'The minimum is 0.0000011 USDT' });
  expect(await at.exchange(token, swap(USDT, BTC, '0.0000011'))).toMatchObject({ code: 1 });
});

test('a mark that an exchange refers to cannot leave the tape', async () => {
  const { token } = await at.member({ 'BTC 1': '1' });
  const { seq } = mark('btcusdt', '100');
  expect(await at.exchange(token, swap(BTC, USDT, '1'))).toMatchObject({ code: 1 });
  const owner = openDb(at.world.url, { connections: 1, role: null });
  await expect(owner.run(raw('delete from mark where market_id = 1 and seq = $1'), [seq])).rejects.toThrow(
    'mark_on_tape',
  );
  await expect(
    owner.run(raw('update flash_exchange_leg set mark = mark + 1 where mark_seq = $1'), [seq]),
  ).rejects.toThrow('mark_on_tape');
  await owner.close();
});

test.each([
  [
    'a mark that never was',
    'update flash_exchange_leg set mark_seq = mark_seq + 1000000 where exchange_id = $1',
    'stands on the tape as it says',
  ],
  [
    'a mark of another price',
    'update flash_exchange_leg set mark = 99 where exchange_id = $1',
    'stands on the tape as it says',
  ],
  [
    'a price that the mark did not allow',
    'update flash_exchange_leg set mark = 99 where exchange_id = $1',
    'the walk of its book',
  ],
  [
    'a mark that was held back',
    'update mark set held = true where seq = (select mark_seq from flash_exchange_leg where exchange_id = $1)',
    'was not held back',
  ],
  [
    'a mark of another hour',
    `update mark set time = time - interval '2 hours' where seq = (select mark_seq from flash_exchange_leg where exchange_id = $1)`,
    'was fresh',
  ],
  [
    'a leg that says it had none',
    'update flash_exchange_leg set mark = null, mark_seq = null where exchange_id = $1',
    'the walk of its book',
  ],
])('the audit finds %s', async (_what, spoil, found) => {
  const { token } = await at.member({ 'BTC 1': '1' });
  at.book('btcusdt', '99.99', '100.01');
  mark('btcusdt', '99.95');
  const { id } = done(await at.exchange(token, swap(BTC, USDT, '1')));
  await at.audit();
  const owner = openDb(at.world.url, { connections: 1, role: null });
  const [leg] = await owner.run(
    raw<{ mark: string; mark_seq: string; time: Date }>(
      'select l.mark, l.mark_seq, k.time from flash_exchange_leg l join mark k on k.market_id = l.market_id and k.seq = l.mark_seq where l.exchange_id = $1',
    ),
    [id],
  );
  // The database’s owner can do as much.
  await owner.run(raw('alter table flash_exchange_leg drop constraint mark_on_tape'));
  await owner.run(raw(spoil), [id]);
  await expect(at.audit()).rejects.toThrow(found);
  await owner.run(raw('update flash_exchange_leg set mark = $2, mark_seq = $3 where exchange_id = $1'), [
    id,
    leg?.mark,
    leg?.mark_seq,
  ]);
  await owner.run(raw('update mark set held = false, time = $2 where market_id = 1 and seq = $1'), [
    leg?.mark_seq,
    leg?.time,
  ]);
  await owner.run(
    raw(
      'alter table flash_exchange_leg add constraint mark_on_tape foreign key (market_id, mark_seq, mark) references mark (market_id, seq, price)',
    ),
  );
  await owner.close();
});

test('an older leg, bounded by the middle of its book, still follows its rule', async () => {
  const { token } = await at.member({ 'BTC 1': '1' });
  const { id } = done(await at.exchange(token, swap(BTC, USDT, '1')));
  const owner = openDb(at.world.url, { connections: 1, role: null });
  await owner.run(raw('update flash_exchange_leg set mark = null, mark_seq = null where exchange_id = $1'), [id]);
  await at.audit();
  await owner.run(raw('update flash_exchange set spread = 0 where id = $1'), [id]);
  await expect(at.audit()).rejects.toThrow('the walk of its book');
  await owner.run(raw('update flash_exchange set spread = 0.002 where id = $1'), [id]);
  await owner.close();
});

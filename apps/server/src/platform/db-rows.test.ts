import { amount, price, rate, type Price } from '@plimsoll/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/index.ts';
import { amountOf, atMs, code, count, id, int, priceOf, rateOf, text, type Id } from './db-columns.ts';
import { rowsOf, type RowOf, type Stored } from './db-rows.ts';
import { sql } from './db.ts';

const THINGS = rowsOf({
  id: id('thing'),
  memberId: id('member'),
  side: code({ buy: '1', sell: '2' }),
  held: amountOf,
  limit: priceOf.orNull().named('limit_price'),
  feeRate: rateOf,
  bookSeq: count,
  seconds: int.orNull(),
  note: text,
  placedAtMs: atMs.named('placed_at'),
});
type Thing = RowOf<typeof THINGS>;

const THING: Thing = {
  id: '7',
  memberId: '8',
  side: 'sell',
  held: amount('1.5'),
  limit: price('97000.25'),
  feeRate: rate('0.001'),
  bookSeq: 1_764_000_000_123,
  seconds: null,
  note: 'a "quoted", \\ text',
  placedAtMs: Date.UTC(2026, 0, 5, 12, 30, 15, 123),
};
const MARKET_ORDER: Thing = { ...THING, id: '9', side: 'buy', limit: null, seconds: 30 };

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test('names, types and numbers of a statement follow from the shape', () => {
  expect(THINGS.columns).toBe('id, member_id, side, held, limit_price, fee_rate, book_seq, seconds, note, placed_at');
  const two = rowsOf({ id: id('thing'), heldByMember: amountOf });
  expect(two.unnest('t', 3)).toBe('unnest($3::bigint[], $4::numeric[]) as t (id, held_by_member)');
  expect(two.unnestPlaced('t', 1)).toBe(
    'unnest($1::bigint[], $2::numeric[]) with ordinality as t (id, held_by_member, place)',
  );
  expect(two.of('o')).toBe('o.id, o.held_by_member');
  expect(two.width).toBe(2);
});

test('rows arrive as they were written', async () => {
  const given = sql<Stored<typeof THINGS> & { since: Date; place: string }>(
    'test.rows',
    `select ${THINGS.of('t')}, t.place, $1::timestamptz as since from ${THINGS.unnestPlaced('t', 2)} order by place`,
  );
  const since = new Date(0);
  const rows = await database.db.run(given, [since, ...THINGS.arrays([THING, MARKET_ORDER])]);
  expect(rows.map(({ place }) => place)).toEqual(['1', '2']);
  expect(rows.map(THINGS.read)).toEqual([THING, MARKET_ORDER]);
});

test('rows are made of other things, in the order of the shape', () => {
  const pairs = rowsOf({ id: id('thing'), n: int });
  expect(pairs.arrays(['5', '6'], (each, index) => ({ n: index + 1, id: each }))).toEqual([
    ['5', '6'],
    [1, 2],
  ]);
});

test('a number that stands for no name is refused', () => {
  expect(() => code({ open: 1, settled: 2 }).read(3)).toThrow('3 is none of open, settled');
});

test('a value of another column does not compile', () => {
  const memberId: Id<'member'> = '8';
  const write = (..._rows: readonly Thing[]) => THINGS.width;
  // @ts-expect-error An id of a member is none of a thing.
  write({ ...THING, id: memberId });
  // @ts-expect-error A price is no amount.
  write({ ...THING, held: price('1') });
  // @ts-expect-error An amount is no rate.
  write({ ...THING, feeRate: amount('1') });
  // @ts-expect-error Only columns that say so may be null.
  write({ ...THING, held: null });
  // @ts-expect-error Milliseconds are no date.
  write({ ...THING, placedAtMs: new Date(0) });
  // @ts-expect-error A name that has no number.
  write({ ...THING, side: 'both' });
  // @ts-expect-error Every column has a value.
  write({ id: '7', memberId: '8' });
  // @ts-expect-error Two columns were swapped.
  THINGS.arrays([THING], ({ id: own, memberId: owner, ...rest }) => ({ ...rest, id: owner, memberId: own }));
  const PRICES = rowsOf({ id: id('thing'), best: priceOf.orNull() });
  const best: Price | null = PRICES.read({ id: '7', best: '1.50' }).best;
  // @ts-expect-error What is read may be null where the column says so.
  const never: Price = best;
  expect(never).toBe(price('1.5'));
});

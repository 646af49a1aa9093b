import fc from 'fast-check';
import { amount, price } from '@plimsoll/money';
import { bookHash, FIRST_PREVIOUS, levelsText, type BookLevel } from '@plimsoll/proof';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDb, sql, type Db } from '../../platform/db.ts';
import { behindTriggers } from '../../testing/behind-triggers.ts';
import { testHttp } from '../../testing/http.ts';
import { testPlans } from '../../testing/plans.ts';
import { failingLog } from '../../testing/world-parts.ts';
import { openTradingWorld, type TradingWorld } from '../../testing/trading-world.ts';
import { bookPacking } from './book-packing.ts';
import { spotRoutes } from './routes.ts';

let world: TradingWorld;
let owner: Db;

beforeAll(async () => {
  world = await openTradingWorld();
  owner = openDb(world.url, { connections: 1, role: null });
  const [buyer, seller] = [await world.member({ USDT: '100000' }), await world.member({ BTC: '100' })];
  for (const ask of ['100', '101.5', '100.00000001', '99.5', '102']) {
    world.clock.advance(1_700);
    world.market.setTick('btcusdt', ask);
    world.market.setBook('btcusdt', {
      asks: [
        [ask, '1'],
        ['103.25', '4.5'],
      ],
      bids: [['99', '0.5']],
    });
    await world.service.sweeper.settled();
    const bought = await world.service.place(buyer, { m_id: '1', side: 'buy', mode: 'market', amount: amount('150') });
    const sold = await world.service.place(seller, { m_id: '1', side: 'sell', mode: 'market', num: amount('0.2') });
    if (!bought.ok || !sold.ok) throw new Error('an order was refused');
  }
});
afterAll(async () => {
  await owner.close();
  await world.close();
});

const raw = <Row = Record<string, unknown>>(text: string) => sql<Row>(`test ${text}`.slice(0, 60), text);
const packs = () => bookPacking({ db: world.db, clock: world.clock, log: failingLog }).doAll();
const packedNow = async (): Promise<boolean[]> =>
  (
    await owner.run(
      raw<{ packed: boolean }>('select coalesce(length(packed), 0) > 0 as packed from spot_book order by seq'),
    )
  ).map(({ packed }) => packed);

const units = fc.bigInt({ min: 1n, max: 10n ** 26n - 1n });
const stepped = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 9n }), fc.nat({ max: 8 }))
  .map(([n, e]) => n * 10n ** BigInt(e));
const decimals = fc.oneof(stepped, units).map((n) => `${n / 10n ** 8n}.${String(n % 10n ** 8n).padStart(8, '0')}`);
const level = fc.record({ price: decimals.map(price), size: decimals.map(amount) });
const levels = fc.array(level, { maxLength: 25 }).map((each) => levelsText(each));
const time = fc.date({ min: new Date('2001-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });
/** Any snapshot at all, not only books that a feed would show. */
const snapshot = fc.record({
  market_id: fc.constant(1),
  seq: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  tick_seq: fc.nat(),
  source_time: time,
  receive_time: time,
  bids: levels,
  asks: levels,
  recovery_ms: maybe(fc.integer({ min: 1, max: 2 ** 31 - 2 })),
  bids_taken: decimals,
  bids_taken_at: maybe(time),
  asks_taken: decimals,
  asks_taken_at: maybe(time),
  bids_off: decimals,
  asks_off: decimals,
  is_newest: fc.constant(false),
  previous: fc.constant(`\\x${FIRST_PREVIOUS}`),
  hash: fc.constant(`\\x${'ab'.repeat(32)}`),
});
const roundTrip = raw<{ form: number; bids: string; asks: string; isSame: boolean }>(`
  select get_byte(p.packed, 0) as form, o.bids, o.asks, o is not distinct from k as "isSame"
  from jsonb_array_elements($1::jsonb) e cross join lateral jsonb_populate_record(null::spot_book, e) k
  cross join lateral spot_book_packed(k) p cross join lateral spot_book_open(p) o`);

test('any snapshot opens to what it was packed from, its levels as the very text that its hash covers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(snapshot, { minLength: 20, maxLength: 20 }), async (snapshots) => {
      const opened = await owner.run(roundTrip, [JSON.stringify(snapshots)]);
      expect(opened).toEqual(snapshots.map(({ bids, asks }) => ({ form: 1, bids, asks, isSame: true })));
    }),
    { numRuns: 15 },
  );
});

const spelled = raw<{ packed: string }>(`
  select encode(p.packed, 'hex') as packed from spot_book_packed(jsonb_populate_record(null::spot_book, $1::jsonb)) p`);
const plain = {
  market_id: 1,
  seq: 1_000_000_000_000,
  tick_seq: 7,
  source_time: '2001-09-09T01:46:39.990Z',
  receive_time: '2001-09-09T01:46:40.000Z',
  bids: '[["99.50000000","1.20000000"],["99.00000000","3.00000000"]]',
  asks: '[["100.00000000","0.50000000"]]',
  bids_taken: '0',
  asks_taken: '0.00000002',
  asks_taken_at: '2001-09-09T01:46:39.000Z',
  bids_off: '0',
  asks_off: '0.00000001',
  is_newest: false,
  previous: `\\x${FIRST_PREVIOUS}`,
  hash: `\\x${'ab'.repeat(32)}`,
};

test('the packed form is the one that the migration describes', async () => {
  const numbers = [0, 19, 0, 0, 0, 0, 2, 2 * 1000 + 1, 1, 2, 1, 2 * 995 - 1, 2 * 5, 2 * 5, 12, 30, 5];
  const bytes = numbers.flatMap((n) => (n < 128 ? [n] : [(n % 128) + 128, Math.floor(n / 128)]));
  expect(await owner.run(spelled, [JSON.stringify(plain)])).toEqual([
    { packed: Buffer.from([1, 16 * 1 + 1, ...bytes]).toString('hex') },
  ]);
});

test.each([
  ['a time between two milliseconds', { receive_time: '2001-09-09T01:46:40.000001Z' }],
  ['a time without end', { source_time: '-infinity' }],
  ['text that is not canonical', { bids: '[["99.5","1.2"]]' }],
  ['levels that are no numbers', { asks: '[["x","1"]]' }],
  ['more than eight places', { bids_off: '0.000000001' }],
])('%s is not packed, so nothing is lost', async (_what, change) => {
  expect(await owner.run(spelled, [JSON.stringify({ ...plain, ...change })])).toEqual([{ packed: '' }]);
});

test('superseded snapshots are packed and the newest is not; each opens to what it was, and the audit agrees', async () => {
  const shown = raw(
    `select (k).market_id, (k).seq, (k).source_time, (k).receive_time, (k).bids, (k).asks, (k).recovery_ms, (k).bids_taken::text,
      (k).bids_taken_at, (k).asks_taken::text, (k).asks_taken_at, (k).bids_off::text, (k).asks_off::text, (k).previous, (k).hash
    from (select spot_book_open(b) as k from spot_book b order by b.seq) o`,
  );
  const asNumbers = (rows: readonly Record<string, unknown>[]) =>
    rows.map((row) => ({
      ...row,
      ...Object.fromEntries(
        ['bids_taken', 'asks_taken', 'bids_off', 'asks_off'].map((name) => [name, amount(String(row[name]))]),
      ),
    }));
  const before = asNumbers(await owner.run(shown));
  await world.audit();
  expect(await packs()).toBe(4);
  expect(await packedNow()).toEqual([true, true, true, true, false]);
  expect(asNumbers(await owner.run(shown))).toEqual(before);
  await world.audit();
  expect(await packs()).toBe(0);
});

test('anybody gets a packed snapshot by its hash, and computes the same hash', async () => {
  const http = testHttp({
    db: world.db,
    clock: world.clock,
    routes: spotRoutes({ ...world, plans: testPlans(world.clock) }),
  });
  try {
    let previous = FIRST_PREVIOUS;
    for (const { hash } of await owner.run(
      raw<{ hash: string }>(`select encode(hash, 'hex') as hash from spot_book order by seq`),
    )) {
      const { data } = await http.call('book', { hash }, { method: 'GET' });
      const book = data as { seq: number; time: string; bids: [string, string][]; asks: [string, string][] };
      const read = (side: readonly [string, string][]): readonly BookLevel[] =>
        side.map(([at, size]) => ({ price: price(at), size: amount(size) }));
      expect(
        bookHash({
          market: 'btcusdt',
          seq: book.seq,
          timeMs: Date.parse(book.time),
          bids: read(book.bids),
          asks: read(book.asks),
          previous,
        }),
      ).toBe(hash);
      previous = hash;
    }
  } finally {
    await http.app.close();
  }
});

/** The third snapshot, as if another had been packed in its place. */
const OTHER = `update spot_book k set packed = o.packed from spot_book o where o.seq = (select min(seq) from spot_book)
  and k.seq = (select min(seq) from spot_book where seq > (select min(seq) from spot_book))`;

test.each([
  OTHER,
  `update spot_book set packed = null where packed is not null`,
  `update spot_book set packed = set_byte(packed, length(packed) - 1, get_byte(packed, length(packed) - 1) # 1) where packed is not null`,
  `update spot_book set receive_time = now() where is_newest`,
  `delete from spot_book where packed is not null`,
])('no role changes a packed snapshot: %s', async (change) => {
  await expect(owner.run(raw(change))).rejects.toThrow('what was dealt stays as it was');
});

test.each([
  `update spot_book set packed = (spot_book_packed(spot_book)).packed where is_newest`,
  `update spot_book set is_newest = true where packed is not null`,
])('the newest of a market is never packed: %s', async (change) => {
  await expect(owner.run(raw(change))).rejects.toThrow('newest_is_open');
});

test.each([
  [OTHER, /snapshot/],
  [
    `update spot_book set packed = set_byte(packed, length(packed) - 1, get_byte(packed, length(packed) - 1) # 1) where packed is not null`,
    /snapshot/,
  ],
  [`update spot_book set packed = '\\x02' || substr(packed, 2) where packed is not null`, /snapshot/],
  [`update spot_book set packed = substr(packed, 1, 20) where packed is not null`, /snapshot/],
])('a packed snapshot rewritten behind the triggers is found by the audit: %s', async (change, found) => {
  const copy = raw<{ rows: string }>(`select json_agg(t)::text as rows from spot_book t`);
  const [before] = await owner.run(copy);
  await world.audit();
  await behindTriggers(owner, 'spot_book', raw(change));
  await expect(world.audit()).rejects.toThrow(found);
  await behindTriggers(owner, 'spot_book', raw('delete from spot_book'));
  await behindTriggers(
    owner,
    'spot_book',
    raw('insert into spot_book select * from json_populate_recordset(null::spot_book, $1)'),
    [before?.rows],
  );
  await world.audit();
});

test('a fill that took more than a packed snapshot had is found by the audit', async () => {
  const more = 'update spot_fill set quantity = quantity + 50 where book_seq = (select min(seq) from spot_book)';
  await behindTriggers(owner, 'spot_fill', raw(more));
  await expect(world.audit()).rejects.toThrow(/spot-books|gave no more than it had/);
  await behindTriggers(owner, 'spot_fill', raw(more.replace('+ 50', '- 50')));
  await world.audit();
});

const garbage = fc.oneof(
  fc.uint8Array({ maxLength: 60 }),
  fc
    .tuple(fc.nat({ max: 255 }), fc.array(fc.nat({ max: 127 }), { minLength: 11, maxLength: 40 }))
    .map(([unit, rest]) => Uint8Array.from([1, unit, ...rest])),
  fc.array(fc.nat({ max: 255 }), { minLength: 60, maxLength: 300 }).map((rest) => Uint8Array.from([1, 34, ...rest])),
);
const opensTo = raw<{ n: number }>(
  `select count(o)::int as n from unnest($1::text[]) g cross join lateral jsonb_populate_record(null::spot_book,
    jsonb_build_object('market_id', 1, 'seq', 1, 'packed', '\\x' || g)) k cross join lateral spot_book_open(k) o`,
);

test('bytes that no packing wrote are opened without an error: what they say is for the audit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(garbage, { minLength: 50, maxLength: 50 }), async (all) => {
      expect(await owner.run(opensTo, [all.map((bytes) => Buffer.from(bytes).toString('hex'))])).toEqual([{ n: 50 }]);
    }),
    { numRuns: 20 },
  );
});

test('a packed snapshot that cannot be opened is answered like one that is not there', async () => {
  const http = testHttp({
    db: world.db,
    clock: world.clock,
    routes: spotRoutes({ ...world, plans: testPlans(world.clock) }),
  });
  const flip = raw(
    `update spot_book set packed = set_byte(packed, 0, get_byte(packed, 0) # 3) where packed is not null`,
  );
  const [kept] = await owner.run(
    raw<{ hash: string }>(`select encode(hash, 'hex') as hash from spot_book where packed is not null limit 1`),
  );
  try {
    await behindTriggers(owner, 'spot_book', flip);
    const [there, not] = await Promise.all(
      [kept?.hash ?? '', 'ab'.repeat(32)].map((hash) => http.call('book', { hash }, { method: 'GET' })),
    );
    expect(not?.reason).toBe('not_found');
    expect(there).toMatchObject({ code: not?.code, reason: not?.reason });
  } finally {
    await behindTriggers(owner, 'spot_book', flip);
    await http.app.close();
  }
  await world.audit();
});

test('a connection cut in the middle of packing loses nothing and doubles nothing', async () => {
  // Packed again from what they were: as a version before left them.
  const rows = raw<{ rows: string }>('select json_agg(t order by seq)::text as rows from spot_book t');
  const says = raw('select (spot_book_open(b)).* from spot_book b order by b.seq');
  const [packedRows] = await owner.run(rows);
  const before = await owner.run(says);
  await behindTriggers(
    owner,
    'spot_book',
    raw(`update spot_book b set packed = null, source_time = k.source_time, receive_time = k.receive_time, bids = k.bids, asks = k.asks,
      bids_left = '[]', asks_left = '[]', recovery_ms = k.recovery_ms, bids_taken = k.bids_taken, bids_taken_at = k.bids_taken_at,
      asks_taken = k.asks_taken, asks_taken_at = k.asks_taken_at, bids_off = k.bids_off, asks_off = k.asks_off, previous = k.previous
      from (select (spot_book_open(o)).* from spot_book o) k where k.market_id = b.market_id and k.seq = b.seq and not b.is_newest`),
  );
  expect(await packedNow()).toEqual([false, false, false, false, false]);
  const [open] = await owner.run(rows);
  // The third waits, the first two being packed.
  await owner.run(
    raw(`create function stand_still() returns trigger language plpgsql as $$ begin
      if new.seq = (select seq from spot_book order by seq offset 2 limit 1) then perform pg_advisory_xact_lock(7); end if;
      return new; end $$`),
  );
  await owner.run(
    raw('create trigger z_stand_still before update on spot_book for each row execute function stand_still()'),
  );
  try {
    await owner.run(raw('select pg_advisory_lock(7)'));
    const cut = packs().catch((error: unknown) => error);
    await vi.waitFor(async () => {
      const waiting = await owner.run(
        raw(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`),
      );
      expect(waiting).toHaveLength(1);
    });
    expect(await cut).toBeInstanceOf(Error);
    await owner.run(raw('select pg_advisory_unlock(7)'));
    expect(await owner.run(rows)).toEqual([open]);
  } finally {
    await owner.run(raw('drop trigger z_stand_still on spot_book'));
    await owner.run(raw('drop function stand_still'));
  }
  expect(await packs()).toBe(4);
  expect(await owner.run(rows)).toEqual([packedRows]);
  expect(await owner.run(says)).toEqual(before);
  await world.audit();
});

test("the server's role packs by the function alone", async () => {
  await expect(world.db.run(raw('update spot_book set packed = null'))).rejects.toMatchObject({ code: '42501' });
  expect(await world.db.run(raw('select spot_book_pack(1) as looked'))).toEqual([{ looked: 0 }]);
});

test('a snapshot cannot come packed', async () => {
  await expect(
    world.db.run(
      raw(`insert into spot_book (market_id, seq, tick_seq, source_time, receive_time, bids, asks, bids_left, asks_left, packed)
        values (1, 1, 1, now(), now(), '[]', '[]', '[]', '[]', '\\x01')`),
    ),
  ).rejects.toThrow('packed later');
});

test('an open snapshot is whole', async () => {
  await expect(
    world.db.run(
      raw(`insert into spot_book (market_id, seq, tick_seq, receive_time, bids, asks, bids_left, asks_left)
        values (1, 1, 1, now(), '[]', '[]', '[]', '[]')`),
    ),
  ).rejects.toThrow('open_is_whole');
});

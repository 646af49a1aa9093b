import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { memberCalls } from '@plimsoll/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorCode, sql, type Db } from '../../platform/db.ts';
import { fieldsOf } from '@plimsoll/contract/descriptions';
import { openOptionWorld, type OptionWorld } from '../../testing/option-world.ts';

// No path by which anybody could choose how an option ends (RULES 4).

const DENIED = '42501';
const CHECK = '23514';
/** A mark was added meanwhile: the option is planned again at a later moment. */
const LOST_RACE = '40001';
const FOREIGN = '23503';
const SERVER = fileURLToPath(new URL('../../', import.meta.url));

/** A world with options in each state, and the numbers of its marks. */
interface Story {
  readonly world: OptionWorld;
  readonly memberId: string;
  /** An option up from 100 that the tape made a loss: 101 early, 99 at its end. */
  readonly lost: string;
  /** An open one, up from 100. */
  readonly open: string;
  /** One without a line yet. */
  readonly unlined: string;
  readonly seqs: Readonly<Record<'entry' | 'early' | 'exit' | 'elsewhere', number>>;
}

let story: Story;
let texts = 0;
const raw = <Row = Record<string, unknown>>(text: string) => sql<Row>(`choice.${(texts += 1)}`, text);
async function failure(db: Db, text: string, values: readonly unknown[] = []): Promise<string> {
  try {
    await db.run(raw(text), values);
    return 'done';
  } catch (error) {
    return errorCode(error) ?? String(error);
  }
}

async function begin(): Promise<Story> {
  const world = await openOptionWorld();
  const memberId = await world.staker('10000');
  const elsewhere = world.market.setMark('ethusdt', '101').seq;
  world.market.setMark('btcusdt', '100');
  world.clock.advance(1);
  const lost = await world.placed(memberId);
  const open = await world.placed(memberId, { seconds: 60 });
  world.clock.advance(1_000);
  const entry = world.market.setMark('btcusdt', '100').seq;
  await world.service.settler.settleAll();
  world.clock.advance(27_000);
  const early = world.market.setMark('btcusdt', '101').seq;
  world.clock.advance(2_000);
  const exit = world.market.setMark('btcusdt', '99').seq;
  world.clock.advance(1_000);
  const unlined = await world.placed(memberId);
  await world.market.marks.complete();
  return { world, memberId, lost, open, unlined, seqs: { entry, early, exit, elsewhere } };
}

async function end({ world }: Story): Promise<void> {
  try {
    await world.audit();
  } finally {
    await world.close();
  }
}

/** A test that settles, passes time or adds marks has a world of its own: the others may come before or after. */
async function inOwnWorld(work: (own: Story) => Promise<void>): Promise<void> {
  const own = await begin();
  try {
    await work(own);
  } finally {
    await end(own);
  }
}

beforeAll(async () => {
  story = await begin();
});
afterAll(() => end(story));

/** Ends an option as if the caller could choose tick, price, outcome and profit. */
const END = `update option_order set status = 2, exit_mark = $2::bigint, exit_price = $3::numeric, outcome = $4, profit = $5::numeric, settled_at = expires_at where id = $1`;
type Wish = readonly [seq: number | null, at: string | null, outcome: string, profit: string];

test.each<[string, () => string, () => Wish, string]>([
  ['a win at a mark before the last', () => story.lost, () => [story.seqs.early, '101', 'win', '75'], CHECK],
  [
    'a win at the last tick with a price it did not have',
    () => story.lost,
    () => [story.seqs.exit, '101', 'win', '75'],
    FOREIGN,
  ],
  ['a win at the last tick', () => story.lost, () => [story.seqs.exit, '99', 'win', '75'], CHECK],
  ['a win at another market’s mark', () => story.lost, () => [story.seqs.elsewhere, '101', 'win', '75'], FOREIGN],
  ['a win without a mark', () => story.lost, () => [null, null, 'win', '75'], CHECK],
  ['a tie', () => story.lost, () => [story.seqs.entry, '100', 'tie', '0'], CHECK],
  ['void, though there is a mark', () => story.lost, () => [null, null, 'void', '0'], CHECK],
  ['a smaller loss', () => story.lost, () => [story.seqs.exit, '99', 'lose', '-1'], CHECK],
  ['a larger loss', () => story.lost, () => [story.seqs.exit, '99', 'lose', '-101'], CHECK],
  ['an outcome of its own', () => story.lost, () => [story.seqs.exit, '99', 'half', '0'], CHECK],
  ['the end of one that still runs', () => story.open, () => [story.seqs.exit, '99', 'lose', '-100'], CHECK],
  ['void for one that still runs', () => story.open, () => [null, null, 'void', '0'], CHECK],
])('neither the server’s role nor the owner of the tables can write %s', async (_what, id, wish, code) => {
  for (const db of [story.world.db, story.world.owner]) expect(await failure(db, END, [id(), ...wish()])).toBe(code);
});

test('the end that the tape determines can be written once, and never changes', async () => {
  await inOwnWorld(async ({ world, lost, seqs }) => {
    expect(await world.settle()).toBe(1);
    const before = await world.db.run(raw('select * from option_order where id = $1'), [lost]);
    expect(before).toMatchObject([{ outcome: 'lose', exit_mark: String(seqs.exit) }]);
    for (const db of [world.db, world.owner]) {
      expect(await failure(db, END, [lost, seqs.exit, '99', 'lose', '-100'])).toBe(CHECK);
      expect(
        await failure(
          db,
          `update option_order set status = 1, exit_mark = null, exit_price = null, outcome = null, profit = null, settled_at = null where id = $1`,
          [lost],
        ),
      ).toBe(CHECK);
      expect(
        await failure(db, `update option_order set settled_at = settled_at + interval '1 second' where id = $1`, [
          lost,
        ]),
      ).toBe(CHECK);
    }
    expect(await world.db.run(raw('select * from option_order where id = $1'), [lost])).toEqual(before);
  });
});

test.each([
  'direction = 2',
  'stake = 1',
  'rate = 9',
  'winnings = 900',
  'fresh_ms = 1',
  'line_delay_ms = 1',
  'line_within_ms = 1',
  'next_within_ms = 1',
  'rules = 1',
  'entry_seq = 1',
  'market_id = 2',
  `placed_at = placed_at - interval '1 second'`,
  'terms_version = 1',
  'id = id + 1000',
])('what was agreed cannot be rewritten: %s', async (change) => {
  const update = `update option_order set ${change} where id = $1`;
  expect(await failure(story.world.db, update, [story.open])).toBe(DENIED);
  expect(await failure(story.world.owner, update, [story.open])).toMatch(/^(23514|23503)$/);
});

test.each([
  'entry_price = 1',
  'line_seq = line_seq + 1',
  `line_at = line_at + interval '1 second'`,
  `expires_at = expires_at + interval '1 second'`,
  'line_seq = null, line_at = null, entry_price = null, expires_at = null',
])('a drawn line stays: %s', async (change) => {
  for (const db of [story.world.db, story.world.owner])
    expect(await failure(db, `update option_order set ${change} where id = $1`, [story.open])).toMatch(
      /^(23514|23503)$/,
    );
});

test.each<[string, () => string]>([
  ['at a mark before its moment', () => `${story.seqs.exit}`],
  ['at an older one', () => `${story.seqs.early}`],
])('no line can be drawn %s', async (_what, seq) => {
  const draw = `update option_order o set line_seq = k.seq, entry_price = k.price, line_at = k.time, expires_at = k.time + interval '30 seconds'
    from mark k where k.market_id = 1 and k.seq = ${seq()} and o.id = $1`;
  for (const db of [story.world.db, story.world.owner]) expect(await failure(db, draw, [story.unlined])).toBe(CHECK);
});

test('an option without a line cannot be made void while a mark may come', async () => {
  for (const db of [story.world.db, story.world.owner]) {
    expect(
      await failure(
        db,
        `update option_order set status = 2, outcome = 'void', profit = 0, settled_at = placed_at where id = $1`,
        [story.unlined],
      ),
    ).toBe(CHECK);
  }
});

/** Writes an option with these differences from a valid one. */
const inserting = ({ world, memberId }: Story, changes: Readonly<Record<string, string>>) => {
  const right: Record<string, string> = {
    member_id: memberId,
    market_id: '1',
    direction: '1',
    stake: '100',
    decimals: '8',
    terms_version: '2',
    seconds: '30',
    rate: '0.75',
    winnings: '75',
    fresh_ms: '5000',
    placed_at: `'${iso(world.clock.nowMs())}'`,
    rules: '2',
    line_delay_ms: '1000',
    line_within_ms: '5000',
    next_within_ms: '60000',
    ...changes,
  };
  return `insert into option_order (${Object.keys(right).join(', ')}) values (${Object.values(right).join(', ')})`;
};
const iso = (ms: number): string => new Date(ms).toISOString();
const began = (ms: number) => ({ placed_at: `'${iso(ms)}'` });

test.each<[string, () => Record<string, string>, string]>([
  ['that is settled already', () => ({ status: '2' }), DENIED],
  ['with an outcome', () => ({ outcome: `'win'` }), DENIED],
  ['with a line', () => ({ line_seq: String(story.seqs.exit), entry_price: '99' }), DENIED],
  ['with a price for its line', () => ({ entry_price: '99' }), CHECK],
  ['before the last mark', () => began(story.world.clock.nowMs() - 5_000), LOST_RACE],
  [
    'whose line could be known already',
    () => ({ line_delay_ms: '1', placed_at: `'${iso(story.world.clock.nowMs() - 2)}'` }),
    LOST_RACE,
  ],
  ['on a market whose last mark is too old', () => ({ fresh_ms: '999' }), CHECK],
  ['without a delay', () => ({ line_delay_ms: '0' }), CHECK],
  ['with a delay beyond its setting', () => ({ line_delay_ms: '10001' }), CHECK],
  ['with a shorter wait for its line', () => ({ line_within_ms: '1' }), CHECK],
  ['with a shorter wait for the next mark', () => ({ next_within_ms: '1' }), CHECK],
  ['with a longer wait for the next mark', () => ({ next_within_ms: '60001' }), CHECK],
  ['with an exit of any age', () => ({ fresh_ms: '4000000' }), CHECK],
  ['by rules that are none', () => ({ rules: '3' }), CHECK],
  ['at a rate of its own', () => ({ rate: '0.76', winnings: '76' }), FOREIGN],
  ['with winnings of its own', () => ({ winnings: '76' }), CHECK],
  ['that ends at a time of its own', () => ({ expires_at: `'${iso(story.world.clock.nowMs() + 31_000)}'` }), CHECK],
  [
    'by rules 1 at a trade that never was',
    () => ({
      rules: 'default',
      line_delay_ms: 'null',
      line_within_ms: 'null',
      next_within_ms: 'null',
      entry_seq: '1',
      entry_price: '99',
      expires_at: `'${iso(story.world.clock.nowMs() + 30_000)}'`,
    }),
    FOREIGN,
  ],
])('no option can be written %s', async (_what, changes, code) => {
  expect(await failure(story.world.db, inserting(story, changes()))).toBe(code);
});

test('no option can be written on replaced terms, whatever date the change is given, nor with a stake they do not allow', async () => {
  await inOwnWorld(async (own) => {
    own.world.clock.advance(3_000);
    own.world.market.setMark('btcusdt', '99');
    await own.world.market.keep();
    // Valid but for the stake.
    expect(await failure(own.world.db, inserting(own, { stake: '9', winnings: '6.75' }))).toBe(CHECK);
    expect(await failure(own.world.db, inserting(own, { stake: '2001', winnings: '1500.75' }))).toBe(CHECK);
    const dates: unknown[] = [];
    await own.world.owner
      .transaction(async (tx) => {
        const nowMs = own.world.clock.nowMs();
        // One change dated far ahead and one of now: with their given dates both versions would hold.
        await tx.run(raw('update option_terms set rate = 0.5, changed_at = $1 where seconds = 30'), [
          new Date(nowMs + 86_400_000),
        ]);
        await tx.run(raw('update option_terms set rate = 0.6, changed_at = $1 where seconds = 30'), [
          new Date(nowMs - 10_000),
        ]);
        dates.push(
          ...(
            await tx.run(raw<{ at: Date }>('select at from option_terms_version where version > 2 order by version'))
          ).map(({ at }) => at.getTime() - nowMs),
        );
        throw new Error('undone');
      })
      .catch((error: unknown) => {
        if ((error as Error).message !== 'undone') throw error;
      });
    expect(dates).toEqual([86_400_000, 86_400_000]);
    const late = own.world.owner.transaction(async (tx) => {
      await tx.run(raw('update option_terms set rate = 0.5, changed_at = $1 where seconds = 30'), [
        new Date(own.world.clock.nowMs() - 2_001),
      ]);
      await tx.run(raw(inserting(own, {})));
    });
    expect(
      await late.then(
        () => 'done',
        (error: unknown) => errorCode(error),
      ),
    ).toBe(CHECK);
  });
});

test.each([
  'delete from option_order',
  'truncate option_order',
  'alter table option_order disable trigger all',
  'drop trigger option_order_settled on option_order',
  'alter table option_order drop constraint outcome_follows',
  `create or replace function option_order_settled() returns trigger language plpgsql as 'begin return null; end'`,
  'update mark set price = 1',
  'delete from mark',
  'insert into mark select * from mark',
  'update mark_head set complete_to = now()',
  'delete from mark_head',
  'update mark set held = true',
  'update tick set price = 1',
  'delete from tick',
  'insert into tick select * from tick',
  'update tape_head set complete_to = now()',
  'delete from tape_head',
  'update option_version_terms set rate = 1',
  'insert into option_version_terms select * from option_version_terms',
  'delete from option_version_terms',
  `update market set base_coin = quote_coin`,
  `update market set symbol = 'ethusdt'`,
  `insert into option_terms_version values (99, now())`,
  'delete from option_terms',
  `set session_replication_role = 'replica'`,
])('the server’s role cannot: %s', async (statement) => {
  expect(await failure(story.world.db, statement)).toBe(DENIED);
});

test('no market can be set to reject every price, which would silence it and make its options void', async () => {
  expect(await failure(story.world.db, `update market set max_jump = 0.009`)).toBe(CHECK);
  expect(await failure(story.world.db, `update market set max_jump = 0.01`)).toBe('done');
});

test('no coin can lose places, so that open options can always be paid', async () => {
  for (const db of [story.world.db, story.world.owner])
    expect(await failure(db, `update coin set decimals = 2 where title = 'USDT'`)).toBe(CHECK);
});

test('nothing is added to a part of the tape that is complete: the end of an expired option is final', async () => {
  await inOwnWorld(async ({ world, seqs }) => {
    const append = raw(
      `select mark_append(array[1]::bigint[], array[$1]::bigint[], array[$2]::timestamptz[], array[500]::numeric[], array['[]'], array[false], null)`,
    );
    const last = `select max(time) as at from mark where market_id = 1`;
    const wholeTo = await world.db.run(
      raw<{ at: Date }>('select complete_to as at from mark_head where market_id = 1'),
    );
    await world.db.run(append, [seqs.exit, new Date(world.clock.nowMs() - 10_000)]);
    expect(await world.db.run(raw(`select price from mark where market_id = 1 and seq = $1`), [seqs.exit])).toEqual([
      { price: '99.00000000' },
    ]);
    await world.db.run(append, [seqs.exit + 1000, new Date(world.clock.nowMs() - 10_000)]);
    const [newest] = await world.db.run(raw<{ at: Date }>(last));
    expect(newest?.at.getTime()).toBeGreaterThan(wholeTo[0]?.at.getTime() ?? Number.POSITIVE_INFINITY);
    await world.owner.run(raw(`delete from mark where market_id = 1 and seq = $1`), [seqs.exit + 1000]);
    await world.owner.run(
      raw(
        `update mark_head h set seq = t.seq, hash = t.hash, time = t.time from mark t where h.market_id = 1 and t.market_id = 1 and t.seq = (select max(seq) from mark where market_id = 1)`,
      ),
    );
  });
});

test('of an option the server’s role may write the agreement when it is new, and its end, and nothing else', async () => {
  const rows = await story.world.db.run(
    raw<{ privilege_type: string; columns: string }>(`
    select privilege_type, string_agg(column_name, ' ' order by column_name) as columns from information_schema.column_privileges
    where table_name = 'option_order' and grantee = 'plimsoll_app' and privilege_type <> 'SELECT' group by 1 order by 1`),
  );
  expect(rows).toEqual([
    {
      privilege_type: 'INSERT',
      columns:
        'decimals direction entry_price entry_seq expires_at fresh_ms id line_delay_ms line_within_ms market_id member_id next_within_ms placed_at rate rules seconds stake terms_version winnings',
    },
    {
      privilege_type: 'UPDATE',
      columns: 'entry_price exit_mark exit_price exit_seq expires_at line_at line_seq outcome profit settled_at status',
    },
  ]);
  expect(
    await story.world.db.run(
      raw(
        `select privilege_type from information_schema.table_privileges where table_name = 'option_order' and grantee <> 'postgres' and grantee = 'plimsoll_app'`,
      ),
    ),
  ).toEqual([{ privilege_type: 'SELECT' }]);
});

test('no function, trigger, rule or policy of the database writes options or versions of terms, and only the tapes’ own write ticks and marks', async () => {
  const writers = await story.world.db.run(
    raw<{ name: string; what: string }>(`
    select p.proname as name, lower((regexp_matches(p.prosrc, '(?:insert into|update|delete from|truncate|merge into)\\s+(?:only\\s+)?(option_order|option_version_terms|option_terms_version|tick|mark)\\M', 'gi'))[1]) as what
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public' group by 1, 2 order by 1, 2`),
  );
  expect(writers).toEqual([
    { name: 'mark_append', what: 'mark' },
    { name: 'option_terms_changed', what: 'option_terms_version' },
    { name: 'option_terms_changed', what: 'option_version_terms' },
    { name: 'tape_append', what: 'tick' },
    { name: 'tape_thin', what: 'tick' },
  ]);
  expect(
    await story.world.db.run(
      raw(`select tgname from pg_trigger where tgrelid = 'option_order'::regclass and not tgisinternal order by 1`),
    ),
  ).toEqual([
    // After the statement: they report to the member whose order it is.
    { tgname: 'news_changed' },
    { tgname: 'news_placed' },
    { tgname: 'option_order_placed' },
    { tgname: 'option_order_settled' },
    // After the statement: it keeps the waits for the public log.
    { tgname: 'option_settings_noted' },
    // After the statement: it writes what webhooks send.
    { tgname: 'webhook_settled' },
  ]);
  expect(
    await story.world.db.run(raw(`select count(*)::int as count from pg_rules where schemaname = 'public'`)),
  ).toEqual([{ count: 0 }]);
  expect(
    await story.world.db.run(raw(`select count(*)::int as count from pg_policies where schemaname = 'public'`)),
  ).toEqual([{ count: 0 }]);
});

test('no table but the option’s has an outcome, odds or a list of winners, and no terms refer to members', async () => {
  const columns = await story.world.db.run(
    raw(`
    select table_name || '.' || column_name as column from information_schema.columns
    where table_schema = 'public' and column_name ~ '(outcome|odds|winn|loser|is_win|force|bias|rig|control|manip)' and column_name not in ('original', 'origin') order by 1`),
  );
  expect(columns).toEqual([{ column: 'option_order.outcome' }, { column: 'option_order.winnings' }]);
  expect(
    await story.world.db.run(
      raw(
        `select column_name from information_schema.columns where table_name like 'option\\_terms%' and column_name ~ 'member|user|vip|group|market'`,
      ),
    ),
  ).toEqual([]);
});

test('no call of the contract takes an outcome or a price of an option, and only one names an option', () => {
  const fields = memberCalls.flatMap((call) => fieldsOf(call).map(({ name }) => `${call.name}.${name}`));
  expect(fields.filter((name) => /outcome|is_win|ploss|sellprice|buyprice|odds|exit|entry|settle/i.test(name))).toEqual(
    [],
  );
  expect(fields.filter((name) => name.endsWith('.order_id'))).toEqual(['getHyOrderInfo.order_id']);
});

test('options are written in two files only: where they are placed, and where lines are drawn and options settled', () => {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const writing = files.filter((name) =>
    /(?:insert into|update|delete from)\s+option_order\b/i.test(readFileSync(join(SERVER, name), 'utf8')),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(writing.sort()).toEqual(['features/options/placed-store.ts', 'features/options/settle-store.ts']);
});

import { sql, type Db } from '../../apps/server/src/platform/db.ts';

/** Each order's journals are two; a fifth have a book of their own, half as many options are there as orders. */
const FILLED: readonly (readonly [table: string, perOrder: number, columns: string, values: string])[] = [
  [
    'member',
    0.01,
    'id, username, password_hash, invite_code, created_at',
    `n, 'member' || n, '-', lpad(n::text, 8, 'A'), now()`,
  ],
  [
    'spot_book',
    0.1,
    'market_id, seq, tick_seq, source_time, receive_time, bids, asks, bids_left, asks_left, recovery_ms, after_seq, is_newest, previous, hash',
    `1, n::bigint * 1000, n, now(), now(), l.t, l.t, l.t, l.t, 500, nullif(n - 1, 0)::bigint * 1000, n = $1, sha256((n - 1)::text::bytea), sha256(n::text::bytea)`,
  ],
  [
    'spot_order',
    1,
    'id, member_id, market_id, side, status, budget, held, filled, paid, fee, fee_rate, fills, placed_at, traded_at',
    `n, n % 1000 + 1, 1, 1, 2, 100, 0, 1, 100, 0.001, 0.001, 1, now(), now()`,
  ],
  [
    'spot_fill',
    1,
    'order_id, n, book_seq, price, quantity, paid, fee, at',
    `n, 1, n::bigint / 10 * 1000 + 1000, 100, 1, 100, 0.001, now()`,
  ],
  [
    'option_order',
    0.5,
    'id, member_id, market_id, direction, stake, decimals, terms_version, seconds, rate, winnings, fresh_ms, placed_at, expires_at, status, outcome, profit, settled_at, rules, line_delay_ms, line_within_ms, next_within_ms, line_seq, line_at, entry_price, exit_mark, exit_price',
    `n, n % 1000 + 1, 1, 1, 10, 8, 1, 60, 0.8, 8, 5000, now() - interval '1 day', now() - interval '1 day' + interval '60 seconds', 2, 'win', 8, now(), 2, 1000, 5000, 60000, n, now() - interval '1 day', 100, n + 1, 101`,
  ],
  [
    'ledger_journal',
    2,
    'id, cause_kind, cause_id, actor_kind, actor_id, at',
    `n, case n % 2 when 0 then 'spot-place' else 'spot-fill' end, n::text, 'member', n % 1000 + 1, now()`,
  ],
  [
    'ledger_transfer',
    4,
    'journal_id, line, from_account, from_frozen, to_account, to_frozen, amount',
    `n / 2 + 1, n % 2, n % 1000 + 1, false, n % 1000 + 2000, false, 1`,
  ],
  [
    'idempotency_key',
    0.3,
    'member_id, call, key, body_hash, answer, at',
    `n % 1000 + 1, 'upbbbuy', n::text, md5(n::text), '{"code":1,"data":{"id":1}}', now()`,
  ],
  [
    'sign_in',
    0.3,
    'member_id, at, result, browser, system, address',
    `n % 1000 + 1, now(), 'in', 'Firefox', 'Linux', '127.0.0.0'`,
  ],
  ['notice', 0.2, 'member_id, kind, params, created_at', `n % 1000 + 1, 'sign-in', '{}', now()`],
];
const BARS = `
  insert into candle (market_id, period, start_s, open, close, low, high, volume, turnover, count)
  select m.id, p.period, floor(extract(epoch from now()) / p.s)::bigint * p.s - n::bigint * p.s, 100, 101, 99, 102, 5, 500, 10
  from market m cross join (values ('1min', 60), ('5min', 300), ('15min', 900), ('30min', 1800), ('60min', 3600),
    ('4hour', 14400), ('1day', 86400), ('1week', 604800), ('1mon', 2678400)) p (period, s)
  cross join generate_series(0, 1999) n`;

let statements = 0;
const run = (owner: Db, text: string, values: readonly unknown[] = []): Promise<unknown[]> =>
  owner.run(sql(`upgrade.${(statements += 1)}`, text), values);

const foreignKeys = sql<{ table: string; name: string }>(
  'upgrade.foreignKeys',
  `select conrelid::regclass::text as table, conname as name from pg_constraint where contype = 'f' and conrelid = any($1::regclass[])`,
);

/**
 * Fills a database of version 0.2.0 with rows in the shape of that version's, not in their sense: what they refer to is
 * mostly missing, so triggers and foreign keys are off.
 */
export async function fillAsVersion(
  owner: Db,
  orders: number,
): Promise<{ readonly table: string; readonly rows: number }[]> {
  await run(
    owner,
    `insert into coin (id, title, decimals, sort) select n, 'C' || n, 8, n from generate_series(1, 21) n`,
  );
  await run(
    owner,
    `insert into market (id, symbol, base_coin, quote_coin, min, step, price_step) select n, 'c' || n || 'c21', n, 21, 1, 1, 1 from generate_series(1, 20) n`,
  );
  await run(owner, BARS);
  const links = await owner.run(foreignKeys, [FILLED.map(([table]) => table)]);
  for (const { table, name } of links) await run(owner, `alter table ${table} drop constraint ${name}`);
  const filled: { table: string; rows: number }[] = [];
  for (const [table, perOrder, columns, values] of FILLED) {
    const rows = Math.round(orders * perOrder);
    await run(owner, `alter table ${table} disable trigger user`);
    await run(
      owner,
      `insert into ${table} (${columns}) ${table === 'sign_in' || table === 'notice' ? '' : 'overriding system value'}
      select ${values} from generate_series(1, $1::int) n
      cross join lateral (select case when '${table}' = 'spot_book' then
        '[' || string_agg(format('["%s.%s","%s.12345678"]', 60000 + k, k, (n::bigint * 7919 + k * 104729) % 999983), ',') || ']' end as t
        from generate_series(1, case when '${table}' = 'spot_book' then 20 else 0 end) k) l`,
      [rows],
    );
    await run(owner, `alter table ${table} enable trigger user`);
    filled.push({ table, rows });
  }
  return filled;
}

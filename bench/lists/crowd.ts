import pg from 'pg';
import { say } from '../measure/run.ts';

/** How many of each there shall be besides what is there. */
export interface Crowd {
  readonly members: number;
  /** Lines of the journal, two to a journal. */
  readonly lines: number;
  readonly orders: number;
  /** Deposits, withdrawals, options, transfers and notices, of each so many. */
  readonly others: number;
}

/** Tables that are filled with their indexes off: they are made anew afterwards, in one pass each. */
const LARGE = ['ledger_transfer', 'ledger_journal', 'spot_order', 'account_transfer', 'recharge', 'withdrawal', 'option_order', 'notice'];
const TOUCHED = ['member', 'ledger_account', ...LARGE];
/** Rows a statement adds, so that the time can be looked at between. */
const STRIDE = 2_000_000;
/** Long ago, so that those who are measured have the newest. */
const LONG_AGO = `timestamptz '2026-01-01'`;

interface IndexRow { name: string; table_name: string; definition: string; constraint_definition: string | null }

/** Takes the indexes off the large tables; answers the statements that put them back. */
async function takeIndexes(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<IndexRow>(`
    select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as table_name, pg_get_indexdef(i.indexrelid) as definition,
      pg_get_constraintdef(c.oid) as constraint_definition
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
    where i.indrelid = any($1::regclass[])
      and not exists (select from pg_constraint f where f.conindid = i.indexrelid and f.contype = 'f')`, [LARGE]);
  for (const { name, table_name, constraint_definition } of rows) {
    await owner.query(constraint_definition === null ? `drop index ${name}` : `alter table ${table_name} drop constraint ${name}`);
  }
  return rows.map(({ name, table_name, definition, constraint_definition }) =>
    (constraint_definition === null ? definition : `alter table ${table_name} add constraint ${name} ${constraint_definition}`));
}

/** The statement that adds rows `from` to `to` (`$1`, `$2`) of each kind; `:first` stands for the first number of a made-up member, `:account` of an account. */
const FILL = {
  members: `insert into member (id, username, email, password_hash, invit, created_at) overriding system value
    select :first + n, 'crowd' || n || '@bench.example', 'crowd' || n || '@bench.example', 'none', lpad(upper(to_hex(n)), 8, 'Z'), ${LONG_AGO} from generate_series($1::int, $2::int) n`,
  accounts: `insert into ledger_account (id, member_id, type, coin_id, available) overriding system value
    select :account + 2 * n + t, :first + n, 1 + t, :coin, 1000 from generate_series($1::int, $2::int) n, generate_series(0, 1) t`,
  journals: `insert into ledger_journal (id, cause_kind, cause_id, actor_kind, actor_id, at)
    select :journal + n, 'demo-funding', 'crowd-' || n, 'clock', null, ${LONG_AGO} + n * interval '1 ms' from generate_series($1::int, $2::int) n`,
  lines: `insert into ledger_transfer (journal_id, line, from_account, from_frozen, to_account, to_frozen, amount)
    select :journal + n, 1 + t, :account + 2 * (n::bigint * 7919 % :members) + t, false, :account + 2 * (n::bigint * 7919 % :members) + 1 - t, false, 1
    from generate_series($1::int, $2::int) n, generate_series(0, 1) t`,
  orders: `insert into spot_order (id, member_id, market_id, side, status, limit_price, quantity, held, filled, paid, fee_rate, fills, placed_at, traded_at) overriding system value
    select :order + n, :first + n::bigint * 7919 % :members, 1 + n % 10, 1, case when n % 100 = 0 then 1 else 2 end, 0.00000001, 1, 0, case when n % 100 = 0 then 0 else 1 end, 0, 0.001,
      case when n % 100 = 0 then 0 else 1 end, ${LONG_AGO}, ${LONG_AGO} from generate_series($1::int, $2::int) n`,
  transfers: `insert into account_transfer (id, member_id, coin_id, from_type, to_type, amount, at) overriding system value
    select :transfer + n, :first + n::bigint * 7919 % :members, :coin, 1, 2, 1, ${LONG_AGO} from generate_series($1::int, $2::int) n`,
  uploads: `insert into upload (name, member_id, type, sealed, size, width, height, file_hash, pixels_hash, at)
    select md5(n::text), :first + n::bigint * 7919 % :members, 'image/png', false, 1, 1, 1, sha256(n::text::bytea), sha256(n::text::bytea), ${LONG_AGO} from generate_series($1::int, $2::int) n`,
  recharges: `insert into recharge (id, member_id, coin_id, network_id, address, coin_net, claimed, proof, file_hash, pixels_hash, at, status, credited, decided_by, decided_at) overriding system value
    select :recharge + n, :first + n::bigint * 7919 % :members, :coin, 1, 'an address', 'TRC20', 1, md5(n::text), sha256(n::text::bytea), sha256(n::text::bytea), ${LONG_AGO}, 2, 1, :operator, ${LONG_AGO}
    from generate_series($1::int, $2::int) n`,
  addresses: `insert into payout_address (id, member_id, coin_id, address, at) overriding system value
    select :address + n, :first + n, :coin, 'an address', ${LONG_AGO} from generate_series($1::int, $2::int) n`,
  withdrawals: `insert into withdrawal (id, member_id, coin_id, amount, fee, net, method, address_id, address, coin_net, card_name, bound_at, worth, four_eyes_threshold, at, status, decided_by, decided_at) overriding system value
    select :withdrawal + n, :first + n::bigint * 7919 % :members, :coin, 2, 1, 1, 1, :address + n::bigint * 7919 % :members, 'an address', 'TRC20', '', ${LONG_AGO}, 2, 10000, ${LONG_AGO}, 2, :operator, ${LONG_AGO} from generate_series($1::int, $2::int) n`,
  options: `insert into option_order (id, member_id, market_id, direction, stake, decimals, terms_version, seconds, rate, winnings, fresh_ms, entry_seq, entry_price, placed_at, expires_at,
      status, exit_seq, exit_price, outcome, profit, settled_at) overriding system value
    select :option + n, :first + n::bigint * 7919 % :members, k.market_id, 1, 10, 8, o.version, o.seconds, o.rate, 10 * o.rate, 5000, k.seq, k.price, ${LONG_AGO}, ${LONG_AGO} + o.seconds * interval '1 s',
      2, k.seq, k.price, 'tie', 0, ${LONG_AGO} + o.seconds * interval '1 s'
    from generate_series($1::int, $2::int) n, (select * from option_terms_said order by version desc, seconds limit 1) o,
      (select * from tick order by market_id, seq limit 1) k`,
  notices: `insert into notice (id, member_id, kind, params, created_at) overriding system value
    select :notice + n, :first + n::bigint * 7919 % :members, 'frozen', '{"remark": ""}', ${LONG_AGO} from generate_series($1::int, $2::int) n`,
} as const;

/** The first free number of a table, with room for what the server gives out meanwhile. */
const FIRST_FREE = {
  ':first': ['member', 'id'], ':account': ['ledger_account', 'id'], ':journal': ['ledger_journal', 'id'], ':order': ['spot_order', 'id'], ':transfer': ['account_transfer', 'id'],
  ':recharge': ['recharge', 'id'], ':withdrawal': ['withdrawal', 'id'], ':option': ['option_order', 'id'], ':address': ['payout_address', 'id'], ':notice': ['notice', 'id'],
} as const;

async function namesFilled(owner: pg.Client, members: number): Promise<(text: string) => string> {
  const values = new Map<string, string>([[':members', `${members}::bigint`]]);
  for (const [name, [table, column]] of Object.entries(FIRST_FREE)) {
    const { rows } = await owner.query<{ free: string }>(`select coalesce(max(${column}), 0) + 1 as free from ${table}`);
    values.set(name, `${rows[0]?.free}::bigint`);
  }
  const one = async (name: string, text: string) => values.set(name, (await owner.query<{ id: string }>(text)).rows[0]?.id ?? 'null');
  await one(':coin', `select id from coin where title = 'USDT'`);
  await one(':operator', 'select min(id) as id from operator');
  return (text) => text.replaceAll(/:[a-z]+\b(?!:)/g, (name) => values.get(name) ?? name);
}

/**
 * Fills the tables of a server that stands still with the doings of others, in SQL: the rows are as the server writes them, but for the
 * chain over the journal, which they are left out of (an audit would say so). Gives how many lines of the journal were made: less than
 * asked when `withinMs` was over before.
 */
export async function growCrowd(url: string, { members, lines, orders, others }: Crowd, withinMs: number): Promise<number> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const begunMs = performance.now();
  try {
    await owner.query(`set maintenance_work_mem = '1GB'; set synchronous_commit = off`);
    // What the tables' own triggers would look for is made in the same breath.
    for (const table of TOUCHED) await owner.query(`alter table ${table} disable trigger user`);
    const putBack = await takeIndexes(owner);
    const named = await namesFilled(owner, members);
    const fill = async (what: keyof typeof FILL, count: number): Promise<void> => {
      for (let from = 0; from < count; from += STRIDE) await owner.query(named(FILL[what]), [from, Math.min(from + STRIDE, count) - 1]);
    };
    await fill('members', members);
    await fill('accounts', members);
    await fill('addresses', members);
    for (const what of ['transfers', 'uploads', 'recharges', 'withdrawals', 'options', 'notices'] as const) await fill(what, others);
    await fill('orders', orders);
    let made = 0;
    for (; made < lines / 2 && performance.now() - begunMs < withinMs; made += STRIDE) {
      const range = [made, Math.min(made + STRIDE, lines / 2) - 1];
      await owner.query(named(FILL.journals), range);
      await owner.query(named(FILL.lines), range);
    }
    const journals = Math.min(made, lines / 2);
    say(`${members} members and ${journals * 2} lines of the journal after ${Math.round((performance.now() - begunMs) / 1000)} s; their indexes are made`);
    for (const statement of putBack) await owner.query(statement);
    await owner.query(named(`update ledger_head set journal_id = :journal + ${journals}`));
    for (const [table] of Object.values(FIRST_FREE)) {
      // The journal is numbered by its head.
      if (table !== 'ledger_journal') await owner.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
    }
    for (const table of TOUCHED) {
      await owner.query(`alter table ${table} enable trigger user`);
      await owner.query(`vacuum analyze ${table}`);
    }
    say(`all there after ${Math.round((performance.now() - begunMs) / 1000)} s`);
    return journals * 2;
  } finally {
    await owner.end();
  }
}

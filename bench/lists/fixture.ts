import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../apps/server/src/platform/postgres/index.ts';
import { say } from '../measure/run.ts';
import { FILL, FIRST_FREE, ONE_EACH, OTHERS } from './fills.ts';

export interface MemberFixture {
  readonly members: number;
  /** Transfers of the journal, two per journal. */
  readonly lines: number;
  readonly orders: number;
  /** Rows of each other kind: deposits, withdrawals, options, notices, loans, stakes, … */
  readonly others: number;
}

const STRIDE = 1_000_000;
/** The fixture can be remade, so these settings trade safety for speed. The measured server has its own. */
const SUPERUSER = 'postgres';
const FOR_FILLING = {
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '1GB',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
  autovacuum: 'off',
};
/** Tables filled without their indexes, which are rebuilt afterwards. */
const LARGE = [
  'ledger_transfer',
  'ledger_journal',
  'spot_order',
  'account_transfer',
  'recharge',
  'withdrawal',
  'option_order',
  'notice',
  'loan',
  'mining_order',
  'stake',
  'member_transfer',
  'identity_application',
  'sign_in',
  'session',
];

interface IndexRow {
  name: string;
  table_name: string;
  definition: string;
  constraint_definition: string | null;
}

/** Drops the indexes of the large tables; returns the statements that recreate them. */
async function takeIndexes(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<IndexRow>(
    `
    select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as table_name, pg_get_indexdef(i.indexrelid) as definition,
      pg_get_constraintdef(c.oid) as constraint_definition
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
    where i.indrelid = any($1::regclass[])
      and not exists (select from pg_constraint f where f.conindid = i.indexrelid and f.contype = 'f')`,
    [LARGE],
  );
  for (const { name, table_name, constraint_definition } of rows) {
    await owner.query(
      constraint_definition === null ? `drop index ${name}` : `alter table ${table_name} drop constraint ${name}`,
    );
  }
  return rows.map(({ name, table_name, definition, constraint_definition }) =>
    constraint_definition === null
      ? definition
      : `alter table ${table_name} add constraint ${name} ${constraint_definition}`,
  );
}

async function namesFilled(owner: pg.Client, members: number): Promise<(text: string) => string> {
  const values = new Map<string, string>([[':members', `${members}::bigint`]]);
  for (const [name, table] of Object.entries(FIRST_FREE)) {
    const { rows } = await owner.query<{ free: string }>(`select coalesce(max(id), 0) + 1 as free from ${table}`);
    values.set(name, `${rows[0]?.free}::bigint`);
  }
  const one = async (name: string, text: string) =>
    values.set(name, (await owner.query<{ id: string }>(text)).rows[0]?.id ?? 'null');
  await one(':coin', `select id from coin where title = 'USDT'`);
  await one(':operator', 'select min(id) as id from operator');
  return (text) => text.replaceAll(/:[a-z]+\b(?!:)/g, (name) => values.get(name) ?? name);
}

async function fillAll(owner: pg.Client, { members, lines, orders, others }: MemberFixture): Promise<void> {
  const begunMs = performance.now();
  const sayHow = (what: string): void => {
    say(`  ${what} after ${Math.round((performance.now() - begunMs) / 1000)} s`);
  };
  // Triggers and foreign keys are off: the referenced rows are added here too.
  await owner.query(
    `set maintenance_work_mem = '1GB'; set synchronous_commit = off; set session_replication_role = replica`,
  );
  const named = await namesFilled(owner, members);
  const putBack = await takeIndexes(owner);
  const fill = async (what: keyof typeof FILL, count: number): Promise<void> => {
    for (let from = 0; from < count; from += STRIDE)
      await owner.query(named(FILL[what]), [from, Math.min(from + STRIDE, count) - 1]);
  };
  for (const what of ONE_EACH) await fill(what, members);
  for (const what of OTHERS) await fill(what, others);
  await fill('orders', orders);
  sayHow('members, what they hold and their orders are there');
  await fill('journals', lines / 2);
  await fill('lines', lines / 2);
  sayHow('the journal is there');
  for (const statement of putBack) await owner.query(statement);
  sayHow('its indexes are made');
  await owner.query(named(`update ledger_head set journal_id = :journal + ${lines / 2}`));
  for (const table of Object.values(FIRST_FREE)) {
    // The journal takes its numbers from its head.
    if (table !== 'ledger_journal')
      await owner.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
  }
  await owner.query('vacuum analyze');
  sayHow('all is there');
}

/**
 * Adds the fixture to a stopped server's database by SQL. Rows are as the server writes them, except that they have no
 * hash chain (an audit would report that).
 */
export async function growFixture(dir: string, fixture: MemberFixture): Promise<void> {
  // Only the superuser may disable triggers and foreign keys, and it has no other way to log in.
  const hba = join(dir, 'filling.hba.conf');
  await writeFile(hba, 'local all all trust\n', { mode: 0o600 });
  const postgres = await startPostgres({ dir, settings: { ...FOR_FILLING, hba_file: hba } });
  try {
    const url = new URL(postgres.url);
    url.username = SUPERUSER;
    const owner = new pg.Client({ connectionString: url.href });
    await owner.connect();
    try {
      await fillAll(owner, fixture);
    } finally {
      await owner.end();
    }
  } finally {
    await postgres.stop();
    await rm(hba);
  }
}

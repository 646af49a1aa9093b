import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { connected } from '../platform/connection.ts';
import { testDatabase } from '../testing/index.ts';
import { declaredStatements } from './statements.ts';

// Statements are planned once a connection, the server's while its tables are new. What every order and option runs must
// look rows up by their key all the same: a plan that reads a table costs more with each, until statistics are made.

/** What an option is shown with. */
const SHOWN = ['ledger_journal_cause', 'tick_pkey', 'tick_time', 'mark_pkey', 'mark_time'];
/** By statement: the indexes by which it may find rows of tables that grow. */
const LOOKUPS: Readonly<Record<string, readonly string[]>> = {
  'idempotency.find': ['idempotency_key_pkey'],
  'ledger.availableIn': ['ledger_account_of_member'],
  'ledger.knownCauses': ['ledger_journal_cause'],
  'spot.lockBooks': ['spot_book_pkey', 'spot_book_newest'],
  'spot.lockNewestBooks': ['spot_book_newest'],
  'spot.supersedeBooks': ['spot_book_pkey'],
  'spot.writeTaken': ['spot_book_pkey'],
  'spot.updateOrders': ['spot_order_pkey'],
  'spot.lockOrders': ['spot_order_pkey'],
  'proof.fills': ['ledger_journal_pkey', 'ledger_journal_cause', 'spot_order_pkey', 'spot_fill_pkey', 'spot_book_pkey'],
  'proof.journalLines': ['ledger_journal_pkey', 'ledger_transfer_pkey', 'ledger_account_pkey'],
  'proof.journalOfMember': [
    'ledger_journal_pkey',
    'ledger_transfer_pkey',
    'ledger_account_pkey',
    'ledger_account_of_member',
  ],
  'proof.journals': ['ledger_journal_pkey'],
  'portfolio.nextAt': ['ledger_account_of_member', 'ledger_transfer_out', 'ledger_transfer_in', 'ledger_journal_pkey'],
  'proof.settledOptions': ['ledger_journal_pkey', 'ledger_journal_cause', 'option_order_pkey', 'mark_pkey'],
  'option.byId': ['option_order_pkey', 'option_order_of_member', ...SHOWN],
  'option.news': ['option_order_pkey', ...SHOWN],
  'option.listAll': ['option_order_pkey', 'option_order_of_member', ...SHOWN],
  'option.listOpen': ['option_order_pkey', 'option_order_open', ...SHOWN],
};
/** Tables of a few dozen rows, and what is looked up for a caller before. */
const SMALL = /^(?:market|coin)(?:_|$)/;
/** A column without which an index reads what belongs to others. */
const OWN: Readonly<Record<string, string>> = {
  idempotency_key_pkey: 'key = ',
  ledger_journal_cause: 'cause_id',
  ledger_transfer_pkey: 'journal_id',
  mark_pkey: 'seq',
  spot_book_pkey: 'seq',
  spot_fill_pkey: 'order_id',
  tick_pkey: 'seq',
  option_order_of_member: 'member_id',
  option_order_open: 'member_id',
};
/** Keys of a small installation when the statistics were made. */
const KEYS = 1_000;

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Node[];
}

const nodesOf = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** How a plan finds rows of tables that grow: its indexes, and tables that it reads whole. */
const waysOf = (plan: Node): readonly string[] =>
  nodesOf(plan).flatMap((node) => {
    const table = node['Relation Name'] ?? '';
    const index = node['Index Name'];
    if (index !== undefined) {
      const isOwn = node['Index Cond']?.includes(OWN[index] ?? '') ?? OWN[index] === undefined;
      return SMALL.test(index) ? [] : [isOwn ? index : `${index} without ${OWN[index] ?? ''}`];
    }
    const isWhole = node['Node Type'] === 'Seq Scan' && !SMALL.test(table);
    return isWhole || /^(?:Hash|Merge) Join$/.test(node['Node Type']) ? [`${node['Node Type']} ${table}`] : [];
  });

/** A connection's plan of a statement for all calls. */
async function generic(client: pg.Client, text: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': readonly [{ readonly Plan: Node }] }>(
    `explain (generic_plan, format json) ${text}`,
  );
  return rows.flatMap(({ 'QUERY PLAN': [{ Plan }] }) => waysOf(Plan));
}

let declared: ReadonlyMap<string, string>;
beforeAll(async () => {
  declared = new Map(await declaredStatements());
});

test('what every order and option runs looks rows up by their key, planned while the tables are new', async () => {
  const database = await testDatabase();
  const ways: Record<string, readonly string[]> = {};
  await connected(database.url, async (client) => {
    for (const name of Object.keys(LOOKUPS)) ways[name] = await generic(client, declared.get(name) ?? '');
  });
  await database.drop();
  const others = Object.entries(ways).map(([name, found]) => [
    name,
    found.filter((way) => !LOOKUPS[name]?.includes(way)),
  ]);
  expect(Object.fromEntries(others)).toEqual(Object.fromEntries(Object.keys(LOOKUPS).map((name) => [name, []])));
  expect(Object.entries(ways).filter(([, found]) => found.length === 0)).toEqual([]);
});

test('the answer of a key is looked up by it, planned while a thousand were kept', async () => {
  const database = await testDatabase();
  await connected(database.url, async (client) => {
    await client.query(`insert into idempotency_key (member_id, call, key, body_hash, answer, at)
      select n % 64, 'upbbbuy', 'key' || n, 'hash', '{}', now() from generate_series(1, ${KEYS}) n`);
    await client.query('analyze idempotency_key');
    expect(await generic(client, declared.get('idempotency.find') ?? '')).toEqual(['idempotency_key_pkey']);
  });
  await database.drop();
});

import { ok } from '@plimsoll/contract';
import { amount } from '@plimsoll/money';
import { inject, afterAll, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../platform/clock.ts';
import { connected } from '../platform/connection.ts';
import { errorCode, openDb, sql, type Db } from '../platform/db.ts';
import { migrate } from '../platform/migrate.ts';
import { requireCleanAudit } from '../testing/clean-audit.ts';
import { testDatabase, type TestDatabase } from '../testing/database.ts';
import { allowTrialKind } from '../testing/trial-kind.ts';
import { dropDatabase, withDatabase } from '../testing/template.ts';
import { GroupedWriter, move, plainPosting } from './index.ts';

const CHECK = '23514';
const coin = sql<{ id: string }>('test.coin', `insert into coin (title, decimals) values ('USDT', 8) returning id`);
const accounts = sql<{ id: string }>(
  'test.accounts',
  `select account_id as id from ledger_open(now(), '{null,1}', '{null,1}', '{outside,null}', array[$1, $1]::bigint[])`,
);
const COLUMNS = [
  'text',
  'text',
  'text',
  'bigint',
  'int',
  'bigint',
  'boolean',
  'bigint',
  'boolean',
  'numeric',
  'text',
  'bigint',
];
const post = sql<never>(
  'test.post',
  `select * from ledger_post(now(), ${COLUMNS.map((type, at) => `$${at + 1}::${type}[]`).join(', ')})`,
);

let database: TestDatabase;
let outside: string;
let member: string;

beforeAll(async () => {
  database = await testDatabase();
  await allowTrialKind(database);
  const [usdt] = await database.db.run(coin);
  [outside, member] = (await database.db.run(accounts, [usdt?.id])).map(({ id }) => id) as [string, string];
});
afterAll(async () => {
  await requireCleanAudit(database.db);
  await database.drop();
});

/** Two journals of one line each, as `ledger_post` takes them; `changed` takes the place of columns by their number. */
function twoJournals(cause: string, changed: Readonly<Record<number, string>> = {}): string[] {
  const columns = [
    '{test,test}',
    `{${cause}a,${cause}b}`,
    '{clock,clock}',
    '{NULL,NULL}',
    '{1,2}',
    `{${outside},${outside}}`,
    '{f,f}',
    `{${member},${member}}`,
    '{f,f}',
    '{1,1}',
    '{NULL,NULL}',
    '{NULL,NULL}',
  ];
  return columns.map((column, at) => changed[at] ?? column);
}
const posting = (db: Db, values: readonly string[]) => db.run(post, values).then(() => 'posted', errorCode);

test('two journals in arrays of one shape are posted', async () => {
  expect(await posting(database.db, twoJournals('good'))).toBe('posted');
});

test.each(
  COLUMNS.flatMap(
    (_, at) =>
      [
        [at, 'too short'],
        [at, 'too long'],
        [at, 'indexed from zero'],
      ] as const,
  ),
)('column %i that is %s is refused', async (at, how) => {
  const column = twoJournals(`shape${at}`)[at] ?? '';
  const [first, second] = column.slice(1, -1).split(',');
  const wrong = {
    'too short': `{${first}}`,
    'too long': `{${first},${second},${second}}`,
    'indexed from zero': `[0:1]=${column}`,
  }[how];
  expect(await posting(database.db, twoJournals(`shape${at}`, { [at]: wrong }))).toBe(CHECK);
});

test('a hold on an unknown account is refused beside a good line', async () => {
  const nowhere = { 5: `{${outside},999999}`, 7: `{${member},999999}`, 8: '{f,t}', 10: '{NULL,test}', 11: '{NULL,1}' };
  expect(await posting(database.db, twoJournals('nowhere', nowhere))).toBe(CHECK);
});

test('the collation of the database does not matter for names', async () => {
  const { url: server } = inject('databaseServer');
  const name = `${new URL(database.url).pathname.slice(1)}_sorted`;
  await connected(server, (client) =>
    client.query(`create database ${name} template template0 locale_provider icu icu_locale 'en'`),
  );
  const url = withDatabase(server, name);
  try {
    await migrate(url);
    const connection = openDb(url, { connections: 1 });
    const db = openDb(url, { connections: 1 });
    const writer = new GroupedWriter({ connection, db, clock: new ManualClock(0) });
    const [usdt] = await db.run(coin);
    const coinId = usdt?.id ?? '';
    const lines = [move({ house: 'outside', coinId }, { memberId: '1', type: 1, coinId }, amount('1'))];
    const posted = writer.submit(plainPosting, [
      { cause: { kind: 'demo-gift', id: 'a' }, actor: { kind: 'clock' }, lines },
    ]);
    expect(await posted.catch(errorCode)).toEqual(ok(null));
    await connection.close();
    await db.close();
  } finally {
    await connected(server, (client) => dropDatabase(client, name));
  }
});

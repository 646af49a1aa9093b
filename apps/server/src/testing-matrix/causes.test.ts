import { amount } from '@plimsoll/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  auditLedger,
  GroupedWriter,
  plainPosting,
  type Account,
  type House,
  type Journal,
  type Line,
} from '../ledger/index.ts';
import { CAUSE_KINDS, type CauseKind } from '../ledger/cause-kinds.ts';
import { JOURNAL_SHAPES } from '../ledger/journal-shapes.ts';
import { ManualClock } from '../platform/clock.ts';
import { openDb, sql, type Db } from '../platform/db.ts';
import { AUDITS } from '../slices.ts';
import { testDatabase, type TestDatabase } from '../testing/database.ts';

let database: TestDatabase;
let connection: Db;
let writer: GroupedWriter;
let coinId: string;

beforeAll(async () => {
  database = await testDatabase();
  connection = openDb(database.url, { connections: 1 });
  writer = new GroupedWriter({ connection, db: database.db, clock: new ManualClock(Date.UTC(2026, 0, 1)) });
  const [coin] = await database.db.run(
    sql<{ id: string }>('test.coin', `insert into coin (title, decimals) values ('USDT', 8) returning id`),
  );
  coinId = coin?.id ?? '';
  for (const house of ['@spot', '@options', '@loans', '@rewards'])
    await post('house-funding', `house.${house.slice(1)}`, [`@outside>${house}`]);
  for (const own of ['funds', 'options', 'quant']) await post('demo-funding', `own.${own}`, [`@outside>${own}`]);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const ACCOUNT_TYPES = { funds: 1, options: 2, quant: 3 } as const;
const HOUSES: readonly House[] = ['outside', 'spot', 'options', 'loans', 'rewards', 'fees', 'rounding'];

function accountOf(role: string): Account {
  const house = HOUSES.find((name) => role === `@${name}`);
  if (house) return { house, coinId };
  const type = role.replace('~', '');
  if (type !== 'funds' && type !== 'options' && type !== 'quant') throw new Error(`no account ${role}`);
  return { memberId: role.startsWith('~') ? '8' : '7', type: ACCOUNT_TYPES[type], coinId };
}

/** A line of {@link JOURNAL_SHAPES}, of `units`, with its hold named by `ref`. */
function lineOf(shape: string, ref: string, units: string): Line {
  const [lineText = '', holdKind] = shape.split(' ');
  const [from = '', to = ''] = lineText.split('>');
  return {
    from: accountOf(from.replace('*', '')),
    fromFrozen: from.endsWith('*'),
    to: accountOf(to.replace('*', '')),
    toFrozen: to.endsWith('*'),
    amount: amount(units),
    hold: holdKind === undefined ? null : { kind: holdKind, ref },
  };
}

async function post(kind: CauseKind, id: string, shapes: readonly string[], units = '1000'): Promise<void> {
  const ref = /^\d+$/.test(id) ? id : '0';
  const journal: Journal = {
    cause: { kind, id: kind === 'spot-fill' ? `${id}.1` : id },
    actor: { kind: 'clock' },
    lines: shapes.map((shape) => lineOf(shape, ref, units)),
  };
  const posted = await writer.submit(plainPosting, [journal]);
  if (!posted.ok) throw new Error(posted.refusal.reason);
}

/** One line of each part that a journal of a kind must have. */
const neededLines = (kind: CauseKind): string[] =>
  JOURNAL_SHAPES[kind]
    .filter((part) => !part.startsWith('?'))
    .map((part) => part.replace('+', '').split(' | ')[0] ?? '');

/** The kind whose journals make holds of a kind. */
const MAKERS: Readonly<Record<string, CauseKind>> = {
  spot: 'spot-place',
  withdrawal: 'withdrawal-request',
  'member-transfer': 'member-transfer-hold',
  'option-stake': 'option-open',
  'option-payout': 'option-open',
  mining: 'mining-open',
  'mining-reward': 'mining-open',
  stake: 'stake-open',
  'stake-reward': 'stake-open',
};

const findings = async (): Promise<string[]> =>
  (await auditLedger(database.db, AUDITS)).checks.flatMap(({ name, rows }) => rows.map((row) => `${name}: ${row}`));

test.each(CAUSE_KINDS.map((kind, place) => [kind, String(700_000 + place)] as const))(
  'a journal of kind %s that nothing caused is found by the audit',
  async (kind, id) => {
    const lines = neededLines(kind);
    // A hold is ended by the kind, or made by it.
    const ended = lines.find((line) => line.includes('*>'));
    if (ended !== undefined) {
      const maker = MAKERS[ended.split(' ')[1] ?? ''];
      if (maker) await post(maker, id, neededLines(maker), '10');
    }
    const before = await findings();
    await post(kind, id, lines, ended === undefined ? '1' : '10');
    expect((await findings()).filter((row) => !before.includes(row))).not.toEqual([]);
  },
);

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AUDITS } from '../../apps/server/src/slices.ts';
import { seedAudits } from '../../apps/server/src/seed-audit.ts';
import { openDb, sql, type Db } from '../../apps/server/src/platform/db.ts';
import { folderStore } from '../../apps/server/src/platform/uploads/index.ts';
import { requireCleanAudit } from '../../apps/server/src/testing/clean-audit.ts';
import { sealAudit } from '../../apps/server/src/testing/seal-audit.ts';
import { noteTaken, takeBackup } from '../../tools/backup/take.ts';
import { listed } from '../simulate/checkpoint.ts';
import { startDatabaseServer } from '../simulate/database.ts';
import { enrol } from '../simulate/enrol.ts';
import { Exchange } from '../simulate/feed.ts';
import { Scene } from '../simulate/scene.ts';
import { setUp } from '../simulate/set-up.ts';
import { STEPS } from '../simulate/steps/all.ts';
import { doDue, passHours } from '../simulate/steps/time-steps.ts';
import { traceOf } from '../support/message-of.ts';
import { openDayLog, type DayLog } from './day-log.ts';
import { BALANCES, DAYS, keepDay, LISTS, SECRET, type KeptAnswers, type KeptReceipts } from './kept-day.ts';
import { comeBack, feedKeeps, leaveOpen, membersAsk, operatorsAsk } from './other-calls.ts';

// `node e2e/upgrade/main.ts VERSION [SEED [DAYS]]` keeps days of this program's data, for later versions to bring up to
// date (docs/TESTS.md, "Upgrades"). Run it in a checkout of the version that it keeps.

const [version = '', seed = '1', days = '2'] = process.argv.slice(2);
const MEMBERS = 4;
const STEPS_A_DAY = 60;
const HOURS_EVERY = 15;
/** Times of the tape and of the log are compared: the clock of this day is right. */
const STEPS_OF_DAY = STEPS.filter(({ name }) => name !== 'the clock is set');
/** All but what a demo begins with. */
const AUDITED = AUDITS.filter((audit) => !seedAudits.includes(audit));

let statements = 0;
const rows = <Row>(db: Db, text: string): Promise<Row[]> => db.run(sql<Row>(`upgrade.${(statements += 1)}`, text));

/** Kinds of receipts, the table of what they are of, and by what it differs: of each the first is asked for. */
const NAMED: readonly (readonly [KeptReceipts['kind'], table: string, differs: string, where: string])[] = [
  ['option', 'option_order', 'outcome', 'line_seq is not null or outcome is not null'],
  ['fill', 'spot_order', 'side, status', 'fills > 0'],
  ['recharge', 'recharge', 'status', 'credited is not null'],
  ['withdraw', 'withdrawal', 'status', 'true'],
  ['exchange', 'flash_exchange', 'type', 'true'],
  ['transfer', 'account_transfer', 'from_type', 'true'],
  ['send', 'member_transfer', 'status', 'true'],
];

async function receiptsOf(db: Db, log: DayLog): Promise<KeptReceipts[]> {
  const all: KeptReceipts[] = [];
  for (const [kind, table, differs, where] of NAMED) {
    const named = await rows<{ id: string; member_id: string }>(
      db,
      `select distinct on (${differs}) id, member_id from ${table}
      where (${where}) and member_id in (select id from member where not frozen) order by ${differs}, id`,
    );
    for (const { id, member_id: memberId } of named) {
      const list = await log.receipts(memberId, kind, id);
      if (list.length === 0) say(`no receipt of ${kind} ${id}`);
      else all.push({ memberId, kind, id, list });
    }
  }
  return all;
}

async function answersOf(scene: Scene, db: Db, log: DayLog): Promise<KeptAnswers> {
  const members: KeptAnswers['members'][number][] = [];
  for (const player of scene.players) {
    const { id, username, password, token } = player;
    const lists: Record<string, Record<string, unknown>> = {};
    if (token !== undefined)
      for (const name of LISTS) lists[name] = Object.fromEntries(await listed(scene, player, name));
    members.push({ id, username, password, lists });
  }
  return {
    nowMs: scene.clock.nowMs(),
    members,
    balances: await rows(db, BALANCES),
    receipts: await receiptsOf(db, log),
    vkey: await log.vkey(),
    liabilities: await log.liabilitiesOf(scene.players[0]?.id ?? ''),
  };
}

/** Lets the days happen; the log follows, and an epoch of what is owed is taken each. */
async function happen(scene: Scene, exchange: Exchange, log: DayLog): Promise<void> {
  for (let step = 1; step <= Number(days) * STEPS_A_DAY; step += 1) {
    await scene.dice.weighted(STEPS_OF_DAY).run(scene, exchange);
    if (step % HOURS_EVERY !== 0) continue;
    await passHours(scene, exchange);
    await log.follow();
    if (step % STEPS_A_DAY === 0) await log.takeEpoch();
  }
  await doDue(scene);
}

async function keep(scene: Scene, url: string, folder: string): Promise<void> {
  await setUp(url, scene.clock);
  await scene.start();
  const exchange = new Exchange(scene);
  const log = await openDayLog({ url, clock: scene.clock, folder });
  await enrol(scene, exchange, MEMBERS);
  await happen(scene, exchange, log);
  await comeBack(scene);
  await operatorsAsk(scene);
  await leaveOpen(scene, exchange);
  await membersAsk(scene);
  const { db } = scene.server;
  await feedKeeps(db, scene.clock);
  await scene.server.flushTape();
  await log.follow();
  await log.takeEpoch();
  scene.clock.advance(2_000);
  await log.follow();
  const owner = openDb(url, { connections: 1, role: null });
  await requireCleanAudit(db, AUDITED);
  await sealAudit(db, owner, AUDITED);
  const answers = await answersOf(scene, db, log);
  await log.close();
  const backup = join(folder, 'backup');
  const taking = { url, store: folderStore(join(folder, 'uploads')), secret: SECRET, withSecret: false };
  await noteTaken(url, await takeBackup({ ...taking, folder: join(folder, 'first'), program: version }));
  await takeBackup({ ...taking, folder: backup, program: version });
  const bytes = await keepDay(join(DAYS, `day-of-${version}.json.br`), { version, answers }, backup);
  await owner.close();
  await describe(db, bytes);
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const KINDS: Readonly<Record<string, string>> = {
  spot_order: `side || ' ' || status || case when limit_price is null then ' market' else ' limit' end`,
  option_order: `coalesce(outcome::text, 'open')`,
  recharge: 'status',
  withdrawal: 'status',
  loan: 'status',
  mining_order: 'status',
  stake: 'status',
  member_transfer: 'status',
  ledger_journal: 'cause_kind',
  proposal: 'status',
};

/** Says which tables are empty, and how many rows there are of each kind. */
async function describe(db: Db, bytes: number): Promise<void> {
  const tables = await rows<{ table: string }>(
    db,
    `select relname as table from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const owner = openDb(ownerUrl, { connections: 1, role: null });
  for (const { table } of tables) {
    const [row] = await rows<{ n: string }>(owner, `select count(*) as n from ${table}`);
    say(`${(row?.n ?? '').padStart(7)}  ${table}`);
    const kind = KINDS[table];
    if (kind === undefined) continue;
    for (const { what, n } of await rows<{ what: string; n: string }>(
      owner,
      `select ${kind} as what, count(*) as n from ${table} group by 1 order by 1`,
    ))
      say(`${n.padStart(15)}  ${what}`);
  }
  await owner.close();
  say(`${bytes} bytes`);
}

let ownerUrl = '';
try {
  const server = await startDatabaseServer();
  const folder = await mkdtemp(join(tmpdir(), 'kept-day-'));
  try {
    const database = await server.open('kept_day');
    ownerUrl = database.url;
    const scene = new Scene(seed, database.url);
    try {
      await keep(scene, database.url, folder);
    } catch (error) {
      for (const line of scene.events.slice(-8)) say(line);
      throw error;
    } finally {
      await scene.end();
      await database.drop();
    }
  } finally {
    await rm(folder, { recursive: true });
    await server.stop();
  }
} catch (error) {
  process.stderr.write(`${traceOf(error)}\n`);
  // Connections of a day that was broken off are open.
  process.exit(1);
}

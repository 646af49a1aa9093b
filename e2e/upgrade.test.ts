import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookPacking } from '../apps/server/src/features/spot/book-packing.ts';
import { runAudit } from '../apps/server/src/ledger/index.ts';
import { connected } from '../apps/server/src/platform/connection.ts';
import { sql } from '../apps/server/src/platform/db.ts';
import { migrate } from '../apps/server/src/platform/migrate.ts';
import { seedAudits } from '../apps/server/src/seed-audit.ts';
import { AUDITS } from '../apps/server/src/slices.ts';
import { requireCleanAudit } from '../apps/server/src/testing/clean-audit.ts';
import { dropDatabase, withDatabase } from '../apps/server/src/testing/template.ts';
import { failingLog } from '../apps/server/src/testing/world-parts.ts';
import { readManifest, type Manifest } from '../tools/backup/manifest.ts';
import { checkBackup, putBack } from '../tools/backup/put-back.ts';
import { contentOf, tablesOf } from '../tools/backup/tables.ts';
import { openVault } from '../tools/backup/vault.ts';
import { listed } from './simulate/checkpoint.ts';
import { startKept } from './simulate/database.ts';
import { Scene } from './simulate/scene.ts';
import { bothHold } from './support/verifiers.ts';
import { openDayLog, type DayLog } from './upgrade/day-log.ts';
import { BALANCES, openDay, SECRET, type KeptDay, type KeptReceipts } from './upgrade/kept-day.ts';

// A database of a released version, as its own program left it after days with everything (docs/TESTS.md, "Upgrades").

const VERSION = '0.2.0';
const NAME = 'kept_day';
/** The seeds of a demo are not those of a simulated day. */
const AUDITED = AUDITS.filter((audit) => !seedAudits.includes(audit));
/** Marks of seconds and minutes, and what is set once by hand. No migration since changes what they hold. */
const EMPTY: readonly string[] = [
  'currency_tab',
  'freeze_link_used',
  'known_device',
  'log_build',
  'log_lineless',
  'login_ticket',
  'market_observed',
  'notice_read',
  'operator_challenge',
  'operator_passkey',
  'option_limit',
  'passkey_challenge',
  'passkey_login_used',
  'payment_guard',
  'recovery_code_used',
  'tape_thinned',
  'upload_view',
];

let server: Awaited<ReturnType<typeof startKept>>;
let url = '';
let folder = '';
let day: KeptDay;
let manifest: Manifest;
let scene: Scene;
let log: DayLog;

let statements = 0;
const rows = <Row = Record<string, unknown>>(text: string): Promise<Row[]> =>
  scene.server.db.run(sql<Row>(`upgrade.${(statements += 1)}`, text));

beforeAll(async () => {
  server = await startKept('upgrade');
  url = withDatabase(server.url, NAME);
  await connected(server.url, async (client) => {
    await dropDatabase(client, NAME);
    await client.query(`create database ${NAME} template template0`);
  });
  folder = await mkdtemp(join(tmpdir(), 'upgrade-'));
  const backup = join(folder, 'backup');
  day = await openDay(VERSION, backup);
  manifest = await readManifest(backup, SECRET);
  await checkBackup(backup, manifest);
  await putBack(url, backup, manifest, { vault: openVault });
  scene = new Scene('upgrade', url);
  scene.clock.advance(day.answers.nowMs - scene.clock.nowMs());
  await scene.start();
  for (const { id, username, password } of day.answers.members)
    scene.players.push({ id, username, password, picture: '', token: await scene.server.sessions.open(id) });
  await openLog();
}, 120_000);

async function openLog(): Promise<void> {
  log = await openDayLog({ url, clock: scene.clock, folder, routes: scene.server.routes });
  await log.follow();
}

afterAll(async () => {
  await log.close();
  await scene.end();
  await connected(server.url, (client) => dropDatabase(client, NAME));
  await rm(folder, { recursive: true });
  await server.stop();
});

/** The content of every table. */
const contents = (): Promise<Record<string, string>> =>
  connected(url, async (client) => {
    const all: Record<string, string> = {};
    for (const shape of await tablesOf(client)) all[shape.table] = await contentOf(client, shape);
    return all;
  });

/** What both verifiers say of receipts, with the log as it is served now. */
async function hold(given: readonly KeptReceipts[], vkey: string): Promise<void> {
  for (const memberId of new Set(given.map((each) => each.memberId))) {
    const path = join(folder, `receipts-${memberId}.json`);
    const own = given.filter((each) => each.memberId === memberId).flatMap(({ list }) => list);
    await writeFile(path, JSON.stringify(own));
    await bothHold('receipt', path, '--vkey', vkey, '--log', `${log.url}/log`, '--member', memberId);
  }
}

const audit = (): Promise<void> => requireCleanAudit(scene.server.db, AUDITED);

test('the kept day has rows in every table of its version but those listed', () => {
  expect(manifest.tables.filter((each) => each.rows === 0).map(({ table }) => table)).toEqual(EMPTY);
});

test('every balance is what it was before the upgrade, to the last unit', async () => {
  expect(day.answers.balances.length).toBeGreaterThan(0);
  expect(await rows(BALANCES)).toEqual(day.answers.balances);
});

test('members see the orders, options, loans, stakes and transfers that they saw before', async () => {
  let compared = 0;
  for (const player of scene.players) {
    const lists = day.answers.members.find(({ id }) => id === player.id)?.lists ?? {};
    for (const [name, kept] of Object.entries(lists)) {
      const now = Object.fromEntries(await listed(scene, player, name));
      expect(now, `${name} of ${player.id}`).toMatchObject(kept);
      expect(Object.keys(now)).toEqual(Object.keys(kept));
      compared += Object.keys(kept).length;
    }
  }
  expect(compared).toBeGreaterThan(50);
});

test('the audit is clean, of everything and from the seal that the former version left', async () => {
  await audit();
  const { ok, checks } = await runAudit(scene.server.db, AUDITED, { clock: scene.clock, kind: 'incremental' });
  expect(checks.filter((check) => !check.ok)).toEqual([]);
  expect(ok).toBe(true);
});

test('receipts that the former version gave hold, and so do those given now of the same things', async () => {
  const { receipts, vkey } = day.answers;
  const kinds = new Set(receipts.map(({ kind }) => kind));
  expect(kinds).toEqual(new Set(['option', 'fill', 'recharge', 'withdraw', 'exchange', 'transfer', 'send']));
  expect(await log.vkey()).toBe(vkey);
  await hold(receipts, vkey);
  const again = await Promise.all(
    receipts.map(async (each) => ({ ...each, list: await log.receipts(each.memberId, each.kind, each.id) })),
  );
  await hold(again, vkey);
  expect(again.map(({ list }) => list.length)).toEqual(receipts.map(({ list }) => list.length));
}, 180_000);

test('the log and a proof of what is owed hold', async () => {
  const path = join(folder, 'liabilities.json');
  await writeFile(path, JSON.stringify(day.answers.liabilities));
  expect(await bothHold('liabilities', path, '--vkey', day.answers.vkey)).not.toEqual([]);
  expect(await bothHold('log', `${log.url}/log`, '--vkey', day.answers.vkey)).not.toEqual([]);
}, 60_000);

test('packed or not, kept books say the same', async () => {
  const opened = `select k.market_id, k.seq, k.bids, k.asks, k.receive_time, k.source_time, k.previous, k.hash from spot_book b cross join lateral spot_book_open(b) k order by k.market_id, k.seq`;
  const before = await rows(opened);
  expect(before.length).toBeGreaterThan(0);
  await bookPacking({ db: scene.server.db, clock: scene.clock, log: failingLog }).doAll();
  expect(await rows(opened)).toEqual(before);
  await audit();
});

test('a second start changes nothing', async () => {
  const before = await contents();
  await scene.end();
  expect(await migrate(url)).toEqual([]);
  await scene.start();
  expect(await contents()).toEqual(before);
  // Its calls were the ended process's.
  await log.close();
  await openLog();
});

/** One second with a tick, a mark and a deep book of the first market at this price. */
async function second(at: number): Promise<void> {
  scene.clock.advance(1_000);
  const { server, clock } = scene;
  const sourceTimeMs = clock.nowMs();
  server.tick({ symbol: 'btcusdt', sourceTimeMs, price: at, size: 0.5 });
  await server.mark('1', BigInt(Math.round(at * 100)) * 1_000_000n, false);
  server.book({ symbol: 'btcusdt', sourceTimeMs, bids: [[at - 0.01, 50]], asks: [[at, 50]] });
  await server.served();
  await server.settleOptions();
}

async function asked(name: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const answer = await scene.ask(scene.players[0]?.token, name, fields);
  expect({ name, ...answer }).toMatchObject({ code: 1 });
  return String(answer.data?.['order_id'] ?? answer.data?.['id']);
}

test('what was open goes on, and a new order and a new option are placed, filled and settled', async () => {
  const [player] = scene.players;
  if (!player) throw new Error('nobody is here');
  const [open] = await rows<{ id: string; price: string }>(
    `select id, limit_price as price from spot_order where member_id = ${player.id} and market_id = 1 and status = 1 order by id desc limit 1`,
  );
  const [running] = await rows<{ id: string }>(
    `select id from option_order where member_id = ${player.id} and outcome is null order by id desc limit 1`,
  );
  if (!open || !running) throw new Error('nothing was left open');
  const price = Number(open.price);
  await second(price + 1);
  expect(await rows(`select status, fills from spot_order where id = ${open.id}`)).toEqual([{ status: 1, fills: 0 }]);
  await second(price);
  expect(await rows(`select status, fills from spot_order where id = ${open.id}`)).toEqual([{ status: 2, fills: 1 }]);
  const bought = await asked('upbbbuy', { m_id: '1', type: '1', operate_type: '2', amount: '20' });
  const placed = await asked('creatorder', { m_id: '1', ctime: '30', ctzed: '20', buytype: '1' });
  for (let passed = 1; passed <= 120; passed += 1) await second(price + passed / 10);
  expect(await rows(`select outcome from option_order where id in (${running.id}, ${placed}) order by id`)).toEqual([
    { outcome: 'win' },
    { outcome: 'win' },
  ]);
  await log.follow();
  const given: readonly (readonly [KeptReceipts['kind'], string])[] = [
    ['fill', open.id],
    ['fill', bought],
    ['option', running.id],
    ['option', placed],
  ];
  await hold(
    await Promise.all(
      given.map(async ([kind, id]) => ({
        memberId: player.id,
        kind,
        id,
        list: await log.receipts(player.id, kind, id),
      })),
    ),
    day.answers.vkey,
  );
  await audit();
});

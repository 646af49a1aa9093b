import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amount } from '@plimsoll/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { move, plainPosting } from '../../apps/server/src/ledger/index.ts';
import { bookPacking } from '../../apps/server/src/features/spot/book-packing.ts';
import { sql } from '../../apps/server/src/platform/db.ts';
import { startPostgres, type Postgres } from '../../apps/server/src/platform/postgres/index.ts';
import { folderStore } from '../../apps/server/src/platform/uploads/index.ts';
import { makeDatabasesAt, testDatabase } from '../../apps/server/src/testing/database.ts';
import { openLogWorld, type LogWorld } from '../../apps/server/src/testing/log-world.ts';
import { ensureTemplate } from '../../apps/server/src/testing/template.ts';
import { failingLog } from '../../apps/server/src/testing/world-parts.ts';
import { readManifest } from './manifest.ts';
import { checkBackup, putBack } from './put-back.ts';
import { takeBackup } from './take.ts';
import { openVault } from './vault.ts';

// A backup taken after books were packed.

const TIMEOUT = 240_000;
const SECRET = 'of this test and of nothing else';
const USDT = '1';
const hasPython = spawnSync('python3', ['--version']).status === 0;
const VERIFIERS = ['verify.mjs', ...(hasPython ? ['verify.py'] : [])];
const folder = mkdtempSync(join(tmpdir(), 'plimsoll-packed-'));
let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres({ dir: join(folder, 'postgres') });
  makeDatabasesAt({ url: postgres.url, appUrl: postgres.appUrl, template: await ensureTemplate(postgres.url) });
}, TIMEOUT);
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}, TIMEOUT);

/** Buys from a new book around a whole price. @returns the order. */
async function buyAt(world: LogWorld, member: string, price: string): Promise<string> {
  const { clock, market, options } = world;
  const { spot } = options;
  clock.advance(2_000);
  market.setMark('btcusdt', price);
  market.setTick('btcusdt', price);
  market.setBook('btcusdt', {
    asks: [
      [`${price}.01`, '1'],
      [`${price}.02`, '5'],
    ],
    bids: [[price, '1']],
  });
  await spot.sweeper.settled();
  const placed = await spot.place(member, { m_id: '1', side: 'buy', mode: 'market', amount: amount('200') });
  if (!placed.ok) throw new Error(placed.refusal.reason);
  await spot.sweeper.settled();
  await world.follow();
  return String(placed.value.id);
}

/** Every fill of these orders holds for both verifiers, with its book, and the audit is clean. */
async function requireProven(world: LogWorld, member: string, orders: readonly string[]): Promise<void> {
  const vkey = await world.fileOf(await (await fetch(`${world.url}/log/vkey`)).text());
  for (const order of orders) {
    const receipts = await world.fileOf({ list: await world.receipts(member, 'fill', order) });
    const about = [receipts, '--vkey', vkey, '--log', `${world.url}/log`, '--member', member];
    for (const verifier of VERIFIERS)
      expect(await world.verify(verifier, 'receipt', ...about)).toMatchObject({ code: 0, wrong: undefined });
  }
  await world.audit();
}

const packed = ({ db, clock }: LogWorld) => bookPacking({ db, clock, log: failingLog }).doAll();
const books = sql<{ says: string; packed: string | null }>(
  'test.books',
  `select k::text as says, encode(b.packed, 'hex') as packed from spot_book b cross join lateral spot_book_open(b) k order by b.seq`,
);

test(
  'a backup taken after packing is put back packed: receipts, proofs and the audit hold, and packing goes on',
  { timeout: TIMEOUT },
  async () => {
    const world = await openLogWorld();
    const member = await world.options.staker('1000');
    await world.writer.submit(plainPosting, [
      {
        cause: { kind: 'demo-funding', id: 'funds' },
        actor: { kind: 'clock' },
        lines: [move({ house: 'outside', coinId: USDT }, { memberId: member, type: 1, coinId: USDT }, amount('5000'))],
      },
    ]);
    const orders: string[] = [];
    for (const price of ['100', '101', '102', '103']) orders.push(await buyAt(world, member, price));
    expect(await packed(world)).toBe(3);
    await requireProven(world, member, orders);
    const before = await world.db.run(books);
    expect(before.map(({ packed: bytes }) => bytes !== null)).toEqual([true, true, true, false]);

    const backup = join(folder, 'backup');
    const store = folderStore(join(folder, 'uploads'));
    const taking = {
      url: world.options.url,
      store,
      secret: SECRET,
      withSecret: false,
      folder: backup,
      program: 'test',
    };
    await takeBackup(taking);
    const kept = world.kept();
    await world.close({ keeps: true });

    const manifest = await readManifest(backup, SECRET);
    await checkBackup(backup, manifest);
    const target = await testDatabase('template0');
    await putBack(target.url, backup, manifest, { vault: openVault });
    expect(await target.db.run(books)).toEqual(before);
    await target.db.close();

    const restored = await openLogWorld({ copyOf: { ...kept, database: target.name } });
    try {
      expect(await restored.db.run(books)).toEqual(before);
      await requireProven(restored, member, orders);
      orders.push(await buyAt(restored, member, '104'));
      expect(await packed(restored)).toBe(1);
      await requireProven(restored, member, orders);
    } finally {
      await restored.close();
      rmSync(kept.folder, { recursive: true, force: true });
    }
  },
);

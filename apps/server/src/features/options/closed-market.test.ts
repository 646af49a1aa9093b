import { amount, rate } from '@plimsoll/money';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GroupedWriter, plainPosting } from '../../ledger/index.ts';
import { createMarket, seedCoins, seedMarkets, type MarketRoom } from '../../market/index.ts';
import { ManualClock } from '../../platform/clock.ts';
import { openDb, sql, type Db } from '../../platform/db.ts';
import { requireCleanAudit } from '../../testing/clean-audit.ts';
import { testDatabase, type TestDatabase } from '../../testing/index.ts';
import { optionAudits, OptionsService, seedOptionTerms } from './index.ts';
import { optionSettings } from '../../testing/option-settings.ts';
import { journalTo } from '../../testing/world-parts.ts';

// Disabling a market or a coin must not make open options void.

const SETTLED = sql<{ status: number; outcome: string | null }>(
  'closed.settled',
  'select status, outcome from option_order order by id',
);
const SOON = { timeout: 20_000 };
const log = {
  info() {},
  error(details: object, message: string) {
    throw new Error(message, { cause: details });
  },
};

let database: TestDatabase;
let db: Db;
let connection: Db;
let clock: ManualClock;
let writer: GroupedWriter;
let room: MarketRoom;
let service: OptionsService;
let memberId: string;

function open(): void {
  room = createMarket({
    db,
    clock,
    config: { kind: 'simulated', rate: 2, seed: 'tide' },
    log,
    freshSeconds: () => 5,
    spotFee: () => rate('0.001'),
  });
  service = new OptionsService({
    db,
    market: room.data,
    tape: room.tape,
    marks: room.marks,
    writer,
    settling: writer,
    clock,
    log,
    settings: optionSettings(),
  });
}
async function begin(): Promise<void> {
  open();
  await room.start();
  await service.refreshTerms();
  clock.advance(1_000);
}
/** Advances by half seconds, reading the catalogue. */
async function pass(seconds: number): Promise<void> {
  for (let half = 0; half < seconds * 2; half += 1) {
    clock.advance(500);
    await db.run(SETTLED);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}
async function place(symbol: string): Promise<void> {
  const result = await service.place(memberId, {
    m_id: room.data.bySymbol(symbol)?.id ?? '',
    ctime: '30',
    ctzed: amount('100'),
    buytype: '1',
  });
  expect(result).toMatchObject({ ok: true });
}

beforeEach(async () => {
  database = await testDatabase();
  ({ db } = database);
  clock = new ManualClock(Date.UTC(2026, 10, 20, 13, 7, 21));
  await seedCoins(db);
  await seedMarkets(db);
  await seedOptionTerms(db, clock.nowMs());
  await db.run(sql<never>('closed.few', `update market set enabled = symbol in ('btcusdt', 'ethusdt')`));
  connection = openDb(database.url, { connections: 1 });
  writer = new GroupedWriter({ connection, db, clock });
  const [member] = await db.run(
    sql<{ id: string }>(
      'closed.member',
      `insert into member (username, password_hash, invite_code, created_at) values ('m', '-', 'AAAAAAAA', now()) returning id`,
    ),
  );
  memberId = member?.id ?? '';
  await begin();
  const coinId = room.data.coins().find(({ title }) => title === 'USDT')?.id ?? '';
  await writer.submit(plainPosting, [
    journalTo('closed', { memberId, type: 2, coinId }, '1000'),
    journalTo('closed', { house: 'options', coinId }, '1000'),
  ]);
});
afterEach(async () => {
  await room.stop();
  await writer.drained();
  await connection.close();
  await database.drop();
});

test.each([
  ['its market', `update market set enabled = false where symbol = 'btcusdt'`],
  ['its coin', `update coin set enabled = false where title = 'BTC'`],
  ['USDT itself', `update coin set enabled = false where title = 'USDT'`],
])(
  'an option ends by the price of its moment though %s was disabled meanwhile, and no new one is placed there',
  async (_what, disable) => {
    const marketId = room.data.bySymbol('btcusdt')?.id ?? '';
    await place('btcusdt');
    await db.run(sql<never>(`closed.${disable.length}`, disable));
    await pass(3);
    await vi.waitFor(() => expect(room.data.bySymbol('btcusdt')).toBeUndefined(), SOON);
    expect(
      await service.place(memberId, { m_id: marketId, ctime: '30', ctzed: amount('10'), buytype: '1' }),
    ).toMatchObject({ ok: false });
    expect(await service.config(memberId)).toMatchObject({ coinname: 'USDT' });
    await pass(30);
    expect(await service.settler.settleAll()).toBe(1);
    expect(await db.run(SETTLED)).toEqual([
      { status: 2, outcome: expect.stringMatching(/^(win|lose|tie)$/) as string },
    ]);
    expect(room.health().quarantined).toEqual({});
    await requireCleanAudit(db, optionAudits);
    const ticks = sql<{ count: string }>(
      'closed.count',
      `select count(*) from tick t join market m on m.id = t.market_id where m.symbol = 'btcusdt'`,
    );
    // After the last option ended, listening ends as soon as that is noticed.
    await vi.waitFor(async () => {
      await pass(5);
      await room.tape.complete();
      const [before] = await db.run(ticks);
      await pass(5);
      await room.tape.complete();
      expect(await db.run(ticks)).toEqual([before]);
    }, SOON);
  },
);

test('likewise after a restart', async () => {
  await place('btcusdt');
  await db.run(sql<never>('closed.again', `update market set enabled = false where symbol = 'btcusdt'`));
  await pass(3);
  await vi.waitFor(() => expect(room.data.bySymbol('btcusdt')).toBeUndefined(), SOON);
  await room.stop();
  clock.advance(2_000);
  await begin();
  expect(room.data.bySymbol('btcusdt')).toBeUndefined();
  await pass(27);
  expect(await service.settler.settleAll()).toBe(1);
  expect((await db.run(SETTLED))[0]?.outcome).toMatch(/^(win|lose|tie)$/);
  await db.run(sql<never>('closed.back', `update market set enabled = true where symbol = 'btcusdt'`));
  await pass(3);
  await vi.waitFor(() => expect(room.data.bySymbol('btcusdt')).toBeDefined(), SOON);
  await vi.waitFor(
    () => expect(room.data.candles(room.data.bySymbol('btcusdt')?.id ?? '', '1mon', 200)).toHaveLength(200),
    SOON,
  );
  await requireCleanAudit(db, optionAudits);
});

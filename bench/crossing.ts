import { amount, price, rate } from '@plimsoll/money';
import { spotAudits, SpotService } from '../apps/server/src/features/spot/index.ts';
import { auditLedger, GroupedWriter, move, plainPosting, type Account } from '../apps/server/src/ledger/index.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { openDb, sql } from '../apps/server/src/platform/db.ts';
import { ManualMarket } from '../apps/server/src/testing/manual-market.ts';
import { keepBefore, keepChanges, changeAtOnce, forgetCopies } from './crossing/bare-statement.ts';
import { ratioFigure, type Figure } from './measure/figure.ts';
import { onOwnDatabase, type OwnDatabase } from './measure/own-database.ts';
import { bench, say } from './measure/run.ts';
import { inTempFolder } from './measure/temp-folder.ts';

// Ten thousand resting limit orders crossed by one book, from its arrival to the last commit, against one bare SQL
// statement that changes the same rows on copies of the tables with the same indexes and checks.

const ORDERS = 10_000;
const MEMBERS = 100;
const ROUNDS = 5;
/** Longer than the bench takes, so that prices stay fresh. */
const FRESH_SECONDS = 600;

const coinIds = sql<{ id: string; title: string; decimals: number }>(
  'bench.coins',
  'select id, title, decimals from coin order by sort',
);
const addMember = sql<{ id: string }>(
  'bench.addMember',
  `insert into member (username, password_hash, invite_code, created_at) values ($1, '-', $2, now()) returning id`,
);
const openOrders = sql<{ count: number }>(
  'bench.openOrders',
  'select count(*)::int as count from spot_order where status = 1',
);

interface Stage {
  readonly market: ManualMarket;
  readonly spot: SpotService;
  readonly members: readonly string[];
}

async function setStage({ db, owner }: OwnDatabase, writer: GroupedWriter): Promise<Stage> {
  const coins = await db.run(coinIds);
  const market = new ManualMarket({ clock: systemClock, coins, freshSeconds: FRESH_SECONDS });
  const members: string[] = [];
  for (let n = 0; n < MEMBERS; n += 1) {
    const [row] = await owner.run(addMember, [`bench${n}`, String(n).padStart(8, 'A')]);
    if (row) members.push(row.id);
  }
  // The kind separates these journals from those of trades.
  const granted = (to: Account, name: string) => ({
    cause: { kind: 'house' in to ? ('house-funding' as const) : ('demo-funding' as const), id: name },
    actor: { kind: 'clock' as const },
    lines: [move({ house: 'outside', coinId: to.coinId }, to, amount('1000000000'))],
  });
  const usdt = market.bySymbol('btcusdt')?.quote.id ?? '';
  await writer.submit(plainPosting, [
    ...coins.map(({ id, title }) => granted({ house: 'spot', coinId: id }, `spot.${title}`)),
    ...members.map((memberId) => granted({ memberId, type: 1, coinId: usdt }, memberId)),
  ]);
  const log = {
    error: (details: object, message: string) => {
      throw new Error(`${message}: ${JSON.stringify(details)}`);
    },
  };
  const settings = {
    freshSeconds: () => FRESH_SECONDS,
    spotFee: () => rate('0.001'),
    maxOpenOrders: () => null,
    depthRecovery: () => 0.001,
    priceBand: () => rate('0.5'),
    limits: () => ({ position: amount('100000000000000000'), memberMinute: amount('100000000000000000') }),
  };
  const spot = new SpotService({ db, market, writer, clock: systemClock, log, settings });
  market.setTick('btcusdt', '25000');
  spot.sweeper.start();
  return { market, spot, members };
}

async function rest({ market, spot, members }: Stage): Promise<void> {
  market.setBook('btcusdt', { asks: [['26000', '1']] });
  await spot.sweeper.settled();
  const results = await Promise.all(
    Array.from({ length: ORDERS }, (_, n) =>
      spot.place(members[n % MEMBERS] ?? '', {
        m_id: '1',
        side: 'buy',
        mode: 'limit',
        price: price(String(25_000 - n / 100)),
        num: amount('0.01'),
      }),
    ),
  );
  if (results.some((result) => !result.ok)) throw new Error('an order was refused');
}

async function cross({ market, spot }: Stage): Promise<number> {
  const startMs = performance.now();
  market.setBook('btcusdt', {
    asks: [
      ['24000', '150'],
      ['24500', '1000000'],
    ],
  });
  await spot.sweeper.settled();
  return performance.now() - startMs;
}

async function measure(database: OwnDatabase): Promise<Figure[]> {
  const { url, db, owner } = database;
  const connection = openDb(url, { connections: 1 });
  try {
    const writer = new GroupedWriter({ connection, db, clock: systemClock });
    const stage = await setStage(database, writer);
    const times = { crossing: [] as number[], bare: [] as number[] };
    for (let round = 1; round <= ROUNDS; round += 1) {
      await rest(stage);
      await keepBefore(owner);
      times.crossing.push(await cross(stage));
      const [left] = await db.run(openOrders);
      if (left?.count !== 0) throw new Error(`${left?.count} orders were not filled`);
      await keepChanges(owner);
      const { rows, tookMs } = await changeAtOnce(owner);
      times.bare.push(tookMs);
      await forgetCopies(owner);
      say(
        `round ${round}: crossing ${Math.round(times.crossing.at(-1) ?? 0)} ms, one statement for the same ${rows} rows ${Math.round(tookMs)} ms`,
      );
    }
    await stage.spot.sweeper.stop();
    const audit = await auditLedger(db, spotAudits);
    if (!audit.ok) throw new Error('the audit is off');
    say(`audit clean: ${audit.checks.length} checks`);
    const ms = (value: number) => `${Math.round(value)} ms`;
    return [
      ratioFigure(
        `${ORDERS} resting orders crossed by one book, to the last commit`,
        { values: times.crossing, text: ms },
        { values: times.bare, text: (value) => `one bare statement, ${ms(value)}` },
        { atMost: 4 },
      ),
    ];
  } finally {
    await connection.close();
  }
}

await bench('resting orders crossed by one book', () => inTempFolder((folder) => onOwnDatabase(folder, measure)));

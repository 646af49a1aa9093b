import { amount, format, rate } from '@plimsoll/money';
import { balancesOf, GroupedWriter, move, plainPosting } from '../ledger/index.ts';
import { SpotService, spotAudits } from '../features/spot/index.ts';
import type { Coin } from '../market/index.ts';
import { ManualClock } from '../platform/clock.ts';
import { amountOf, id, int, priceOf, text } from '../platform/db-columns.ts';
import { rowsOf } from '../platform/db-rows.ts';
import { openDb, type Db } from '../platform/db.ts';
import { requireCleanAudit } from './clean-audit.ts';
import { testDatabase } from './database.ts';
import { ManualMarket } from './manual-market.ts';
import { failingLog } from './world-parts.ts';

const START_MS = Date.UTC(2026, 0, 5, 12);

const COINS = rowsOf({ id: id('coin'), title: text, decimals: int });
const insertCoins = {
  name: 'world.coins',
  text: `insert into coin (${COINS.columns}, sort) select t.*, id from ${COINS.unnest('t', 1)}`,
};
const MARKETS = rowsOf({
  id: id('market'),
  symbol: text,
  baseCoin: id('coin'),
  quoteCoin: id('coin'),
  min: amountOf,
  step: amountOf,
  priceStep: priceOf,
});
const insertMarkets = {
  name: 'world.markets',
  text: `insert into market (${MARKETS.columns}) select * from ${MARKETS.unnest('t', 1)}`,
};
const insertMember = {
  name: 'world.member',
  text: `insert into member (username, password_hash, invite_code, created_at) values ($1, '-', $2, now()) returning id`,
};

/** What is left of a world closed with `keeps`: {@link openTradingWorld} goes on in a copy of it. */
export interface KeptWorld {
  readonly database: string;
  readonly nowMs: number;
  readonly lastSeq: number;
}

/** Spot with prices set by hand, on a separate database. */
export interface TradingWorld {
  readonly clock: ManualClock;
  readonly market: ManualMarket;
  readonly service: SpotService;
  readonly writer: GroupedWriter;
  readonly db: Db;
  readonly url: string;
  /** Makes a member with these funds. */
  member(funds: Readonly<Record<string, string>>): Promise<string>;
  /** `{ BTC: '1.00000000', … }`: funds, frozen parts as `BTC frozen`, zeros left out. */
  balances(memberId: string): Promise<Record<string, string>>;
  /** Throws unless ledger and spot add up. */
  audit(): Promise<void>;
  /** What the world is kept as. */
  kept(): KeptWorld;
  /** Removes the database too, unless it is to be copied. */
  close(how?: { readonly keeps: boolean }): Promise<void>;
}

/** What {@link openTradingWorld} may be given. */
export interface TradingWorldOptions {
  /** What house account `spot` has of every coin. */
  readonly house?: string;
  readonly maxOpenOrders?: number | null;
  /** `price_band`; unlimited by default. */
  readonly priceBand?: string;
  /** The fee as a share of fills; a thousandth by default. Read each time. */
  readonly spotFee?: () => string;
  /** House and member limits in USDT; unlimited by default. Read each time. */
  readonly limits?: () => { readonly position: string; readonly memberMinute: string };
  /** Goes on in a copy of a world, instead of a new one. */
  readonly copyOf?: KeptWorld | undefined;
  /** Other coins than the manual market's own. */
  readonly coins?: readonly Coin[];
}

/** Opens a {@link TradingWorld}. */
export async function openTradingWorld({
  house = '1000000000',
  maxOpenOrders = null,
  coins: given,
  copyOf,
  priceBand = '1000000000000',
  spotFee = () => '0.001',
  limits = () => ({ position: '100000000000000000', memberMinute: '100000000000000000' }),
}: TradingWorldOptions = {}): Promise<TradingWorld> {
  const database = await testDatabase(copyOf?.database);
  const { db, url } = database;
  const clock = new ManualClock(copyOf?.nowMs ?? START_MS);
  const market = new ManualMarket({ clock, db, lastSeq: copyOf?.lastSeq ?? 0, ...(given ? { coins: given } : {}) });
  const owner = openDb(url, { connections: 1, role: null });
  if (!copyOf) await storeCatalogue(owner, market);
  const connection = openDb(url, { connections: 1 });
  const writer = new GroupedWriter({ connection, db, clock });
  const coins = market.coins();
  if (!copyOf) await fundHouse(writer, coins, house);
  const service = new SpotService({
    db,
    market,
    writer,
    clock,
    log: failingLog,
    settings: {
      freshSeconds: () => 5,
      spotFee: () => rate(spotFee()),
      maxOpenOrders: () => maxOpenOrders,
      depthRecovery: () => 30,
      priceBand: () => rate(priceBand),
      limits: () => ({ position: amount(limits().position), memberMinute: amount(limits().memberMinute) }),
    },
  });
  service.sweeper.start();

  return {
    clock,
    market,
    service,
    writer,
    db,
    url,
    member: memberMaker(owner, writer, coins),
    balances: (memberId) => fundsOf(db, memberId, coins),
    audit: () => requireCleanAudit(db, spotAudits),
    kept: () => ({ database: database.name, nowMs: clock.nowMs(), lastSeq: market.lastSeq }),
    async close({ keeps } = { keeps: false }) {
      await service.sweeper.stop();
      await writer.drained();
      await connection.close();
      await owner.close();
      await (keeps ? db.close() : database.drop());
    },
  };
}

const fundHouse = (writer: GroupedWriter, coins: readonly Coin[], house: string) =>
  writer.submit(
    plainPosting,
    coins.map(({ id: coinId, title }) => ({
      cause: { kind: 'house-funding', id: `spot.${title}` },
      actor: { kind: 'clock' as const },
      lines: [move({ house: 'outside', coinId }, { house: 'spot', coinId }, amount(house))],
    })),
  );

async function storeCatalogue(owner: Db, market: ManualMarket): Promise<void> {
  await owner.run(insertCoins, COINS.arrays(market.coins()));
  const rows = MARKETS.arrays(market.list(), (each) => ({
    ...each,
    baseCoin: each.base.id,
    quoteCoin: each.quote.id,
  }));
  await owner.run(insertMarkets, rows);
}

function memberMaker(owner: Db, writer: GroupedWriter, coins: readonly Coin[]): TradingWorld['member'] {
  let members = 0;
  return async (funds) => {
    members += 1;
    const [row] = await owner.run<{ id: string }>(insertMember, [`member${members}`, String(members).padStart(8, 'A')]);
    const memberId = row?.id ?? '';
    const journals = Object.entries(funds).map(([title, quantity]) => {
      const coinId = coins.find((coin) => coin.title === title)?.id ?? '';
      return {
        cause: { kind: 'demo-funding' as const, id: `${memberId}.${title}` },
        actor: { kind: 'clock' as const },
        lines: [move({ house: 'outside' as const, coinId }, { memberId, type: 1, coinId }, amount(quantity))],
      };
    });
    if (journals.length > 0) await writer.submit(plainPosting, journals);
    return memberId;
  };
}

async function fundsOf(db: Db, memberId: string, coins: readonly Coin[]): Promise<Record<string, string>> {
  const funds: Record<string, string> = {};
  for (const { coinId, available, frozen } of await balancesOf(db, memberId)) {
    const title = coins.find((coin) => coin.id === coinId)?.title ?? '';
    if (available !== 0n) funds[title] = format(available);
    if (frozen !== 0n) funds[`${title} frozen`] = format(frozen);
  }
  return funds;
}

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
  text: `insert into member (username, password_hash, invit, created_at) values ($1, '-', $2, now()) returning id`,
};

/** A service with prices set by hand, on a database of its own. */
export interface TradingWorld {
  readonly clock: ManualClock;
  readonly market: ManualMarket;
  readonly service: SpotService;
  readonly writer: GroupedWriter;
  readonly db: Db;
  readonly url: string;
  /** Makes a member with so much of each coin in funds. */
  member(funds: Readonly<Record<string, string>>): Promise<string>;
  /** `{ BTC: '1.00000000', … }`: what is available in funds, and what is frozen under `BTC frozen`, zeros left out. */
  balances(memberId: string): Promise<Record<string, string>>;
  /** Throws unless ledger and spot add up. */
  audit(): Promise<void>;
  close(): Promise<void>;
}

interface TradingWorldOptions {
  /** What the spot account has of every coin. */
  readonly house?: string;
  readonly maxOpenOrders?: number | null;
  /** How far through the book a limit may be; anywhere unless set. */
  readonly priceBand?: string;
  /**
   * What the house takes on in a coin, and a member deals for in a minute, in USDT; anything unless set. Asked each
   * time.
   */
  readonly limits?: () => { readonly position: string; readonly memberMinute: string };
  /** Other coins than the manual market's own. */
  readonly coins?: readonly Coin[];
}

/** Opens a {@link TradingWorld}. */
export async function openTradingWorld({
  house = '1000000000',
  maxOpenOrders = null,
  coins: given,
  priceBand = '1000000000000',
  limits = () => ({ position: '100000000000000000', memberMinute: '100000000000000000' }),
}: TradingWorldOptions = {}): Promise<TradingWorld> {
  const database = await testDatabase();
  const { db, url } = database;
  const clock = new ManualClock(START_MS);
  const market = new ManualMarket({ clock, db, ...(given ? { coins: given } : {}) });
  const owner = openDb(url, { connections: 1, role: null });
  const coins = market.coins();
  await owner.run(insertCoins, COINS.arrays(coins));
  const rows = MARKETS.arrays(market.list(), (each) => ({
    ...each,
    baseCoin: each.base.id,
    quoteCoin: each.quote.id,
  }));
  await owner.run(insertMarkets, rows);
  const connection = openDb(url, { connections: 1 });
  const writer = new GroupedWriter({ connection, db, clock });
  await writer.submit(
    plainPosting,
    coins.map((coin) => ({
      cause: { kind: 'house-funding', id: `spot.${coin.title}` },
      actor: { kind: 'clock' as const },
      lines: [move({ house: 'outside', coinId: coin.id }, { house: 'spot', coinId: coin.id }, amount(house))],
    })),
  );
  const service = new SpotService({
    market,
    writer,
    clock,
    log: {
      error: (details, message) => {
        throw new Error(`${message}: ${JSON.stringify(details)}`);
      },
    },
    settings: {
      freshSeconds: () => 5,
      spotFee: () => rate('0.001'),
      maxOpenOrders: () => maxOpenOrders,
      depthRecovery: () => 30,
      priceBand: () => rate(priceBand),
      limits: () => ({ position: amount(limits().position), memberMinute: amount(limits().memberMinute) }),
    },
  });
  service.sweeper.start();
  let members = 0;

  return {
    clock,
    market,
    service,
    writer,
    db,
    url,
    async member(funds) {
      members += 1;
      const [row] = await owner.run<{ id: string }>(insertMember, [
        `member${members}`,
        String(members).padStart(8, 'A'),
      ]);
      const memberId = row?.id ?? '';
      const journals = Object.entries(funds).map(([title, quantity]) => {
        const coinId = coins.find((coin) => coin.title === title)?.id ?? '';
        return {
          cause: { kind: 'test-funding' as const, id: `${memberId}.${title}` },
          actor: { kind: 'clock' as const },
          lines: [move({ house: 'outside' as const, coinId }, { memberId, type: 1, coinId }, amount(quantity))],
        };
      });
      if (journals.length > 0) await writer.submit(plainPosting, journals);
      return memberId;
    },
    async balances(memberId) {
      const title = (coinId: string) => coins.find((coin) => coin.id === coinId)?.title ?? '';
      const held = await balancesOf(db, memberId);
      return Object.fromEntries(
        held.flatMap(
          ({ coinId, available, frozen }) =>
            [
              ...(available === 0n ? [] : [[title(coinId), format(available)]]),
              ...(frozen === 0n ? [] : [[`${title(coinId)} frozen`, format(frozen)]]),
            ] as [string, string][],
        ),
      );
    },
    audit: () => requireCleanAudit(db, spotAudits),
    async close() {
      await service.sweeper.stop();
      await writer.drained();
      await connection.close();
      await owner.close();
      await database.drop();
    },
  };
}

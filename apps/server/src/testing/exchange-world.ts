import type { AccountType, Settings } from '@plimsoll/contract';
import { format, midPrice, price, rate } from '@plimsoll/money';
import { assetsAudits, assetsRoutes } from '../features/assets/index.ts';
import { exchangeAudits, exchangeRoutes } from '../features/exchange/index.ts';
import { spotAudits, spotRoutes } from '../features/spot/index.ts';
import { plainPosting } from '../ledger/index.ts';
import type { Coin } from '../market/index.ts';
import { sql } from '../platform/db.ts';
import { Sessions } from '../platform/sessions.ts';
import { requireCleanAudit } from './clean-audit.ts';
import { testHttp, type TestAnswer, type TestHttp } from './http.ts';
import { testPlans } from './plans.ts';
import { testSecurity } from './security.ts';
import { openTradingWorld, type TradingWorld } from './trading-world.ts';
import { dataOf, demoMembership, demoSettings, holdingOf, journalTo, withKey } from './world-parts.ts';

/** Of every member here. */
export const PAY_PASSWORD = 'Anchor7down';

/** The flash exchange over HTTP, with books set by hand: a bitcoin is 100 USDT, an ether 10 USDT and 0.1 bitcoin. */
export interface ExchangeWorld {
  readonly world: TradingWorld;
  readonly http: TestHttp;
  /** Switches and spread in force, changeable. */
  readonly set: { switches: Partial<Settings>; spread: string };
  /** Sets a book of one level each side, a tick at the bid, and a mark in the middle. */
  book(symbol: string, bid: string, ask: string, size?: string): void;
  /** Sets all three markets to their initial, fresh prices. */
  refresh(): void;
  /** A logged-in member with {@link PAY_PASSWORD} and these amounts: `{ 'USDT 1': '100' }`. */
  member(holdings?: Readonly<Record<string, string>>): Promise<{ readonly id: string; readonly token: string }>;
  /** Asks for an exchange once all marks are on the tape. */
  exchange(token: string, fields: Readonly<Record<string, unknown>>, key?: string): Promise<TestAnswer>;
  /** Available balances of an account, by coin. */
  balances(token: string, type?: AccountType): Promise<Record<string, string>>;
  audit(): Promise<void>;
  close(): Promise<void>;
}

const setPayPassword = sql<never>('testing.setPayPassword', 'update member set pay_password_hash = $2 where id = $1');

/** Opens an {@link ExchangeWorld}. */
export async function openExchangeWorld({
  house,
  coins,
  limits,
}: {
  house?: string;
  coins?: readonly Coin[];
  limits?: () => { readonly position: string; readonly memberMinute: string };
} = {}): Promise<ExchangeWorld> {
  const world = await openTradingWorld({
    ...(house === undefined ? {} : { house }),
    ...(coins ? { coins } : {}),
    ...(limits ? { limits } : {}),
  });
  const { db, market, service } = world;
  const set: ExchangeWorld['set'] = { switches: {}, spread: '0.002' };
  const http = exchangeHttp(world, set);
  const prices = pricesOf(world);
  prices.refresh();
  return {
    world,
    http,
    set,
    ...prices,
    async member(holdings = {}) {
      const made = await http.newMember();
      await db.run(setPayPassword, [made.id, `plain ${PAY_PASSWORD}`]);
      const journals = Object.entries(holdings).map(([name, quantity]) =>
        journalTo(`${made.id}.${name.replace(' ', '.')}`, { memberId: made.id, ...holdingOf(name) }, quantity),
      );
      if (journals.length > 0) await world.writer.submit(plainPosting, journals);
      return made;
    },
    async exchange(token, fields, key) {
      await market.keep();
      // Resting orders meet each book first.
      await service.sweeper.settled();
      return http.call(
        'exchangeCoin',
        { type: '1', paypassword: PAY_PASSWORD, ...fields },
        { token, json: true, ...withKey(key) },
      );
    },
    async balances(token, type = 1) {
      const offered = await dataOf(http, 'getCanExchangeCoin', { type }, { token });
      return Object.fromEntries(offered.map(({ title, balance }) => [title, balance]));
    },
    audit: () => requireCleanAudit(db, [...assetsAudits, ...exchangeAudits, ...spotAudits]),
    async close() {
      await http.app.close();
      await world.close();
    },
  };
}

function exchangeHttp({ db, market, clock, writer, service }: TradingWorld, set: ExchangeWorld['set']): TestHttp {
  const settings = demoSettings(() => set.switches);
  const sessions = new Sessions(db, clock);
  const { payments } = demoMembership({ db, clock, sessions, settings, security: testSecurity(db, clock) });
  return testHttp({
    db,
    clock,
    settings,
    sessions,
    routes: [
      ...assetsRoutes({ db, market, writer, clock, settings, plans: testPlans(clock) }),
      ...spotRoutes({ db, market, service, plans: testPlans(clock) }),
      ...exchangeRoutes({
        db,
        market,
        writer,
        clock,
        payments,
        books: service.books,
        depth: service.depth,
        limits: service.limits,
        settings: { freshSeconds: () => 5, spread: () => rate(set.spread) },
      }),
    ],
  });
}

function pricesOf({ market, clock }: TradingWorld): Pick<ExchangeWorld, 'book' | 'refresh'> {
  const book: ExchangeWorld['book'] = (symbol, bid, ask, size = '1000000') => {
    market.setTick(symbol, bid);
    market.setMark(symbol, format(midPrice(price(bid), price(ask))));
    market.setBook(symbol, { bids: [[bid, size]], asks: [[ask, size]] });
  };
  return {
    book,
    refresh() {
      // Long enough for the depth memory to recover.
      clock.advance(900_000);
      book('btcusdt', '99.9', '100.1');
      book('ethusdt', '9.99', '10.01');
      book('ethbtc', '0.0999', '0.1001');
    },
  };
}

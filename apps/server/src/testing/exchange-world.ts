import type { AccountType, Answer, Settings } from '@plimsoll/contract';
import { amount, format, midPrice, price, rate } from '@plimsoll/money';
import { assetsAudits, assetsRoutes } from '../features/assets/index.ts';
import { exchangeAudits, exchangeRoutes } from '../features/exchange/index.ts';
import { createMembership } from '../features/membership/index.ts';
import { defaultSettings } from '../features/site/index.ts';
import { spotAudits, spotRoutes } from '../features/spot/index.ts';
import { move, plainPosting } from '../ledger/index.ts';
import type { Coin } from '../market/index.ts';
import { sql } from '../platform/db.ts';
import { Sessions } from '../platform/sessions.ts';
import { requireCleanAudit } from './clean-audit.ts';
import { testHttp, type TestAnswer, type TestHttp } from './http.ts';
import { testSecurity } from './security.ts';
import { openTradingWorld, type TradingWorld } from './trading-world.ts';
import { COIN } from './wallet-world.ts';

/** Of every member here. */
export const PAY_PASSWORD = 'Anchor7down';

/**
 * The flash exchange over HTTP, with books set by hand: a bitcoin is 100 USDT in the middle, an ether 10, and 0.1
 * bitcoin.
 */
export interface ExchangeWorld {
  readonly world: TradingWorld;
  readonly http: TestHttp;
  /** The switches in force, and the spread; set them as a test needs. */
  readonly set: { switches: Partial<Settings>; spread: string };
  /**
   * Puts a book with these prices and this size at each (plenty) in place, a tick at the bid, and a mark in the middle.
   */
  book(symbol: string, bid: string, ask: string, size?: string): void;
  /** All three markets as the world begins, fresh again. */
  refresh(): void;
  /** A member who is logged in, with {@link PAY_PASSWORD} and these amounts: `{ 'USDT 1': '100' }`. */
  member(holdings?: Readonly<Record<string, string>>): Promise<{ readonly id: string; readonly token: string }>;
  /** Asks for an exchange, once every mark that was set is on the tape. */
  exchange(token: string, fields: Readonly<Record<string, unknown>>, key?: string): Promise<TestAnswer>;
  /** What is available in one of a member's accounts, by coin. */
  balances(token: string, type?: AccountType): Promise<Record<string, string>>;
  audit(): Promise<void>;
  close(): Promise<void>;
}

const setPayPassword = sql<never>('testing.setPayPassword', 'update member set pay_password_hash = $2 where id = $1');

/** Opens an {@link ExchangeWorld}; hashing takes no time here. */
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
  const { db, market, clock, writer, service } = world;
  const set = { switches: {} as Partial<Settings>, spread: '0.002' };
  const settings = () => ({ ...defaultSettings({ mode: 'demo', isDemoFeed: true }), ...set.switches });
  const sessions = new Sessions(db, clock);
  const { payments } = createMembership({
    db,
    clock,
    sessions,
    settings,
    mode: 'demo',
    mailer: { send: () => {}, settled: async () => {} },
    security: testSecurity(db, clock),
    passwords: {
      hash: async (password) => `plain ${password}`,
      verify: async (stored, password) => stored === `plain ${password}`,
    },
  });
  const http = testHttp({
    db,
    clock,
    settings,
    sessions,
    routes: [
      ...assetsRoutes({ db, market, writer, clock, settings }),
      ...spotRoutes({ db, market, service }),
      ...exchangeRoutes({
        db,
        market,
        writer,
        clock,
        payments,
        depth: service.depth,
        limits: service.limits,
        settings: { freshSeconds: () => 5, spread: () => rate(set.spread) },
      }),
    ],
  });
  const book = (symbol: string, bid: string, ask: string, size = '1000000') => {
    market.setTick(symbol, bid);
    market.setMark(symbol, format(midPrice(price(bid), price(ask))));
    market.setBook(symbol, { bids: [[bid, size]], asks: [[ask, size]] });
  };
  const refresh = () => {
    // Long enough for all that was taken before to have come back.
    clock.advance(900_000);
    book('btcusdt', '99.9', '100.1');
    book('ethusdt', '9.99', '10.01');
    book('ethbtc', '0.0999', '0.1001');
  };
  refresh();
  return {
    world,
    http,
    set,
    book,
    refresh,
    async member(holdings = {}) {
      const made = await http.newMember();
      await db.run(setPayPassword, [made.id, `plain ${PAY_PASSWORD}`]);
      const journals = Object.entries(holdings).map(([key, quantity]) => {
        const [title, digit] = key.split(' ') as [keyof typeof COIN, string];
        const account = { memberId: made.id, type: digit === '2' ? (2 as const) : (1 as const), coinId: COIN[title] };
        return {
          cause: { kind: 'demo-funding' as const, id: `${made.id}.${digit}.${title}` },
          actor: { kind: 'clock' as const },
          lines: [move({ house: 'outside', coinId: account.coinId }, account, amount(quantity))],
        };
      });
      if (journals.length > 0) await writer.submit(plainPosting, journals);
      return made;
    },
    async exchange(token, fields, key) {
      await market.keep();
      return http.call(
        'exchangeCoin',
        { type: '1', paypassword: PAY_PASSWORD, ...fields },
        { token, json: true, ...(key === undefined ? {} : { key }) },
      );
    },
    async balances(token, type = 1) {
      const { data } = await http.call('getCanExchangeCoin', { type }, { token });
      return Object.fromEntries((data as Answer<'getCanExchangeCoin'>).map(({ title, balance }) => [title, balance]));
    },
    audit: () => requireCleanAudit(db, [...assetsAudits, ...exchangeAudits, ...spotAudits]),
    async close() {
      await http.app.close();
      await world.close();
    },
  };
}

import type { AccountType, Settings } from '@plimsoll/contract';
import { assetsAudits, assetsRoutes } from '../features/assets/index.ts';
import { spotAudits, spotRoutes } from '../features/spot/index.ts';
import { plainPosting } from '../ledger/index.ts';
import { requireCleanAudit } from './clean-audit.ts';
import { testHttp, type TestHttp } from './http.ts';
import { testPlans } from './plans.ts';
import { openTradingWorld, type TradingWorld } from './trading-world.ts';
import { COIN, demoSettings, holdingOf, journalTo } from './world-parts.ts';

export { COIN };

/**
 * Members' wallets over HTTP, on a database of their own, with prices set by hand: a bitcoin is 100 USDT, an ether 10.
 */
export interface WalletWorld {
  readonly world: TradingWorld;
  readonly http: TestHttp;
  /** The switches in force; set them as a test needs. */
  readonly switches: Partial<Settings>;
  /** A member who is logged in and has these amounts, by coin and account type: `{ 'USDT 1': '100' }`. */
  member(
    holdings?: Readonly<Partial<Record<Holding, string>>>,
  ): Promise<{ readonly id: string; readonly token: string }>;
  /** Throws unless ledger, spot and own transfers add up. */
  audit(): Promise<void>;
  close(): Promise<void>;
}

/** A coin in one of the accounts: `BTC 1`. */
type Holding = `${keyof typeof COIN} ${AccountType}`;

/** Opens a {@link WalletWorld}. */
export async function openWalletWorld(): Promise<WalletWorld> {
  const world = await openTradingWorld();
  const { db, market, clock, writer, service } = world;
  const switches: Partial<Settings> = {};
  const settings = demoSettings(() => switches);
  const http = testHttp({
    db,
    clock,
    settings,
    routes: [
      ...assetsRoutes({ db, market, writer, clock, settings, plans: testPlans(clock) }),
      ...spotRoutes({ db, market, service, plans: testPlans(clock) }),
    ],
  });
  market.setTick('btcusdt', '100');
  market.setTick('ethusdt', '10');
  return {
    world,
    http,
    switches,
    async member(holdings = {}) {
      const made = await http.newMember();
      const journals = Object.entries(holdings).map(([name, quantity]) =>
        journalTo(`${made.id}.${name.replace(' ', '.')}`, { memberId: made.id, ...holdingOf(name) }, quantity),
      );
      if (journals.length > 0) await writer.submit(plainPosting, journals);
      return made;
    },
    audit: () => requireCleanAudit(db, [...assetsAudits, ...spotAudits]),
    async close() {
      await http.app.close();
      await world.close();
    },
  };
}

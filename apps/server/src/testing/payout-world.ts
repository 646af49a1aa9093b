import type { Settings } from '@plimsoll/contract';
import { payoutRoutes, seedNetworks } from '../features/payouts/index.ts';
import { defaultSettings } from '../features/site/index.ts';
import { testHttp, type TestHttp } from './http.ts';
import { testPreparations } from './security.ts';
import { openTradingWorld, type TradingWorld } from './trading-world.ts';

/** Coins by id: XMR has addresses that cannot be checked, one has no network. */
export const PAID_IN = { USDT: '1', BTC: '2', ETH: '3', SOL: '4', XMR: '5' } as const;

/** Addresses and cards over HTTP, with the demo's networks. */
export interface PayoutWorld {
  readonly world: TradingWorld;
  readonly http: TestHttp;
  /** Switches in force, changeable. */
  readonly switches: Partial<Settings>;
  close(): Promise<void>;
}

/** Opens a {@link PayoutWorld}. */
export async function openPayoutWorld(): Promise<PayoutWorld> {
  const coins = Object.entries(PAID_IN).map(([title, id]) => ({ id, title, decimals: title === 'SOL' ? 6 : 8 }));
  const world = await openTradingWorld({ coins });
  const { db, market, clock } = world;
  await seedNetworks(db);
  const switches: Partial<Settings> = {};
  const settings = () => ({ ...defaultSettings({ mode: 'demo', isDemoFeed: true }), ...switches });
  const http = testHttp({
    db,
    clock,
    settings,
    routes: payoutRoutes({ db, market, clock, settings, preparations: testPreparations(db, clock) }),
  });
  return {
    world,
    http,
    switches,
    async close() {
      await http.app.close();
      await world.close();
    },
  };
}

import { amount, rate } from '@plimsoll/money';
import { SpotService } from '../features/spot/index.ts';
import { GroupedWriter } from '../ledger/index.ts';
import { openDb } from '../platform/db.ts';
import { ManualMarket } from './manual-market.ts';
import type { TradingWorld } from './trading-world.ts';
import { failingLog } from './world-parts.ts';

/** A process of spot trading, which receives prices separately. */
export interface SpotProcess {
  readonly market: ManualMarket;
  readonly service: SpotService;
  close(): Promise<void>;
}

/** Opens another process on the database of a world; its `price_band` and open orders are unlimited by default. */
export async function openSpotProcess(
  { clock, db, url }: TradingWorld,
  {
    priceBand = '1000000000000',
    maxOpenOrders = null,
  }: { readonly priceBand?: string; readonly maxOpenOrders?: number | null } = {},
): Promise<SpotProcess> {
  const market = new ManualMarket({ clock });
  const connection = openDb(url, { connections: 1 });
  const writer = new GroupedWriter({ connection, db, clock });
  const service = new SpotService({
    db,
    market,
    writer,
    clock,
    log: failingLog,
    settings: {
      freshSeconds: () => 5,
      spotFee: () => rate('0.001'),
      maxOpenOrders: () => maxOpenOrders,
      depthRecovery: () => 30,
      priceBand: () => rate(priceBand),
      limits: () => ({ position: amount('100000000000000000'), memberMinute: amount('100000000000000000') }),
    },
  });
  service.sweeper.start();
  return {
    market,
    service,
    async close() {
      await service.sweeper.stop();
      await writer.drained();
      await connection.close();
    },
  };
}

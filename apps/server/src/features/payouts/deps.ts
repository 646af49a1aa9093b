import type { Settings } from '@plimsoll/contract';
import type { MarketData } from '../../market/types.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';

export interface PayoutDeps {
  readonly db: Db;
  readonly market: MarketData;
  readonly clock: Clock;
  readonly settings: () => Settings;
}

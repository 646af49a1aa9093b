import type { Settings } from '@plimsoll/contract';
import type { MarketData } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Preparations } from '../gate/index.ts';

/** Who asks, from where. */
export interface Asker {
  readonly memberId: string;
  readonly address: string;
  readonly sessionHash: string;
}

export interface PayoutDeps {
  readonly db: Db;
  readonly market: MarketData;
  readonly clock: Clock;
  readonly settings: () => Settings;
  /** Stands before every change of where money goes. */
  readonly preparations: Pick<Preparations, 'prepareByPassword' | 'waitMs'>;
}

import type { Settings } from '@plimsoll/contract';
import type { MarketData } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Preparations } from '../gate/index.ts';

/** The caller, with address and session. */
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
  /** Every change of a destination passes it. */
  readonly preparations: Pick<Preparations, 'prepareByPassword' | 'waitMs'>;
}

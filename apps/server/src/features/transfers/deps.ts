import type { GroupedWriter } from '../../ledger/index.ts';
import type { MarketData } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { Throttles } from '../../platform/throttles.ts';
import type { WaysOut } from '../gate/index.ts';

/** What sending to another member works with. */
export interface TransferDeps {
  readonly db: Db;
  readonly writer: GroupedWriter;
  readonly market: MarketData;
  readonly clock: Clock;
  /** Stands before every way out. */
  readonly gate: WaysOut;
  readonly log: Pick<Log, 'error'>;
  /** Without, counts are this process's. */
  readonly throttles?: Throttles;
}

import type { GroupedWriter } from '../../ledger/index.ts';
import type { MarketData } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { Throttles } from '../../platform/throttles.ts';
import type { WaysOut } from '../gate/index.ts';

/** Dependencies of the transfers slice. */
export interface TransferDeps {
  readonly db: Db;
  readonly writer: GroupedWriter;
  readonly market: MarketData;
  readonly clock: Clock;
  /** Every member transfer passes it. */
  readonly gate: WaysOut;
  readonly log: Pick<Log, 'error'>;
  /** By default counts are this process's own. */
  readonly throttles?: Throttles;
}

import type { GroupedWriter } from '../../ledger/index.ts';
import type { MarketData } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { Debts } from '../debt/index.ts';
import type { Uploads } from '../uploads/index.ts';

/** Dependencies of the loans slice. */
export interface LoanDeps {
  readonly db: Db;
  readonly writer: GroupedWriter;
  readonly market: MarketData;
  readonly clock: Clock;
  readonly debts: Debts;
  readonly uploads: Pick<Uploads, 'owns' | 'linkFor'>;
  readonly log: Pick<Log, 'error'>;
}

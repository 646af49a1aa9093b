import type { GroupedWriter } from '../../ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { Debts } from '../debt/index.ts';

/** Dependencies of the lock-mining slice. */
export interface MiningDeps {
  readonly db: Db;
  readonly writer: GroupedWriter;
  /** Posts due days, thousands at a time, beside the members' writer. */
  readonly paying: GroupedWriter;
  readonly clock: Clock;
  readonly debts: Debts;
  readonly log: Pick<Log, 'error'>;
}

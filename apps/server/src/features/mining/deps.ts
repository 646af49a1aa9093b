import type { GroupedWriter } from '../../ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { Debts } from '../debt/index.ts';

/** What lock mining works with. */
export interface MiningDeps {
  readonly db: Db;
  readonly writer: GroupedWriter;
  /** Posts what the clock asks for, thousands of days at a time, beside what members wait for. */
  readonly paying: GroupedWriter;
  readonly clock: Clock;
  readonly debts: Debts;
  readonly log: Pick<Log, 'error'>;
}

import type { GroupedWriter } from '../../ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { Debts } from '../debt/index.ts';
import type { Payments } from '../membership/index.ts';

/** Dependencies of the staking slice. */
export interface StakingDeps {
  readonly db: Db;
  readonly writer: GroupedWriter;
  readonly clock: Clock;
  readonly payments: Payments;
  readonly debts: Debts;
  readonly log: Pick<Log, 'error'>;
}

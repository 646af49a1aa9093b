import type { GroupedWriter } from '../../ledger/index.ts';
import type { MarketData } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Debts } from '../debt/index.ts';
import type { WaysOut } from '../gate/index.ts';
import type { Proposals } from '../proposals/index.ts';
import type { AllSettings } from '../site/index.ts';
import type { Uploads } from '../uploads/index.ts';

/** Dependencies of the funding slice. */
export interface FundingDeps {
  readonly db: Db;
  readonly writer: GroupedWriter;
  readonly market: MarketData;
  readonly clock: Clock;
  readonly mode: 'demo' | 'live';
  readonly settings: () => Pick<AllSettings, 'four_eyes_threshold'>;
  /** Every withdrawal passes it. */
  readonly gate: WaysOut;
  readonly uploads: Pick<Uploads, 'owns' | 'linkFor'>;
  readonly debts: Debts;
  /** Keeps deposits that need a second operator. */
  readonly proposals: Proposals;
}

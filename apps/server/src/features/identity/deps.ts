import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Uploads } from '../uploads/index.ts';

/** What the slice is made with. */
export interface IdentityDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly uploads: Pick<Uploads, 'owns' | 'link' | 'linkFor'>;
}

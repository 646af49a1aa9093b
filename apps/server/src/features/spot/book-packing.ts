import type { Clock } from '../../platform/clock.ts';
import { sql, type Db } from '../../platform/db.ts';
import { DueWork } from '../../platform/due-work.ts';
import type { Log } from '../../platform/log.ts';

interface PackingDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

const pack = sql<{ looked: number }>('spot.packBooks', 'select spot_book_pack() as looked');

/**
 * Packs kept snapshots once the next one of their market is kept, those of earlier versions too: a twentieth of the
 * bytes, and all of their content (docs/LEDGER.md, "Packed books"). The database packs, and checks that what it wrote opens to
 * the same.
 */
export const bookPacking = ({ db, clock, log }: PackingDeps): DueWork =>
  new DueWork({
    name: 'packing of books',
    clock,
    log,
    // The next look is soon enough.
    nextDueMs: async () => null,
    doDue: async () => (await db.run(pack))[0]?.looked ?? 0,
  });

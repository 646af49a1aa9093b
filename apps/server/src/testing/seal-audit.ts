import { runAudit, type SliceAudit } from '../ledger/index.ts';
import { systemClock } from '../platform/clock.ts';
import { sql, type Db } from '../platform/db.ts';
import { behindTriggers } from './behind-triggers.ts';

const age = sql<never>('testing.ageRuns', `update audit_run set recorded_at = recorded_at - interval '11 minutes'`);
const newest = sql<{ id: string }>('testing.newestSeal', 'select id from audit_seal order by id desc limit 1');

/** Makes the runs so far eleven minutes older. */
export const ageRuns = (owner: Db): Promise<void> => behindTriggers(owner, 'audit_run', age);

/** Seals all there is by two clean runs; returns the seal's number. Throws when they are not clean. */
export async function sealAudit(db: Db, owner: Db, slices: readonly SliceAudit[] = []): Promise<string | undefined> {
  for (const _ of [1, 2]) {
    const { ok, checks } = await runAudit(db, slices, { clock: systemClock, kind: 'incremental' });
    if (!ok) throw new Error(checks.flatMap(({ rows }) => rows).join('\n'));
    await ageRuns(owner);
  }
  const [seal] = await db.run(newest);
  return seal?.id;
}

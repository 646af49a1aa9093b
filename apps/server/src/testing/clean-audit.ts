import { auditLedger, type SliceAudit } from '../ledger/index.ts';
import type { Db } from '../platform/db.ts';

/** Throws with every offending row unless the audit is clean: after each scenario that moved money. */
export async function requireCleanAudit(db: Db, slices: readonly SliceAudit[] = []): Promise<void> {
  const { checks } = await auditLedger(db, slices);
  const wrong = checks.filter((check) => !check.ok);
  if (wrong.length > 0)
    throw new Error(wrong.map(({ name, rows }) => `not so: ${name}\n  ${rows.join('\n  ')}`).join('\n'));
}

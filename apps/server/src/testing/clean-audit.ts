import { auditLedger, type SliceAudit } from '../ledger/index.ts';
import type { Db } from '../platform/db.ts';

/** Throws with the wrong rows unless the audit is clean. */
export async function requireCleanAudit(db: Db, slices: readonly SliceAudit[] = []): Promise<void> {
  const { checks } = await auditLedger(db, slices);
  const wrong = checks.filter((check) => !check.ok);
  if (wrong.length > 0)
    throw new Error(wrong.map(({ name, rows }) => `not so: ${name}\n  ${rows.join('\n  ')}`).join('\n'));
}

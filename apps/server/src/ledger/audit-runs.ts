import type { Clock } from '../platform/clock.ts';
import { errorCode, sql, type Db, type Query } from '../platform/db.ts';
import { auditLedger, type AuditOptions, type AuditReport, type SliceAudit } from './audit.ts';

/** Of what was found, the lines that are kept with a run. */
const LINES_MAX = 20;
const LINE_LENGTH_MAX = 300;
const CHECK_VIOLATION = '23514';

const isReplica = sql<{ is: boolean }>('audits.isReplica', 'select pg_is_in_recovery() as is');
const record = sql<{ id: string }>(
  'audits.record',
  'select audit_record($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb) as id',
);
const appendSeal = sql<{ id: string | null }>('audits.seal', 'select audit_seal_append($1, $2::jsonb) as id');

export interface RunOptions extends AuditOptions {
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** The first lines of what a run found. */
const foundLines = ({ checks }: Pick<AuditReport, 'checks'>): string[] =>
  checks
    .flatMap(({ name, rows }) => rows.map((row) => `${name}: ${row}`.slice(0, LINE_LENGTH_MAX)))
    .slice(0, LINES_MAX);

/** Seals the ends of an earlier run; not when the database is no more what was audited, which the next run will find. */
async function seal(query: Query, { sealable }: AuditReport): Promise<void> {
  if (sealable === undefined) return;
  try {
    await query.run(appendSeal, [sealable.runId, sealable.hashes]);
  } catch (error) {
    if (errorCode(error) !== CHECK_VIOLATION) throw error;
  }
}

/**
 * Audits, records what came of it, and seals what an earlier run found clean as well (RULES 1.11). On a replica nothing is
 * written. Throws when the database cannot be read.
 */
export async function runAudit(
  db: Db,
  slices: readonly SliceAudit[],
  { clock, ...options }: RunOptions,
): Promise<AuditReport> {
  const began = new Date(clock.nowMs());
  const report = await auditLedger(db, slices, options);
  const [replica] = await db.run(isReplica);
  if (replica?.is) return report;
  const findings = report.checks.filter(({ ok }) => !ok).length;
  await db.run(record, [
    report.kind,
    began,
    new Date(clock.nowMs()),
    report.ok ? 'clean' : 'findings',
    findings,
    foundLines(report),
    report.rowsRead,
    report.seal,
    report.ends,
  ]);
  await seal(db, report);
  return report;
}

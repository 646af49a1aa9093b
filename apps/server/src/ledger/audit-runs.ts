import type { Clock } from '../platform/clock.ts';
import { errorCode, sql, type Db, type Query } from '../platform/db.ts';
import { auditLedger, type AuditKind, type AuditOptions, type AuditReport, type SliceAudit } from './audit.ts';

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

/** A report, with the first lines of what was found. */
interface AuditRun extends AuditReport {
  readonly lines: readonly string[];
}

interface RunOptions extends AuditOptions {
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
): Promise<AuditRun> {
  const began = new Date(clock.nowMs());
  const report = await auditLedger(db, slices, options);
  const [replica] = await db.run(isReplica);
  const lines = foundLines(report);
  if (replica?.is) return { ...report, lines };
  const findings = report.checks.filter(({ ok }) => !ok).length;
  await db.run(record, [
    report.kind,
    began,
    new Date(clock.nowMs()),
    report.ok ? 'clean' : 'findings',
    findings,
    lines,
    report.rowsRead,
    report.seal,
    report.ends,
  ]);
  await seal(db, report);
  return { ...report, lines };
}

/** Records a run that did not come to an end, and why. */
export async function recordFailedRun(
  query: Query,
  { kind, beganMs, endedMs, why }: Pick<AuditReport, 'kind'> & { beganMs: number; endedMs: number; why: string },
): Promise<void> {
  const lines = [why.slice(0, LINE_LENGTH_MAX)];
  await query.run(record, [kind, new Date(beganMs), new Date(endedMs), 'failed', 0, lines, 0, null, null]);
}

/** A run as it was recorded. */
export interface RecordedRun {
  readonly kind: AuditKind;
  readonly result: 'clean' | 'findings' | 'failed';
  readonly beganMs: number;
  readonly endedMs: number;
  /** Checks that found something. */
  readonly findings: number;
  /** The first of what was found, or why it could not run. */
  readonly lines: readonly string[];
  readonly rowsRead: number;
}
interface LastRuns {
  /** Undefined before the first. */
  readonly last: RecordedRun | undefined;
  /** The last that came to an end. */
  readonly ended: RecordedRun | undefined;
  /** The last that read everything, and came to an end. */
  readonly all: RecordedRun | undefined;
  /** When the last began that was to read everything, also if it failed. */
  readonly allTriedMs: number | undefined;
  /** When the first began. */
  readonly firstMs: number | undefined;
}

interface RunRow {
  is_last: boolean;
  is_ended: boolean;
  is_all: boolean;
  is_all_tried: boolean;
  is_first: boolean;
  kind: AuditKind;
  result: RecordedRun['result'];
  began_at: Date;
  ended_at: Date;
  findings: number;
  lines: string[];
  rows_read: string;
}
// Each by the primary key: the newest of a kind is never far from the end.
const lastRuns = sql<RunRow>(
  'audits.lastRuns',
  `
  select r.id is not distinct from l.last as is_last, r.id is not distinct from l.ended as is_ended,
    r.id is not distinct from l.all_ended as is_all, r.id is not distinct from l.all_tried as is_all_tried,
    r.id is not distinct from l.first as is_first, r.kind, r.result, r.began_at, r.ended_at, r.findings, r.lines, r.rows_read
  from (
    select (select id from audit_run order by id desc limit 1) as last,
      (select id from audit_run where result <> 'failed' order by id desc limit 1) as ended,
      (select id from audit_run where result <> 'failed' and kind = 'all' order by id desc limit 1) as all_ended,
      (select id from audit_run where kind = 'all' order by id desc limit 1) as all_tried,
      (select id from audit_run order by id limit 1) as first
  ) l join audit_run r on r.id in (l.last, l.ended, l.all_ended, l.all_tried, l.first)`,
);

/** What the last runs of the audit ended with. */
export async function readLastRuns(query: Query): Promise<LastRuns> {
  const rows = await query.run(lastRuns);
  const runOf = (row: RunRow | undefined): RecordedRun | undefined =>
    row && {
      kind: row.kind,
      result: row.result,
      beganMs: row.began_at.getTime(),
      endedMs: row.ended_at.getTime(),
      findings: row.findings,
      lines: row.lines,
      rowsRead: Number(row.rows_read),
    };
  return {
    last: runOf(rows.find((row) => row.is_last)),
    ended: runOf(rows.find((row) => row.is_ended)),
    all: runOf(rows.find((row) => row.is_all)),
    allTriedMs: rows.find((row) => row.is_all_tried)?.began_at.getTime(),
    firstMs: rows.find((row) => row.is_first)?.began_at.getTime(),
  };
}

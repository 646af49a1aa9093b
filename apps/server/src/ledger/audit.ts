import { sql, type Db, type Tx } from '../platform/db.ts';
import type { SliceAudit } from '../platform/slice.ts';
import { LEDGER_AUDITS } from './ledger-audits.ts';
import { SEAL_CHAIN, SEAL_FITS, afterSeal, newestSeal, type Seal, type Sealable, readSealable } from './seals.ts';

export type { SliceAudit } from '../platform/slice.ts';

/** What an audit is to read: everything, or what came after the newest seal. */
export type AuditKind = 'incremental' | 'all';

/** One thing the audit looked at. */
export interface AuditCheck {
  readonly name: string;
  readonly ok: boolean;
  /** What was counted. */
  readonly detail: string;
  /** The offending rows, at most a hundred. */
  readonly rows: readonly string[];
}
export interface AuditReport {
  readonly ok: boolean;
  readonly checks: readonly AuditCheck[];
  /** What was read: everything also where there is no seal, or it does not fit the database. */
  readonly kind: AuditKind;
  /** The seal that it went on from; null when everything was read. */
  readonly seal: string | null;
  /** Where the chains ended in its snapshot, as `audit_ends` says it. */
  readonly ends: string;
  /** Rows of tables that were read. */
  readonly rowsRead: number;
  /** A run of before whose ends may be sealed when nothing was found; undefined when there is none. */
  readonly sealable: Sealable | undefined;
}
export interface AuditOptions {
  /** `all` unless given. */
  readonly kind?: AuditKind;
  /** The most that one statement may take. Without it no statement is limited, and the database may use several cores. */
  readonly statementMs?: number;
}

interface Finding {
  row: string;
}

const limit = sql<never>(
  'audit.limit',
  `select set_config('statement_timeout', $1, true), set_config('max_parallel_workers_per_gather', '0', true)`,
);
const readEnds = sql<{ ends: string }>('audit.ends', 'select audit_ends()::text as ends');
const countRead = sql<{ rows: string }>(
  'audit.rowsRead',
  'select coalesce(sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)), 0) as rows from pg_stat_xact_user_tables',
);

/** Rows that this connection has read; of earlier transactions some may be counted as well. */
async function rowsReadSoFar(tx: Tx): Promise<number> {
  const [row] = await tx.run(countRead);
  return Number(row?.rows ?? 0);
}

async function look(tx: Tx, { name, key, wrong, figures }: SliceAudit): Promise<AuditCheck> {
  const rows = (await tx.run(sql<Finding>(`audit.${key}.wrong`, `${wrong} limit 100`))).map(({ row }) => row);
  const [figure] = await tx.run(sql<Finding>(`audit.${key}.figures`, figures));
  return { name, ok: rows.length === 0, detail: figure?.row ?? '', rows };
}

/** What is looked at by a run that goes on from `seal`, or from nowhere. */
const lookedAt = (slices: readonly SliceAudit[], seal: Seal | undefined): readonly SliceAudit[] => {
  const all = [...LEDGER_AUDITS, ...slices];
  return seal ? all.flatMap((each) => afterSeal(each, seal)) : [SEAL_CHAIN, ...all];
};

/**
 * Checks the ledger and the slices' rows in one snapshot (RULES 1.11). Changes nothing. An `incremental` run goes on from
 * the newest seal; where it does not fit the database, it reads everything, to name what is wrong.
 */
export function auditLedger(
  db: Db,
  slices: readonly SliceAudit[] = [],
  { kind = 'all', statementMs }: AuditOptions = {},
): Promise<AuditReport> {
  return db.snapshot(async (tx) => {
    if (statementMs !== undefined) await tx.run(limit, [String(statementMs)]);
    const readBefore = await rowsReadSoFar(tx);
    const checks = [await look(tx, SEAL_FITS)];
    const newest = kind === 'incremental' && checks[0]?.ok ? await newestSeal(tx) : undefined;
    for (const each of lookedAt(slices, newest)) checks.push(await look(tx, each));
    const isClean = checks.every((check) => check.ok);
    const sealable = isClean ? await readSealable(tx) : undefined;
    const [ends] = await tx.run(readEnds);
    return {
      ok: isClean,
      checks,
      kind: newest ? 'incremental' : 'all',
      seal: newest?.id ?? null,
      ends: ends?.ends ?? '{}',
      rowsRead: (await rowsReadSoFar(tx)) - readBefore,
      sealable,
    };
  });
}

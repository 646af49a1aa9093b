import { OPTION_STATUS, SPOT_STATUS } from '@plimsoll/contract';
import { sql, type Query } from '../../platform/db.ts';

/** What is counted in the database. Queues are read by {@link readQueues}. */
export interface Counts {
  readonly optionsOpen: number;
  readonly optionsDue: number;
  /** When the option that is due longest expired; null without one. */
  readonly oldestDueMs: number | null;
  readonly spotOpen: number;
  readonly memberSessions: number;
  readonly operatorSessions: number;
  readonly mailsWaiting: number;
  readonly oldestMailMs: number | null;
  readonly databaseBytes: number;
  readonly lastBackupMs: number | null;
  /** Entries of the public log, and the time of the oldest journal that is not in it; null without one. */
  readonly logEntries: number;
  readonly unloggedMs: number | null;
  /** When the last epoch of liabilities was published; null before the first. */
  readonly lastEpochMs: number | null;
  /** When the public log got its first key, at the first start; null before it. */
  readonly firstStartMs: number | null;
}

interface Row {
  options_open: string;
  options_due: string;
  oldest_due: Date | null;
  spot_open: string;
  member_sessions: string;
  operator_sessions: string;
  mails: string;
  oldest_mail: Date | null;
  bytes: string;
  backup_at: Date | null;
  log_entries: string | null;
  unlogged_at: Date | null;
  epoch_at: Date | null;
  first_start_at: Date | null;
}

// Each read from an index of open rows, or from a small table; one statement is one moment.
const counts = sql<Row>(
  'operating.counts',
  `
  select
    (select count(*) from option_order where status = ${OPTION_STATUS.open}) as options_open,
    (select count(*) from option_order where status = ${OPTION_STATUS.open} and expires_at <= $1) as options_due,
    (select min(expires_at) from option_order where status = ${OPTION_STATUS.open} and expires_at <= $1) as oldest_due,
    (select count(*) from spot_order where status = ${SPOT_STATUS.open}) as spot_open,
    (select count(*) from session where last_used_at > $2) as member_sessions,
    (select count(*) from operator_session where last_used_at > $2) as operator_sessions,
    (select count(*) from notice_mail where state in ('waiting', 'sending') and attempt_at <= $1) as mails,
    (select min(attempt_at) from notice_mail where state in ('waiting', 'sending') and attempt_at <= $1) as oldest_mail,
    pg_database_size(current_database()) as bytes,
    (select max(at) from backup_taken) as backup_at,
    (select size from log_head) as log_entries,
    (select j.at from log_head h join ledger_journal j on j.id = h.journal_id + 1) as unlogged_at,
    (select at from liability_epoch order by epoch desc limit 1) as epoch_at,
    (select min(at) from log_key) as first_start_at`,
);

/** Counts everything at one moment; sessions used since `sinceMs`. */
export async function readCounts(query: Query, nowMs: number, sinceMs: number): Promise<Counts> {
  const [row] = await query.run(counts, [new Date(nowMs), new Date(sinceMs)]);
  if (!row) throw new Error('nothing was counted');
  return {
    optionsOpen: Number(row.options_open),
    optionsDue: Number(row.options_due),
    oldestDueMs: row.oldest_due?.getTime() ?? null,
    spotOpen: Number(row.spot_open),
    memberSessions: Number(row.member_sessions),
    operatorSessions: Number(row.operator_sessions),
    mailsWaiting: Number(row.mails),
    oldestMailMs: row.oldest_mail?.getTime() ?? null,
    databaseBytes: Number(row.bytes),
    lastBackupMs: row.backup_at?.getTime() ?? null,
    logEntries: Number(row.log_entries ?? 0),
    unloggedMs: row.unlogged_at?.getTime() ?? null,
    lastEpochMs: row.epoch_at?.getTime() ?? null,
    firstStartMs: row.first_start_at?.getTime() ?? null,
  };
}

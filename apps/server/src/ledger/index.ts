/** The sole writer of accounts, transfers and holds (RULES 1, docs/LEDGER.md). */
export { auditLedger, type AuditKind, type AuditReport, type SliceAudit } from './audit.ts';
export { readLastRuns, recordFailedRun, runAudit, type RecordedRun } from './audit-runs.ts';
export { afterSeal } from './seals.ts';
export { accountKey } from './accounts.ts';
export {
  browseJournals,
  readJournals,
  readLines,
  readLink,
  type ReadAccount,
  type ReadJournal,
  type ReadLine,
} from './browse.ts';
export { readAccounts, readHead, totalsByCoin, type CoinTotals, type HeldAccount } from './totals.ts';
export { availableIn, balancesIn, balancesOf, houseAvailable, type MemberAccount } from './balances.ts';
export {
  capture,
  hold,
  move,
  release,
  nonZeroLines,
  type Account,
  type HoldRef,
  type House,
  type Journal,
  type Line,
} from './journal.ts';
export { plainPosting } from './plain-posting.ts';
export { CAUSE_KINDS, type CauseKind } from './cause-kinds.ts';
export { shapeAudits } from './journal-shapes.ts';
export { postedCauses } from './causes.ts';
export { journalLines } from './journal-lines.ts';
export type { Plan, Trace } from './command.ts';
export { LOCK_RANK, type SharedLock, type SharedNames } from './locks.ts';
export { defineCommand, type LedgerCommand } from './ledger-command.ts';
export { GroupedWriter } from './writer.ts';

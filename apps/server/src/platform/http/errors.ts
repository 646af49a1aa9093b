import { DatabaseSilent } from '../database-silent.ts';
import { CommitUncertain, errorCode } from '../db.ts';
import type { Log } from '../log.ts';

export type ErrorLog = Pick<Log, 'error'>;

const SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNABORTED',
  // Written to a socket that broke just before.
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
]);
/**
 * PostgreSQL's errors while it cannot serve: connection, races lost again and again, resources, operator intervention.
 */
const CLASSES = new Set(['08', '40', '53', '57']);
/**
 * Of a replica that is becoming the primary, or a primary that is it no longer; of a transaction that a process left
 * standing for too long.
 */
const STATES = new Set(['25006', '25P03']);
/** Messages of `pg` without a code, for a broken or unavailable connection. */
const MESSAGES =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after)/;

/** True when the database is unavailable: a 503, not a 500. */
export function isUnavailable(error: unknown): boolean {
  const state = errorCode(error);
  if (state !== undefined) return STATES.has(state) || CLASSES.has(state.slice(0, 2));
  if (!(error instanceof Error)) return false;
  // Repeated under its key, the call finds out.
  if (error instanceof CommitUncertain || error instanceof DatabaseSilent) return true;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  const { code } = error as NodeJS.ErrnoException;
  return (code !== undefined && SYSTEM.has(code)) || MESSAGES.test(error.message);
}

/** The reason of a call that threw. */
export const failureReason = (error: unknown): 'not_ready' | 'internal_error' =>
  isUnavailable(error) ? 'not_ready' : 'internal_error';

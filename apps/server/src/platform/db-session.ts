import pg from 'pg';
import { RefusedStart } from './refused-start.ts';

/**
 * How long a connection may take to open, and a caller may wait for a free one. A failover's new address answers within
 * seconds; a longer wait is better answered with an error.
 */
const CONNECT_WITHIN_MS = 10_000;
/**
 * A connection that is idle for so long is probed each second, and given up after ten: a dropped NAT entry or a host
 * that vanished is noticed within twenty seconds, instead of never.
 */
const PROBED_AFTER_MS = 10_000;
/**
 * PostgreSQL ends a statement later than the caller gives it up. Never the other way round: a commit that waits for a
 * replica would be acknowledged without it, as a timeout ends that wait with a mere warning.
 */
const SERVER_SLACK_MS = 5_000;
/** Ends the transaction of a process that froze or vanished between two statements, whose locks would hold up others. */
const IDLE_IN_TRANSACTION_MS = 60_000;

/** How connections to a database are opened, everywhere in the server. */
export const CONNECTING = {
  connectionTimeoutMillis: CONNECT_WITHIN_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: PROBED_AFTER_MS,
} as const;

/** The same where a statement gets `statementMs` (0: as long as it takes): a connection gets no longer. */
export const connectingWithin = (statementMs: number) => ({
  ...CONNECTING,
  connectionTimeoutMillis: Math.min(CONNECT_WITHIN_MS, statementMs || CONNECT_WITHIN_MS),
});

interface SessionNeeds {
  /** Of which the connection works; null: as its login. */
  readonly role: string | null;
  /** How long its callers wait for a statement; undefined: as long as it takes. */
  readonly statementMs?: number | undefined;
}

/** A connection that does not work as the role it must. */
class WrongRole extends RefusedStart {}

/**
 * Prepares a new connection: its role, and what PostgreSQL ends by itself. By statements and not by options of the
 * start, which poolers refuse or, configured to ignore them, drop silently.
 * @throws WrongRole when it then works as another.
 */
export async function beginSession(client: pg.ClientBase, { role, statementMs }: SessionNeeds): Promise<void> {
  const text = [
    ...(statementMs === undefined
      ? []
      : [
          `set statement_timeout = ${statementMs + SERVER_SLACK_MS}`,
          `set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
        ]),
    ...(role === null ? [] : [`set role ${pg.escapeIdentifier(role)}`]),
    'select current_user::text as works_as',
  ].join('; ');
  const asked: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: CONNECT_WITHIN_MS };
  // Several statements have several results, of which the type of the library does not know.
  const answers: unknown = await client.query(asked);
  const last: unknown = Array.isArray(answers) ? answers.at(-1) : answers;
  const worksAs = worksAsOf(last);
  if (role !== null && worksAs !== role)
    throw new WrongRole(
      `The server asked to work as ${role} and works as ${worksAs}: what stands between it and the database drops the role. Log in as ${role} itself, over a pooler in session mode or none (docs/OPERATING.md, “The database’s roles”).`,
    );
}

function worksAsOf(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null || !('rows' in answer) || !Array.isArray(answer.rows)) return '';
  const row: unknown = answer.rows[0];
  return typeof row === 'object' && row !== null && 'works_as' in row ? String(row.works_as) : '';
}

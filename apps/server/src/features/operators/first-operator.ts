import { randomBytes } from 'node:crypto';
import { trim } from '@plimsoll/contract/fields';
import type { Clock } from '../../platform/clock.ts';
import { sql, type Db, type Query, type Tx } from '../../platform/db.ts';
import type { Passwords } from '../../platform/passwords.ts';
import { appendAuditLog } from '../../platform/operator-log.ts';
import { loggedOf } from './item.ts';
import { insertOperator } from './store.ts';
import { isWeakPassword } from './weak-password.ts';

const MADE_BYTES = 15;
/** At first it alone protects the console. */
const LIVE_PASSWORD_MIN = 15;
const isWeakFirst = (password: string, username: string): boolean =>
  Array.from(trim(password)).length < LIVE_PASSWORD_MIN || isWeakPassword(trim(password), username.toLowerCase());
/** An arbitrary number, the same in every process. */
const LOCK = 7_209_331_115;
const lock = sql<never>('operators.lockFirst', 'select pg_advisory_xact_lock($1)');
const anyOwner = sql<{ there: boolean }>(
  'operators.anyOwner',
  `select exists (select from operator where role = 'owner' and enabled) as there`,
);

interface First {
  readonly username: string;
  /** Generated when absent. */
  readonly password?: string;
}
interface FirstDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly mode?: 'demo' | 'live';
}

/** Serialises those who create owners without being one. */
export const lockFirst = async (tx: Tx): Promise<void> => void (await tx.run(lock, [LOCK]));
const hasOwner = async (query: Query): Promise<boolean> => (await query.run(anyOwner))[0]?.there === true;

/**
 * Creates the first owner unless there is one; safe in several processes at once.
 * @returns the generated password, in the process that made it.
 * @throws Error for a weak password in live mode, or a name that is no owner's.
 */
export async function makeFirstOperator(
  first: First,
  { db, clock, passwords, mode = 'demo' }: FirstDeps,
): Promise<string | undefined> {
  if (await hasOwner(db)) return undefined;
  if (mode === 'live' && first.password !== undefined && isWeakFirst(first.password, first.username)) {
    throw new Error(
      `OPERATOR_PASSWORD must have at least ${LIVE_PASSWORD_MIN} characters in live mode and not be easily guessed; without it a password is generated.`,
    );
  }
  const made = first.password === undefined ? randomBytes(MADE_BYTES).toString('base64url') : undefined;
  const username = first.username.toLowerCase();
  const passwordHash = await passwords.hash(trim(first.password ?? made ?? ''), 'console');
  return db.transaction(async (tx) => {
    await lockFirst(tx);
    if (await hasOwner(tx)) return undefined;
    const nowMs = clock.nowMs();
    const row = await insertOperator(tx, { username, passwordHash, role: 'owner', enabled: true }, new Date(nowMs));
    if (!row)
      throw new Error(
        `OPERATOR_USERNAME must be a new name: the operator ${username} exists but is not an enabled owner, and there is no other owner.`,
      );
    await appendAuditLog(
      tx,
      { by: { address: '' }, action: 'create', resource: 'operators', ref: row.id, after: loggedOf(row) },
      nowMs,
    );
    return made;
  });
}

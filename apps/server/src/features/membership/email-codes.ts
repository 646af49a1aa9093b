import { hash, randomInt } from 'node:crypto';
import { CODE_DIGITS } from '@plimsoll/contract/figures';
import { sql, type Query } from '../../platform/db.ts';

/** How long a code is valid. */
export const CODE_LIFE_MS = 10 * 60 * 1000;
/** The shortest time between two codes to one address (PRODUCT 4). */
export const RESEND_AFTER_MS = 60 * 1000;
/** Wrong attempts that void a code. */
export const MAX_WRONG_ATTEMPTS = 5;

const renew = sql<{ email: string }>(
  'membership.renewCode',
  `insert into email_code (email, code_hash, sent_at) values ($1, $2, $3)
   on conflict (email) do update set code_hash = excluded.code_hash, sent_at = excluded.sent_at, wrong_attempts = 0
   where email_code.sent_at <= $4 or email_code.sent_at > $3
   returning email`,
);
const tryOne = sql<{ is_right: boolean }>(
  'membership.tryCode',
  `update email_code set wrong_attempts = wrong_attempts + case when code_hash = $2 then 0 else 1 end
   where email = $1 and sent_at > $3 and wrong_attempts < $4 returning code_hash = $2 as is_right`,
);
const useUp = sql<{ email: string }>(
  'membership.useCode',
  'delete from email_code where email = $1 and code_hash = $2 returning email',
);
const removeOld = sql<never>('membership.removeOldCodes', 'delete from email_code where sent_at <= $1');

const hashOf = (email: string, code: string): string => hash('sha256', `${email} ${code}`, 'hex');

/** Makes a code of six digits; undefined within a minute of the last. */
export async function renewCode(db: Query, email: string, nowMs: number): Promise<string | undefined> {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  const [row] = await db.run(renew, [email, hashOf(email, code), new Date(nowMs), new Date(nowMs - RESEND_AFTER_MS)]);
  return row && code;
}

/** True for the address's last code while valid; a wrong one is counted. */
export async function isRightCode(db: Query, email: string, code: string, nowMs: number): Promise<boolean> {
  const [row] = await db.run(tryOne, [email, hashOf(email, code), new Date(nowMs - CODE_LIFE_MS), MAX_WRONG_ATTEMPTS]);
  return row?.is_right === true;
}

/** Consumes a right code; false when it was used. */
export const useCode = async (db: Query, email: string, code: string): Promise<boolean> =>
  (await db.run(useUp, [email, hashOf(email, code)])).length === 1;

/** Removes expired codes. */
export const removeOldCodes = async (db: Query, nowMs: number): Promise<void> => {
  await db.run(removeOld, [new Date(nowMs - CODE_LIFE_MS)]);
};

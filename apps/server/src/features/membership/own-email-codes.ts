import { hash, randomInt } from 'node:crypto';
import { sql, type Query, type Tx } from '../../platform/db.ts';
import { CODE_LIFE_MS, MAX_WRONG_ATTEMPTS, RESEND_AFTER_MS } from './email-codes.ts';

interface Whose {
  readonly memberId: string;
  readonly email: string;
}

// One a minute per address; after a typo the right address is served at once.
const renew = sql<{ member_id: string }>(
  'membership.renewOwnCode',
  `
  insert into member_email_code (member_id, email, code_hash, sent_at)
  select $1, $2, $3, $4 where not exists (select from member_email_code where email = $2 and sent_at > $5 and sent_at <= $4)
  on conflict (member_id) do update set email = excluded.email, code_hash = excluded.code_hash, sent_at = excluded.sent_at, wrong_attempts = 0
  returning member_id`,
);
const tryOne = sql<{ is_right: boolean }>(
  'membership.tryOwnCode',
  `
  update member_email_code set wrong_attempts = wrong_attempts + case when code_hash = $3 then 0 else 1 end
  where member_id = $1 and email = $2 and sent_at > $4 and wrong_attempts < $5 returning code_hash = $3 as is_right`,
);
const useUp = sql<{ member_id: string }>(
  'membership.useOwnCode',
  'delete from member_email_code where member_id = $1 and email = $2 and code_hash = $3 returning member_id',
);
const removeOld = sql<never>('membership.removeOldOwnCodes', 'delete from member_email_code where sent_at <= $1');

const hashOf = ({ memberId, email }: Whose, code: string): string =>
  hash('sha256', `${memberId} ${email} ${code}`, 'hex');

/** Makes a code that proves an address; undefined within a minute of the last. */
export async function renewOwnCode(db: Query, whose: Whose, nowMs: number): Promise<string | undefined> {
  await db.run(removeOld, [new Date(nowMs - CODE_LIFE_MS)]);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const made = await db.run(renew, [
    whose.memberId,
    whose.email,
    hashOf(whose, code),
    new Date(nowMs),
    new Date(nowMs - RESEND_AFTER_MS),
  ]);
  return made.length === 0 ? undefined : code;
}

/** True for the last code of this member and address; five wrong ones void it. */
export async function isRightOwnCode(db: Query, whose: Whose, code: string, nowMs: number): Promise<boolean> {
  const [row] = await db.run(tryOne, [
    whose.memberId,
    whose.email,
    hashOf(whose, code),
    new Date(nowMs - CODE_LIFE_MS),
    MAX_WRONG_ATTEMPTS,
  ]);
  return row?.is_right === true;
}

/** Consumes a right code; false when it was used. */
export const useOwnCode = async (tx: Tx, whose: Whose, code: string): Promise<boolean> =>
  (await tx.run(useUp, [whose.memberId, whose.email, hashOf(whose, code)])).length === 1;

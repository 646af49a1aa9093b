import { hash, randomBytes } from 'node:crypto';
import { RESET_LINK_MINUTES } from '@plimsoll/contract/figures';
import { sql, type Query, type Tx } from '../../platform/db.ts';

/** How long a mailed link is valid (RULES 8). */
export const RESET_LIFE_MS = RESET_LINK_MINUTES * 60_000;
/** The shortest time between two links to a member. */
const RESEND_AFTER_MS = 60_000;
const TOKEN_BYTES = 16;
/** Wrong second factors that void a link. */
const MAX_WRONG = 5;
/** Open links of a member: more drop the oldest, never the newest. */
const MAX_OPEN = 5;
const hashOf = (token: string): string => hash('sha256', token, 'hex');

export interface OpenReset {
  readonly memberId: string;
  readonly username: string;
  readonly frozen: boolean;
  readonly challenge: string | undefined;
  readonly expiresAt: Date;
}

const insert = sql<{ member_id: string }>(
  'membership.insertReset',
  `
  insert into password_reset (token_hash, member_id, created_at, expires_at)
  select $1, $2, $3, $4 where not exists (select from password_reset where member_id = $2 and created_at > $5 and created_at <= $3) returning member_id`,
);
const trim = sql<never>(
  'membership.trimResets',
  `
  delete from password_reset where token_hash in (select token_hash from password_reset where member_id = $1 order by created_at desc, token_hash offset ${MAX_OPEN})`,
);

/** Makes a link's token; undefined within a minute of the last. */
export async function issueReset(tx: Tx, memberId: string, nowMs: number): Promise<string | undefined> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const made = await tx.run(insert, [
    hashOf(token),
    memberId,
    new Date(nowMs),
    new Date(nowMs + RESET_LIFE_MS),
    new Date(nowMs - RESEND_AFTER_MS),
  ]);
  if (made.length === 0) return undefined;
  await tx.run(trim, [memberId]);
  return token;
}

interface Row {
  member_id: string;
  username: string;
  frozen: boolean;
  challenge: string | null;
  expires_at: Date;
}
const find = sql<Row>(
  'membership.findReset',
  `
  select r.member_id, m.username, m.frozen, r.challenge, r.expires_at from password_reset r join member m on m.id = r.member_id
  where r.token_hash = $1 and r.expires_at > $2 and r.wrong_attempts < ${MAX_WRONG}`,
);
/** The link of a token; undefined when it was used, is void or expired. */
export async function openReset(query: Query, token: string, nowMs: number): Promise<OpenReset | undefined> {
  const [row] = await query.run(find, [hashOf(token), new Date(nowMs)]);
  return (
    row && {
      memberId: row.member_id,
      username: row.username,
      frozen: row.frozen,
      challenge: row.challenge ?? undefined,
      expiresAt: row.expires_at,
    }
  );
}

const keep = sql<never>(
  'membership.keepResetChallenge',
  'update password_reset set challenge = $2 where token_hash = $1',
);
/** Stores the challenge for a passkey. */
export const keepResetChallenge = async (query: Query, token: string, challenge: string): Promise<void> =>
  void (await query.run(keep, [hashOf(token), challenge]));

const wrong = sql<never>(
  'membership.resetWrong',
  'update password_reset set wrong_attempts = wrong_attempts + 1, challenge = case when $2 then null else challenge end where token_hash = $1',
);
/** Counts a wrong second factor; a passkey's consumes the challenge. */
export const resetWrong = async (query: Query, token: string, wasPasskey: boolean): Promise<void> =>
  void (await query.run(wrong, [hashOf(token), wasPasskey]));

// The member first, as every change of password: no deadlock.
const use = sql<{ frozen: boolean }>(
  'membership.useReset',
  `
  with whose as materialized (select m.id, m.frozen from password_reset r join member m on m.id = r.member_id where r.token_hash = $1 for no key update of m),
  used as (delete from password_reset r using whose where r.token_hash = $1 and r.member_id = whose.id and r.expires_at > $2 and r.wrong_attempts < ${MAX_WRONG} returning r.member_id)
  select whose.frozen from whose join used on used.member_id = whose.id`,
);
/** Consumes a link and locks the member; undefined when it was used or expired. */
export const useReset = async (
  tx: Tx,
  token: string,
  nowMs: number,
): Promise<{ readonly frozen: boolean } | undefined> => (await tx.run(use, [hashOf(token), new Date(nowMs)]))[0];

const drop = sql<never>('membership.dropResets', 'delete from password_reset where member_id = $1');
/** Drops all links of a member after a change of password. */
export const dropResets = async (tx: Tx, memberId: string): Promise<void> => void (await tx.run(drop, [memberId]));

const removeOld = sql<never>('membership.removeOldResets', 'delete from password_reset where expires_at <= $1');
/** Removes expired links. */
export const removeOldResets = async (query: Query, nowMs: number): Promise<void> =>
  void (await query.run(removeOld, [new Date(nowMs)]));

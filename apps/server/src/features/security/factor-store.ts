import { sql, type Query, type Tx } from '../../platform/db.ts';

/** A member's second factors. */
export interface Factors {
  readonly username: string;
  /** The sealed secret; null without an authenticator. */
  readonly totp: Buffer | null;
  readonly totpSince: Date | null;
  readonly totpStep: number;
  /** A new secret that is not confirmed yet. */
  readonly fresh: { readonly sealed: Buffer; readonly at: Date } | undefined;
  readonly passkeys: number;
  readonly recoveryLeft: number;
  readonly recoveryAt: Date | null;
  /** Codes are refused until then; null when they are not. */
  readonly stoppedUntil: Date | null;
}

interface Row {
  username: string;
  totp_secret: Buffer | null;
  totp_confirmed_at: Date | null;
  totp_step: string | null;
  pending_secret: Buffer | null;
  pending_created_at: Date | null;
  recovery_created_at: Date | null;
  stopped_until: Date | null;
  passkeys: number;
  recovery_left: number;
}
const read = sql<Row>(
  'security.factors',
  `
  select m.username, f.totp_secret, f.totp_confirmed_at, f.totp_step, f.pending_secret, f.pending_created_at, f.recovery_created_at, case when f.stopped_until > $2 then f.stopped_until end as stopped_until,
    (select count(*)::int from passkey where member_id = m.id) as passkeys, (select count(*)::int from recovery_code where member_id = m.id) as recovery_left
  from member m left join second_factor f on f.member_id = m.id where m.id = $1`,
);

/** Reads a member's factors. */
export async function factorsOf(query: Query, memberId: string, nowMs: number): Promise<Factors> {
  const [row] = await query.run(read, [memberId, new Date(nowMs)]);
  if (!row) throw new Error(`member ${memberId} does not exist`);
  return {
    username: row.username,
    totp: row.totp_secret,
    totpSince: row.totp_confirmed_at,
    // not money: a count of half minutes
    totpStep: Number(row.totp_step ?? 0),
    fresh:
      row.pending_secret && row.pending_created_at
        ? { sealed: row.pending_secret, at: row.pending_created_at }
        : undefined,
    passkeys: row.passkeys,
    recoveryLeft: row.recovery_left,
    recoveryAt: row.recovery_created_at,
    stoppedUntil: row.stopped_until,
  };
}

/** True once a member has a factor; recovery codes alone are none. */
export const isAnySet = ({ totp, passkeys }: Pick<Factors, 'totp' | 'passkeys'>): boolean =>
  totp !== null || passkeys > 0;

const lock = sql<{ id: string }>('security.lockMember', 'select id from member where id = $1 for no key update');
/** Locks a member's factors until the transaction ends. */
export const lockMember = async (tx: Tx, memberId: string): Promise<void> => void (await tx.run(lock, [memberId]));

const takeTotp = sql<{ member_id: string }>(
  'security.takeStep',
  `
  update second_factor set totp_step = $3, wrong_codes = 0 where member_id = $1 and totp_secret = $2 and totp_step < $3 returning member_id`,
);
/** Consumes a time step of this secret; false when it or a later one was. */
export const takeStep = async (tx: Tx, memberId: string, sealed: Buffer, step: number): Promise<boolean> =>
  (await tx.run(takeTotp, [memberId, sealed, step])).length === 1;

const removeCode = sql<{ left: number }>(
  'security.takeRecoveryCode',
  `
  with taken as (delete from recovery_code where member_id = $1 and hash = $2 returning member_id),
  calm as (update second_factor f set wrong_codes = 0 from taken where f.member_id = taken.member_id),
  kept as (insert into recovery_code_used (member_id, hash, at) select member_id, $2, $3 from taken on conflict (member_id, hash) do update set at = excluded.at)
  select (select count(*)::int from recovery_code where member_id = $1) - 1 as left from taken`,
);
/** Consumes a recovery code; returns how many are left, undefined when it is not valid. */
export const takeRecoveryCode = async (
  tx: Tx,
  memberId: string,
  hash: string,
  nowMs: number,
): Promise<number | undefined> => (await tx.run(removeCode, [memberId, hash, new Date(nowMs)]))[0]?.left;

/** Used codes are remembered so long, for requests sent twice. */
const USED_KNOWN_MS = 24 * 60 * 60_000;
const wasUsed = sql<{ hash: string }>(
  'security.recoveryCodeUsed',
  'select hash from recovery_code_used where member_id = $1 and hash = any ($2::text[])',
);
/** True for a code used lately: refused, but no guess. */
export const isUsedRecoveryCode = async (query: Query, memberId: string, hashes: readonly string[]): Promise<boolean> =>
  (await query.run(wasUsed, [memberId, hashes])).length > 0;
const removeUsed = sql<never>('security.removeUsedCodes', 'delete from recovery_code_used where at <= $1');
/** Removes used codes that are old. */
export const removeUsedCodes = async (query: Query, nowMs: number): Promise<void> =>
  void (await query.run(removeUsed, [new Date(nowMs - USED_KNOWN_MS)]));

const hasCode = sql<{ hash: string }>(
  'security.hasRecoveryCode',
  'select hash from recovery_code where member_id = $1 and hash = any ($2::text[])',
);
/** The one of these hashes that is of an unused code of the member's. */
export const recoveryCodeOf = async (
  query: Query,
  memberId: string,
  hashes: readonly string[],
): Promise<string | undefined> => (await query.run(hasCode, [memberId, hashes]))[0]?.hash;

// One statement, so that parallel guesses are all counted.
const count = sql<{ stopped_until: Date | null }>(
  'security.countWrong',
  `
  update second_factor set
    wrong_codes = case when stopped_until is null then wrong_codes + 1 else 1 end,
    stopped_until = case when stopped_until is null and wrong_codes + 1 >= $4 then $3::timestamptz end
  where member_id = $1 and (stopped_until is null or stopped_until <= $2) returning stopped_until`,
);
/** Counts a wrong code; true when it is the `max`-th and stops codes until `untilMs`. */
export async function countWrong(
  tx: Tx,
  memberId: string,
  { nowMs, untilMs, max }: { nowMs: number; untilMs: number; max: number },
): Promise<boolean> {
  const [row] = await tx.run(count, [memberId, new Date(nowMs), new Date(untilMs), max]);
  return row !== undefined && row.stopped_until !== null;
}

const keep = sql<never>(
  'security.keepNewSecret',
  `
  insert into second_factor (member_id, pending_secret, pending_created_at) values ($1, $2, $3)
  on conflict (member_id) do update set pending_secret = excluded.pending_secret, pending_created_at = excluded.pending_created_at`,
);
/** Stores a new secret to be confirmed, replacing an unconfirmed one. */
export const keepNewSecret = async (tx: Tx, memberId: string, sealed: Buffer, atMs: number): Promise<void> =>
  void (await tx.run(keep, [memberId, sealed, new Date(atMs)]));

const shorten = sql<never>(
  'security.shortenSetup',
  `
  update second_factor set pending_created_at = pending_created_at - $2 * interval '1 millisecond' where member_id = $1 and pending_secret is not null`,
);
/** Takes this much of the time in which a new secret may be confirmed. */
export const shortenSetup = async (tx: Tx, memberId: string, byMs: number): Promise<void> =>
  void (await tx.run(shorten, [memberId, byMs]));

const confirm = sql<{ member_id: string }>(
  'security.confirmSecret',
  `
  update second_factor set totp_secret = pending_secret, totp_confirmed_at = $4, totp_step = $3, pending_secret = null, pending_created_at = null, wrong_codes = 0,
    weakened_at = case when totp_secret is null then weakened_at else $4 end
  where member_id = $1 and pending_secret = $2 returning member_id`,
);
/** Puts the new secret in force; replacing one makes withdrawals wait. False when another was made. */
export const confirmSecret = async (
  tx: Tx,
  memberId: string,
  sealed: Buffer,
  step: number,
  atMs: number,
): Promise<boolean> => (await tx.run(confirm, [memberId, sealed, step, new Date(atMs)])).length === 1;

const remove = sql<{ member_id: string }>(
  'security.removeTotp',
  `
  update second_factor set totp_secret = null, totp_confirmed_at = null where member_id = $1 and totp_secret is not null returning member_id`,
);
/** Removes the authenticator; false when there is none. */
export const removeSecret = async (tx: Tx, memberId: string): Promise<boolean> =>
  (await tx.run(remove, [memberId])).length === 1;

const weaken = sql<never>('security.weaken', 'update second_factor set weakened_at = $2 where member_id = $1');
/** Withdrawals wait from now on (RULES 5). */
export const weakened = async (tx: Tx, memberId: string, atMs: number): Promise<void> =>
  void (await tx.run(weaken, [memberId, new Date(atMs)]));

const dropCodes = sql<never>('security.dropCodes', 'delete from recovery_code where member_id = $1');
const insertCodes = sql<never>(
  'security.insertCodes',
  'insert into recovery_code (member_id, hash) select $1, hash from unnest($2::text[]) as each (hash)',
);
const codesMade = sql<never>(
  'security.codesMade',
  `
  insert into second_factor (member_id, recovery_created_at) values ($1, $2) on conflict (member_id) do update set recovery_created_at = excluded.recovery_created_at`,
);
/** Replaces the recovery codes. */
export async function replaceCodes(tx: Tx, memberId: string, hashes: readonly string[], atMs: number): Promise<void> {
  await tx.run(dropCodes, [memberId]);
  await tx.run(insertCodes, [memberId, hashes]);
  await tx.run(codesMade, [memberId, new Date(atMs)]);
}

const clear = sql<never>(
  'security.clearFactors',
  `
  update second_factor set totp_secret = null, totp_confirmed_at = null, pending_secret = null, pending_created_at = null, recovery_created_at = null, wrong_codes = 0, stopped_until = null where member_id = $1`,
);
/** Removes authenticator and recovery codes; the caller removes the passkeys. */
export async function clearFactors(tx: Tx, memberId: string): Promise<void> {
  await tx.run(clear, [memberId]);
  await tx.run(dropCodes, [memberId]);
}

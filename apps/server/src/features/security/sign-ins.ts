import type { SecondFactor, SignIn } from '@plimsoll/contract';
import { LOGIN_HISTORY_DAYS } from '@plimsoll/contract/figures';
import { coarseAddress } from '../../platform/coarse-address.ts';
import { sql, type Query } from '../../platform/db.ts';
import { deviceWords } from '../../platform/device-words.ts';
import type { Binding } from '../../platform/session-cookie.ts';

const DAY_MS = 24 * 60 * 60_000;
/** How long the history is kept. */
const HISTORY_MS = LOGIN_HISTORY_DAYS * DAY_MS;
/** Kept per member: so many logins, and so many failed ones. */
const MAX_OF_EITHER = 100;

/** Where a request comes from. */
export interface ClientInfo {
  readonly address: string;
  readonly agent?: string;
  /** Binds the new session to the browser. */
  readonly binding?: Binding;
}

export interface SignInEnd {
  readonly memberId: string;
  readonly outcome: SignIn['outcome'];
  /** What was given besides the password; `key` for a member's program. */
  readonly second?: 'device' | SecondFactor | 'key';
}

const insert = sql<{ is_new: boolean }>(
  'security.insertSignIn',
  `
  with before as (
    select exists (select from sign_in where member_id = $1) as any_way,
      exists (select from sign_in where member_id = $1 and result = 'in' and browser = $5 and system = $6 and address = $7 and at > $8) as this_way
  )
  insert into sign_in (member_id, at, result, second_factor, browser, system, address) values ($1, $2, $3, $4, $5, $6, $7)
  returning (select any_way and not this_way from before) as is_new`,
);
const trim = sql<never>(
  'security.trimSignIns',
  `
  delete from sign_in where member_id = $1 and (result = 'in') = $2
    and id < (select id from sign_in where member_id = $1 and (result = 'in') = $2 order by id desc offset ${MAX_OF_EITHER - 1} limit 1)`,
);

/**
 * Writes how a login ended; true for a login from somewhere new. Old lines are removed per kind, so that failed
 * attempts displace no logins.
 */
export async function noteSignIn(
  query: Query,
  { memberId, outcome, second }: SignInEnd,
  { address, agent }: ClientInfo,
  atMs: number,
): Promise<boolean> {
  const { browser, system } = deviceWords(agent);
  const [row] = await query.run(insert, [
    memberId,
    new Date(atMs),
    outcome,
    second ?? null,
    browser,
    system,
    coarseAddress(address),
    new Date(atMs - HISTORY_MS),
  ]);
  await query.run(trim, [memberId, outcome === 'in']);
  return row?.is_new === true;
}

interface Row {
  id: string;
  at: Date;
  outcome: SignIn['outcome'];
  second: SignIn['second'];
  browser: string;
  system: string;
  address: string;
}
const page = sql<Row>(
  'security.signIns',
  `
  select id, at, result as outcome, second_factor as second, browser, system, address from sign_in where member_id = $1 and at > $2 order by id desc limit $3 offset $4`,
);
/** A page of the login history, newest first. */
export async function listSignIns(
  query: Query,
  memberId: string,
  { page: number, limit }: { readonly page: number; readonly limit: number },
  nowMs: number,
): Promise<SignIn[]> {
  const rows = await query.run(page, [memberId, new Date(nowMs - HISTORY_MS), limit, (number - 1) * limit]);
  // not money: an id, a number on the wire
  return rows.map(({ id, at, ...rest }) => ({ ...rest, id: Number(id), at: at.toISOString() }));
}

// A member's last login stays: the next one is compared with it.
const removeOld = sql<never>(
  'security.removeOldSignIns',
  `
  delete from sign_in s where s.id in (select id from sign_in where at <= $1 order by at limit 10000)
    and (s.result <> 'in' or exists (select from sign_in n where n.member_id = s.member_id and n.result = 'in' and n.id > s.id))`,
);
/** Removes lines older than the history, at most ten thousand. */
export const removeOldSignIns = async (query: Query, nowMs: number): Promise<void> =>
  void (await query.run(removeOld, [new Date(nowMs - HISTORY_MS)]));

import { hash, randomBytes } from 'node:crypto';
import { sql, type Query, type Tx } from '../../platform/db.ts';

/** How long the second step of a login may take. */
const TICKET_LIFE_MS = 5 * 60_000;
/** Wrong answers after which a ticket is void. */
const MAX_WRONG = 5;
/** Per member; the oldest are dropped first. */
const MAX_OPEN = 20;
const hashOf = (ticket: string): string => hash('sha256', ticket, 'hex');

const insert = sql<never>(
  'security.insertTicket',
  'insert into login_ticket (hash, member_id, challenge, expires_at) values ($1, $2, $3, $4)',
);
const trim = sql<never>(
  'security.trimTickets',
  `
  delete from login_ticket where hash in (select hash from login_ticket where member_id = $1 order by expires_at desc, hash offset ${MAX_OPEN})`,
);
/** Issues a ticket after a right password. */
export async function issueTicket(
  tx: Tx,
  memberId: string,
  challenge: string | undefined,
  nowMs: number,
): Promise<{ readonly ticket: string; readonly expires: string }> {
  const ticket = randomBytes(32).toString('base64url');
  const expires = new Date(nowMs + TICKET_LIFE_MS);
  await tx.run(insert, [hashOf(ticket), memberId, challenge ?? null, expires]);
  await tx.run(trim, [memberId]);
  return { ticket, expires: expires.toISOString() };
}

/** A login that waits for its second step. */
export interface OpenTicket {
  readonly memberId: string;
  readonly username: string;
  readonly challenge: string | undefined;
}
const find = sql<{ member_id: string; username: string; challenge: string | null }>(
  'security.findTicket',
  `
  select t.member_id, m.username, t.challenge from login_ticket t join member m on m.id = t.member_id where t.hash = $1 and t.expires_at > $2 and t.wrong_attempts < ${MAX_WRONG}`,
);
/** The login of a ticket; undefined when it was used, is void or expired. */
export async function openTicket(query: Query, ticket: string, nowMs: number): Promise<OpenTicket | undefined> {
  const [row] = await query.run(find, [hashOf(ticket), new Date(nowMs)]);
  return row && { memberId: row.member_id, username: row.username, challenge: row.challenge ?? undefined };
}

const wrong = sql<never>(
  'security.ticketWrong',
  'update login_ticket set wrong_attempts = wrong_attempts + 1, challenge = case when $2 then null else challenge end where hash = $1',
);
/** Counts a wrong answer; a passkey's consumes the challenge. */
export const ticketWrong = async (query: Query, ticket: string, wasPasskey: boolean): Promise<void> =>
  void (await query.run(wrong, [hashOf(ticket), wasPasskey]));

const use = sql<{ frozen: boolean }>(
  'security.useTicket',
  `
  with whose as materialized (select m.id, m.frozen from login_ticket t join member m on m.id = t.member_id where t.hash = $1 for share of m),
  used as (delete from login_ticket t using whose where t.hash = $1 and t.member_id = whose.id and t.expires_at > $2 and t.wrong_attempts < ${MAX_WRONG} returning t.member_id)
  select whose.frozen from whose join used on used.member_id = whose.id`,
);
/** Consumes a ticket and locks the member; undefined when it was used, dropped or expired. */
export const useTicket = async (
  tx: Tx,
  ticket: string,
  nowMs: number,
): Promise<{ readonly frozen: boolean } | undefined> => (await tx.run(use, [hashOf(ticket), new Date(nowMs)]))[0];

const drop = sql<never>('security.dropTickets', 'delete from login_ticket where member_id = $1');
/** Drops a member's pending logins after a change of password or factors. */
export const dropTickets = async (tx: Tx, memberId: string): Promise<void> => void (await tx.run(drop, [memberId]));
const removeOld = sql<never>('security.removeOldTickets', 'delete from login_ticket where expires_at <= $1');
/** Removes expired tickets. */
export const removeOldTickets = async (query: Query, nowMs: number): Promise<void> =>
  void (await query.run(removeOld, [new Date(nowMs)]));

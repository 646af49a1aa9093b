import { ok, refuse, type Answer, type Input, type OwnSession, type Result } from '@plimsoll/contract';
import { sql } from '../../platform/db.ts';
import { SESSION_LIFE_MS, SESSION_MAX_MS } from '../../platform/sessions.ts';
import type { UseCaseDeps } from './use-case-deps.ts';
import { forgetDevice, forgetDevices } from './known-devices.ts';
import { dropTickets } from './tickets.ts';

type SessionContext = Pick<UseCaseDeps, 'db' | 'clock' | 'sessions'>;
/** The caller's session. */
interface Here {
  readonly memberId: string;
  readonly sessionHash: string;
}

interface Row {
  id: string;
  is_current: boolean;
  is_bound: boolean;
  created_at: Date;
  last_used_at: Date;
  browser: string;
  system: string;
  address: string;
}
const list = sql<Row>(
  'security.sessions',
  `
  select id, token_hash = $2 as is_current, cookie_hash is not null as is_bound, created_at, last_used_at, browser, system, address from session
  where member_id = $1 and last_used_at > $3 and created_at > $4 order by token_hash = $2 desc, id desc limit $5 offset $6`,
);

/** A page of a member's sessions, this one first, without tokens. */
export async function listSessions(
  { memberId, sessionHash }: Here,
  { page, limit }: Input<'getSessions'>,
  { db, clock }: SessionContext,
): Promise<{ list: OwnSession[] }> {
  const rows = await db.run(list, [
    memberId,
    sessionHash,
    new Date(clock.nowMs() - SESSION_LIFE_MS),
    new Date(clock.nowMs() - SESSION_MAX_MS),
    limit,
    (page - 1) * limit,
  ]);
  return {
    list: rows.map((row) => ({
      // not money: an id, a number on the wire
      id: Number(row.id),
      current: row.is_current ? 1 : 0,
      bound: row.is_bound ? 1 : 0,
      addtime: row.created_at.toISOString(),
      last_seen: row.last_used_at.toISOString(),
      browser: row.browser,
      system: row.system,
      address: row.address,
    })),
  };
}

/** Ends one of a member's sessions everywhere, and forgets its browser. */
export async function endOwnSession(
  { memberId }: Pick<Here, 'memberId'>,
  id: string,
  { db, sessions }: SessionContext,
): Promise<Result<null>> {
  const isEnded = await db.transaction(async (tx) => {
    const ended = await sessions.endById(memberId, id, tx);
    if (ended?.deviceId) await forgetDevice(tx, memberId, ended.deviceId);
    return ended !== undefined;
  });
  if (!isEnded) return refuse('not_found');
  await sessions.ended(memberId);
  return ok(null);
}

/** Ends all other sessions and pending logins, and forgets all other browsers. */
export async function endOtherSessions(
  { memberId, sessionHash }: Here,
  { db, sessions }: SessionContext,
): Promise<Answer<'endOtherSessions'>> {
  const ended = await db.transaction(async (tx) => {
    await forgetDevices(tx, memberId, sessionHash);
    await dropTickets(tx, memberId);
    return sessions.endOthers(memberId, sessionHash, tx);
  });
  // Another call of the same moment may have ended them, and wait yet.
  await (ended > 0 ? sessions.ended(memberId) : sessions.knownEverywhere());
  return { ended };
}

import { ok, refuse, type Answer, type Result } from '@plimsoll/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Query } from '../../platform/db.ts';
import { ownThrottles, type Throttles } from '../../platform/throttles.ts';
import { rememberFound } from './known-names.ts';
import { findReceiver, readTimesSent } from './store.ts';

/** Free searches of a member, and the pause between further ones. */
const FREE = 30;
const WITHIN_MS = 60 * 1000;
const PAUSE_MS = 2 * 1000;

/**
 * Finds a receiver by exact username, and how often the member has sent to them. Unknown, frozen and one's own give the
 * same answer after the same work; every search counts, so that names cannot be enumerated. Whom a member found is
 * remembered: others' names are masked to them (RULES 5.5).
 */
export function userSearch({
  db,
  clock,
  throttles = ownThrottles(clock),
}: {
  readonly db: Query;
  readonly clock: Clock;
  readonly throttles?: Throttles;
}): (memberId: string, username: string) => Promise<Result<Answer<'searchUser'>>> {
  const searches = throttles.slowDown('searches', { free: FREE, withinMs: WITHIN_MS, pauseMs: PAUSE_MS });
  return async (memberId, username) => {
    const wait = await searches.take(memberId);
    if (wait > 0) return refuse('too_many_requests', { seconds: String(wait) });
    const found = await findReceiver(db, username, memberId);
    if (!found) return refuse('not_found');
    const [times] = await Promise.all([
      readTimesSent(db, memberId, found.id),
      rememberFound(db, memberId, found.id, clock.nowMs()),
    ]);
    // not money: an id, a number on the wire
    return ok({ id: Number(found.id), username: found.username, times });
  };
}

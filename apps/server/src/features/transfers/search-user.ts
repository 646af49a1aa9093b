import { ok, refuse, type Answer, type Result } from '@plimsoll/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Query } from '../../platform/db.ts';
import { ownThrottles, type Throttles } from '../../platform/throttles.ts';
import { findReceiver } from './store.ts';

/** Searches of one member that are free, and the pause between those that come on top of them. */
const FREE = 30;
const WITHIN_MS = 60 * 1000;
const PAUSE_MS = 2 * 1000;

/**
 * Finds whom a member may send to, by the exact username. Nobody, somebody frozen and oneself are one answer, after the
 * same work; every search counts, found or not, so that names cannot be tried by the thousand.
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
    const wait = await searches.waitOf(memberId);
    if (wait > 0) return refuse('too_many_requests', { seconds: String(wait) });
    searches.failed(memberId);
    const found = await findReceiver(db, username, memberId);
    // not money: an id, a number on the wire
    return found ? ok({ id: Number(found.id), username: found.username }) : refuse('not_found');
  };
}

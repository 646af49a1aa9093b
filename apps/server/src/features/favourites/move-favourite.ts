import { refuse, type Answer, type Input, type Result } from '@plimsoll/contract';
import type { Db } from '../../platform/db.ts';
import { listFavourites } from './list-favourites.ts';
import { allFavourites, lockMember, putLast } from './store.ts';

/**
 * Moves a member's starred market before another one, or to the end; answers the new list. Refuses a market without a
 * star (`not_found`). A star on a disabled market keeps its place among the others.
 */
export async function moveFavourite(
  db: Db,
  memberId: string,
  { market, before }: Input<'moveFavourite'>,
): Promise<Result<Answer<'moveFavourite'>>> {
  const isMoved = await db.transaction(async (tx) => {
    await tx.run(lockMember, [memberId]);
    const now = (await tx.run(allFavourites, [memberId])).map((row) => row.market_id);
    if (!now.includes(market) || (before !== undefined && !now.includes(before))) return false;
    if (before === market) return true;
    const others = now.filter((each) => each !== market);
    const at = before === undefined ? others.length : others.indexOf(before);
    const next = [...others.slice(0, at), market, ...others.slice(at)];
    const firstOther = next.findIndex((each, index) => each !== now[index]);
    if (firstOther >= 0) await tx.run(putLast, [memberId, next.slice(firstOther)]);
    return true;
  });
  return isMoved ? listFavourites(db, memberId) : refuse('not_found');
}

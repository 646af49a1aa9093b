import { refuse, type Answer, type Input, type Result } from '@plimsoll/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Query } from '../../platform/db.ts';
import { listFavourites } from './list-favourites.ts';
import { deleteFavourite, insertFavourite, readMarket } from './store.ts';

/**
 * Stars a market for a member, or removes the star; answers the new list. Refuses an unknown market, and a star for a
 * disabled one (`not_found`).
 */
export async function setFavourite(
  { db, clock }: { readonly db: Query; readonly clock: Clock },
  memberId: string,
  { market: marketId, on }: Input<'setFavourite'>,
): Promise<Result<Answer<'setFavourite'>>> {
  const [market] = await db.run(readMarket, [marketId]);
  if (!market || (on === '1' && !market.enabled)) return refuse('not_found');
  if (on === '1') await db.run(insertFavourite, [memberId, marketId, new Date(clock.nowMs())]);
  else await db.run(deleteFavourite, [memberId, marketId]);
  return listFavourites(db, memberId);
}

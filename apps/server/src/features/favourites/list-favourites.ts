import { ok, type Answer, type Result } from '@plimsoll/contract';
import type { Query } from '../../platform/db.ts';
import { ownFavourites } from './store.ts';

/** The markets that a member starred and that are enabled, in the member's order. */
export async function listFavourites(db: Query, memberId: string): Promise<Result<Answer<'getFavourites'>>> {
  const rows = await db.run(ownFavourites, [memberId]);
  return ok({
    list: rows.map((row) => ({ m_id: Number(row.market_id), symbol: row.symbol, coinname: row.pair })),
  });
}

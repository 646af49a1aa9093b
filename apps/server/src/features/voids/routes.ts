import { ok, refuse, type MarkGap, type Result, type VoidOption } from '@plimsoll/contract';
import { gaps, voids } from '@plimsoll/contract/voids';
import { Briefly } from '../../platform/briefly.ts';
import type { Clock } from '../../platform/clock.ts';
import { sql, type Query } from '../../platform/db.ts';
import { publicRoute, type Route } from '../../platform/http/index.ts';
import { listGaps } from './list-gaps.ts';
import { listVoids } from './list-voids.ts';
import type { PublicPage } from './public-page.ts';

/** How long an answer is cached: nothing here is a price, and anybody may ask. */
const KEPT_MS = 2_000;

const bySymbol = sql<{ id: string }>('voids.market', 'select id from market where symbol = $1');

interface PageInput {
  readonly symbol?: string | undefined;
  readonly page: number;
  readonly limit: number;
}

/** Missing marks and their consequences, in public (RULES 2 and RULES 4); of disabled markets too. */
export function voidRoutes({ db, clock }: { readonly db: Query; readonly clock: Clock }): readonly Route[] {
  function paged<T>(list: (page: PublicPage) => Promise<T[]>): (input: PageInput) => Promise<Result<{ list: T[] }>> {
    const kept = new Briefly<Result<{ list: T[] }>>({ clock, ms: KEPT_MS });
    return ({ symbol, page, limit }) =>
      kept.get(`${symbol ?? ''}/${page}/${limit}`, async () => {
        if (symbol === undefined) return ok({ list: await list({ marketId: undefined, page, limit }) });
        const [market] = await db.run(bySymbol, [symbol]);
        return market ? ok({ list: await list({ marketId: market.id, page, limit }) }) : refuse('not_found');
      });
  }
  return [
    publicRoute(
      voids,
      paged<VoidOption>((page) => listVoids(db, page)),
    ),
    publicRoute(
      gaps,
      paged<MarkGap>((page) => listGaps(db, page, clock.nowMs())),
    ),
  ];
}

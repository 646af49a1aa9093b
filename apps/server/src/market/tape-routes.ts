import { ok, refuse, TAPE_STRETCH_MAX } from '@plimsoll/contract';
import { tape } from '@plimsoll/contract/options';
import { format } from '@plimsoll/money';
import type { Query } from '../platform/db.ts';
import { publicRoute, type Route } from '../platform/http/route.ts';
import { marketOfTape, readStretch } from './tape/store.ts';
import type { MarketData } from './types.ts';

/** Larger numbers than any tick has lie beyond the tape all the same. */
const seqOf = (id: string): number => Math.min(Number(id), Number.MAX_SAFE_INTEGER);

/** The tape for everybody, of disabled markets too. */
export function tapeRoutes(db: Query, data: MarketData): Route[] {
  return [
    publicRoute(tape, async ({ symbol, from, to }) => {
      const marketId = await marketOfTape(db, symbol);
      // A market whose first tick is still to come has an empty tape.
      if (marketId === undefined) return data.bySymbol(symbol) ? ok({ list: [] }) : refuse('not_found');
      const ticks = await readStretch(db, { marketId, symbol, fromSeq: seqOf(from), toSeq: to === undefined ? undefined : seqOf(to), limit: TAPE_STRETCH_MAX });
      return ok({
        list: ticks.map((tick) => ({
          seq: tick.seq,
          source: tick.source,
          source_time: new Date(tick.sourceTimeMs).toISOString(),
          time: new Date(tick.receiveTimeMs).toISOString(),
          price: format(tick.price),
          size: format(tick.size),
          previous: tick.previous,
          hash: tick.hash,
        })),
      });
    }),
  ];
}

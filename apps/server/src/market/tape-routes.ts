import { MARKS_MAX, ok, refuse, TAPE_STRETCH_MAX, type Answer } from '@plimsoll/contract';
import { marks as recentMarks, tape, tradeTape } from '@plimsoll/contract/options';
import { format } from '@plimsoll/money';
import type { TapeMark } from '@plimsoll/proof';
import type { Query } from '../platform/db.ts';
import { publicRoute, type Route } from '../platform/http/route.ts';
import { marketOfMarks, marksAround, readMarks, readRecentMarks, wireSources } from './marks/store.ts';
import { sequencesOf } from './tape-stretch.ts';
import { marketOfTape, readStretch, ticksAround } from './tape/store.ts';
import type { MarketData } from './types.ts';

/** JavaScript's last moment in ms. */
const LAST_MS = 8_640_000_000_000_000;

const wireMark = ({
  market,
  seq,
  timeMs,
  price,
  previous,
  sources,
  held,
  hash,
}: TapeMark): Answer<'tape'>['list'][number] => ({
  market,
  seq,
  time: new Date(timeMs).toISOString(),
  price: format(price),
  previous,
  sources: wireSources(sources),
  ...(held ? { held } : {}),
  hash,
});

/** Binds the public calls of the tapes, of disabled markets too. */
export function tapeRoutes(db: Query, data: MarketData): Route[] {
  return [
    publicRoute(tape, async ({ symbol, from, to }) => {
      const marketId = await marketOfMarks(db, symbol);
      // A market whose first mark is still to come has an empty tape.
      if (marketId === undefined) return data.bySymbol(symbol) ? ok({ list: [] }) : refuse('not_found');
      const asked = await sequencesOf(db, marksAround, { marketId, from, to });
      const marks = asked ? await readMarks(db, { marketId, symbol, ...asked, limit: TAPE_STRETCH_MAX }) : [];
      return ok({ list: marks.map(wireMark) });
    }),
    publicRoute(recentMarks, async ({ symbol, from }) => {
      const market = data.bySymbol(symbol);
      if (!market) return refuse('not_found');
      const list = await readRecentMarks(db, market.id, Math.min(Number(from), LAST_MS), MARKS_MAX);
      return ok({
        list: list.map(({ seq, timeMs, price }) => ({
          seq,
          time: new Date(timeMs).toISOString(),
          price: format(price),
        })),
      });
    }),
    publicRoute(tradeTape, async ({ symbol, from, to }) => {
      const marketId = await marketOfTape(db, symbol);
      // A market whose first tick is still to come has an empty tape.
      if (marketId === undefined) return data.bySymbol(symbol) ? ok({ list: [] }) : refuse('not_found');
      const asked = await sequencesOf(db, ticksAround, { marketId, from, to });
      const ticks = asked ? await readStretch(db, { marketId, symbol, ...asked, limit: TAPE_STRETCH_MAX }) : [];
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

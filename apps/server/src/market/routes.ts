import { ok, refuse } from '@plimsoll/contract';
import {
  getAllCurrencyList,
  getAllMarketList,
  getHuoBiTradeFromRedis,
  getMarketList,
  getSparklines,
} from '@plimsoll/contract/market';
import type { Clock } from '../platform/clock.ts';
import type { HotContent } from '../platform/http/hot.ts';
import { publicRoute, type Fields, type Route } from '../platform/http/route.ts';
import type { LiveData } from './live-data.ts';
import type { AnswerCache } from './answer-cache.ts';
import { bookSides, currencyList, marketList, sparklines, tabMarkets } from './views.ts';

/** A line of half hours is the same for a minute. */
const SPARKLINES_EVERY_MS = 60_000;

/** Binds the market calls, answered from the cache where their fields allow it. */
export function marketRoutes(data: LiveData, ready: AnswerCache, clock: Clock): Route[] {
  const hotTab = ({ fid, eid }: Fields): HotContent | undefined => {
    const idOf = (given: unknown) => data.catalogue.tabs.find((tab) => tab.id === given)?.id;
    const isAll = (given: unknown) => given === undefined || given === '0' || given === '';
    const parent = idOf(fid);
    const child = idOf(eid);
    if ((parent === undefined && !isAll(fid)) || (child === undefined && !isAll(eid))) return undefined;
    return ready.get(`tab/${parent ?? ''}/${child ?? ''}`, data.version, () => tabMarkets(data, parent, child));
  };
  const hotBook = ({ symbol }: Fields): HotContent | undefined => {
    const market = typeof symbol === 'string' ? data.bySymbol(symbol) : undefined;
    if (!market) return undefined;
    const book = data.book(market.id);
    return ready.get(`book/${market.id}`, book?.seq ?? 0, () => bookSides(book));
  };

  return [
    publicRoute(getMarketList, async () => ok(marketList(data)), {
      hot: () => ready.get('list', data.version, () => marketList(data)),
    }),
    publicRoute(getSparklines, async () => ok(sparklines(data, clock.nowMs())), {
      hot: () =>
        ready.get('sparklines', Math.floor(clock.nowMs() / SPARKLINES_EVERY_MS), () => sparklines(data, clock.nowMs())),
    }),
    publicRoute(getAllCurrencyList, async (_input, { lang }) => ok(currencyList(data, lang)), {
      hot: (_fields, lang) => ready.get(`tabs/${lang}`, data.version, () => currencyList(data, lang)),
    }),
    publicRoute(getAllMarketList, async ({ fid, eid }) => ok(tabMarkets(data, fid, eid)), { hot: hotTab }),
    publicRoute(
      getHuoBiTradeFromRedis,
      async ({ symbol }) => {
        const market = data.bySymbol(symbol);
        return market ? ok(bookSides(data.book(market.id))) : refuse('not_found');
      },
      { hot: hotBook },
    ),
  ];
}

import type { Answer, MarketItem } from '@plimsoll/contract';
import { format, formatShort, priceOfUnits, ZERO } from '@plimsoll/money';
import { nameIn } from '../platform/names.ts';
import { candlePrice, changePercent } from './exact.ts';
import type { LiveData } from './live-data.ts';
import type { Book, Level, Market } from './types.ts';

/** Answers of the market calls (docs/wire/market.md), from memory. */

function marketItem(data: LiveData, market: Market): MarketItem {
  const day = data.day(market.id);
  const mark = data.mark(market.id)?.price;
  const close = data.lastTick(market.id)?.price ?? day?.close ?? priceOfUnits(0n);
  return {
    id: Number(market.id),
    title: market.title,
    symbol: market.symbol,
    coinname: market.base.title,
    trade_coin: market.quote.title,
    base_decimals: market.base.decimals,
    quote_decimals: market.quote.decimals,
    decimals: market.base.decimals,
    trade_decimals: market.quote.decimals,
    close: format(close),
    mark: mark === undefined ? null : format(mark),
    change: day ? changePercent(day.open, close) : '+0.00',
    hamount: format(day?.amount ?? ZERO),
    logo: market.logo,
    min: format(market.min),
    step: format(market.step),
    price_step: format(market.priceStep),
    spot_fee: format(data.spotFee(market)),
  };
}

/** Every enabled market, in the catalogue's order. */
export const marketList = (data: LiveData): Answer<'getMarketList'> => ({
  list: data.list().map((market) => marketItem(data, market)),
});

/** Parent tabs with their children, named in a reader's language. */
export function currencyList(data: LiveData, lang: string): Answer<'getAllCurrencyList'> {
  const { tabs } = data.catalogue;
  const shown = ({ id, title, names }: (typeof tabs)[number]) => ({
    id: Number(id),
    currency_name: nameIn(lang, names, title),
  });
  return {
    list: tabs
      .filter((tab) => tab.parentId === null)
      .map((parent) => ({
        ...shown(parent),
        child: tabs.filter((tab) => tab.parentId === parent.id).map(shown),
      })),
  };
}

/** Markets quoted in the coin of tab `fid`, or of its child `eid`; all without either. */
export function tabMarkets(
  data: LiveData,
  fid: string | undefined,
  eid: string | undefined,
): Answer<'getAllMarketList'> {
  const { tabs, tabOf } = data.catalogue;
  const parent = tabs.find((tab) => tab.id === fid && tab.parentId === null);
  if (fid !== undefined && !parent) return { list: [] };
  const markets = data
    .list()
    .filter(
      (market) =>
        (parent === undefined || market.quote.title === parent.title) &&
        (eid === undefined || tabOf.get(market.id) === eid),
    );
  return { list: markets.map((market) => marketItem(data, market)) };
}

const SPARK_PERIOD = '30min';
const SPARK_BARS = 48;

/** The last 24 hours of every enabled market that has had a tick. */
export const sparklines = (data: LiveData, nowMs: number): Answer<'getSparklines'> => ({
  time: new Date(nowMs).toISOString(),
  list: data.list().flatMap(({ id, symbol }) => {
    const day = data.day(id);
    const bars = data.candles(id, SPARK_PERIOD, SPARK_BARS).toReversed();
    return day && bars.length > 0
      ? [
          {
            m_id: Number(id),
            symbol,
            open: formatShort(day.open),
            closes: bars.map(({ close }) => formatShort(candlePrice(close))),
          },
        ]
      : [];
  }),
});

const shownLevel = ({ price, size }: Level) => ({ price: format(price), amount: format(size) });

/** Both sides of a book, best first; empty without a fresh book. */
export const bookSides = (book: Book | undefined): Answer<'getHuoBiTradeFromRedis'> => ({
  sell: (book?.asks ?? []).map(shownLevel),
  buy: (book?.bids ?? []).map(shownLevel),
});

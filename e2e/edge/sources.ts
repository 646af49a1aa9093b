import { amount, price, rate, ZERO } from '@plimsoll/money';
import { readCandleFile } from '../../apps/server/src/market/feeds/replay/candle-file.ts';
import { MarketMaker } from '../../apps/server/src/market/feeds/simulated/market-maker.ts';
import { SimulatedFeed } from '../../apps/server/src/market/feeds/simulated/simulated.ts';
import { MARKETS } from '../../apps/server/src/market/seed.ts';
import type { Market } from '../../apps/server/src/market/index.ts';
import { ManualClock } from '../../apps/server/src/platform/clock.ts';
import { Track, type Moment } from './track.ts';

const START_MS = Date.UTC(2026, 0, 12);
const MINUTE_MS = 60_000;
const RATE = 2;
/** The simulation runs this long past the last decision, until the longest option ends. */
const TAIL_MS = 11 * MINUTE_MS;

/** The demo's markets, without a database. */
export const DEMO_MARKETS: readonly Market[] = MARKETS.map(([base, quote, , min, step, priceStep]): Market => {
  const coin = (title: string) => ({ id: title, title, decimals: 8 });
  const symbol = `${base}${quote}`.toLowerCase();
  return {
    id: symbol,
    symbol,
    title: `${base}/${quote}`,
    base: coin(base),
    quote: coin(quote),
    min: amount(min),
    step: amount(step),
    priceStep: price(priceStep),
    maxJump: rate('0.2'),
    markDepth: ZERO,
    spotFee: null,
    logo: '',
    enabled: true,
  };
});

function demoMarket(wanted: string): Market {
  const market = DEMO_MARKETS.find(({ symbol }) => symbol === wanted);
  if (!market) throw new Error(`the demo has no market ${wanted}`);
  return market;
}

const lengthOf = (trades: number): number => (trades * 1000) / RATE;

/** Trades of a market on the simulated feed; a pure function of the seed. */
export function simulatedTrack(market: Market, seed: string, trades: number): Track {
  const feed = new SimulatedFeed({ clock: new ManualClock(START_MS), seed, rate: RATE });
  feed.setMarkets([market]);
  function* moments(): Generator<Moment> {
    for (const { tick, book } of feed.moments(market, START_MS, START_MS + lengthOf(trades) + TAIL_MS)) {
      yield { ms: tick.sourceTimeMs, price: tick.price, book: book() };
    }
  }
  return new Track(market, moments());
}

/**
 * BTC/USDT from a file of 1-minute candles. Each close is the middle of the book at its minute's end; spread, depth and
 * side of the last trade are the simulated feed's.
 */
export function replayedTrack(path: string, seed: string): Track {
  const market = demoMarket('btcusdt');
  const maker = new MarketMaker(seed, market);
  function* moments(): Generator<Moment> {
    for (const { startMs, close } of readCandleFile(path).minutes) {
      const at = { ms: startMs + MINUTE_MS, mid: close, baseUsdt: close, busyness: 1 };
      const [last] = maker.trade(at);
      yield { ms: at.ms, price: last, book: { symbol: market.symbol, sourceTimeMs: at.ms, ...maker.book(at) } };
    }
  }
  return new Track(market, moments(), { isCoarse: true });
}

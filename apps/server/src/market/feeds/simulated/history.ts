import type { Market } from '../../types.ts';
import { nextPeriod, PERIOD_MS, periodStart } from '../../periods.ts';
import type { HistoryBar, Tier } from '../feed.ts';
import type { MarketMaker, Situation } from './market-maker.ts';
import type { Strand } from './strand.ts';

/** Samples a bar, which give its high and low; fewer for the thousands of days. */
const LOOKS: Readonly<Record<Tier, number>> = { '1min': 4, '5min': 4, '60min': 4, '1day': 2 };
const FINENESS = 8;
/** The longest stretch whose history consists of its exact ticks. */
export const EXACT_MS = 30 * 60_000;
const UNSEEN = 0.35;

export interface HistoryRequest {
  readonly market: Market;
  readonly maker: MarketMaker;
  readonly situation: (ms: number, finestMs: number) => Situation;
  readonly rate: number;
  readonly strand: Strand;
}

/** `fromMs`, and the first moment of every later period of a tier. */
function tierEdges(tier: Tier, fromMs: number, toMs: number): number[] {
  const edges: number[] = [];
  for (let startMs = fromMs; startMs < toMs; startMs = nextPeriod(tier, periodStart(tier, startMs)))
    edges.push(startMs);
  return edges;
}

/** Bars of a tier from `fromMs` to `toMs`, made from samples instead of every tick. */
export function simulatedHistory(request: HistoryRequest, tier: Tier, fromMs: number, toMs: number): HistoryBar[] {
  const edges = tierEdges(tier, fromMs, toMs);
  const bars: HistoryBar[] = [];
  let open: number | undefined;
  for (const [index, startMs] of edges.entries()) {
    const endMs = edges[index + 1] ?? toMs;
    const bar = barBetween(request, { tier, startMs, endMs, openBefore: open });
    open = bar.close;
    bars.push(bar);
  }
  return bars;
}

interface Stretch {
  readonly tier: Tier;
  readonly startMs: number;
  readonly endMs: number;
  readonly openBefore: number | undefined;
}

function barBetween(
  { maker, situation, rate, strand }: HistoryRequest,
  { tier, startMs, endMs, openBefore }: Stretch,
): HistoryBar {
  const looks = LOOKS[tier];
  const finestMs = PERIOD_MS[tier] / looks / FINENESS;
  let high = 0;
  let low = Number.POSITIVE_INFINITY;
  let moves = 0;
  let traded = 0;
  let close = 0;
  let open = openBefore;
  for (let look = open === undefined ? 0 : 1; look <= looks; look += 1) {
    const at = situation(startMs + ((endMs - startMs) * look) / looks, finestMs);
    const price = maker.priceOf(maker.best(at).bid);
    open ??= price;
    moves += Math.abs(price - (look === 0 ? price : close || open));
    close = price;
    high = Math.max(high, price);
    low = Math.min(low, price);
    traded += maker.meanTrade(at) / looks;
  }
  const first = open ?? close;
  const unseen = (moves / looks) * UNSEEN;
  high = maker.onStep(Math.max(high, first) + unseen * Math.abs(strand.normal(1, startMs)));
  low = maker.onStep(Math.min(low, first) - unseen * Math.abs(strand.normal(2, startMs)));
  const count = Math.max(1, Math.round((rate * (endMs - startMs)) / 1000));
  const amount = maker.size(traded * count * Math.exp(0.25 * strand.normal(3, startMs)));
  const vol = Math.round(((amount * (high + low + first + close)) / 4) * 1e8) / 1e8;
  return {
    startMs,
    open: first,
    high: Math.max(high, first, close),
    low: Math.min(low, first, close),
    close,
    amount,
    vol,
    count,
  };
}

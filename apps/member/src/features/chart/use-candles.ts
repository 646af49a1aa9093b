import { useReading } from '@plimsoll/ui';
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../platform/connection.ts';
import { placesOfMarket } from '../market/index.ts';
import type { Bar } from './bar-feed.ts';
import { factsOf, type ChartMarket, type ChartOrder, type Interval, type OwnMarks } from './facts.ts';
import { OLD_AFTER_MS } from './freshness.ts';
import { inksAt, onInksChange } from './inks.ts';
import { chartPrices } from './prices.ts';
import { chartTimes } from './times.ts';
import { notedMs, useBarFeed, useOfFeed } from './use-bar-feed.ts';
import { usePriceChart } from './use-price-chart.ts';
import type { PriceChart } from './price-chart.ts';

const ZOOM_STEP = 1.25;
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -10,
  PageDown: 10,
  Home: -Infinity,
};

export interface CandlesInput {
  readonly market: ChartMarket;
  readonly orders: readonly ChartOrder[];
  readonly interval: Interval;
  readonly own?: OwnMarks | undefined;
}

function useBars({ market, interval }: Pick<CandlesInput, 'market' | 'interval'>) {
  const { language, nativeDigits } = useReading();
  const [openedAtMs] = useState(Date.now);
  const feed = useBarFeed(market.symbol, interval);
  const phase = useOfFeed(feed, (each) => each.phase());
  const bars = useOfFeed(feed, (each) => each.bars());
  const last = bars.at(-1);
  const { isOnline, isOld, ageS } = useFreshness(useOfFeed(feed, notedMs), OLD_AFTER_MS);

  const places = placesOfMarket({ price_step: market.priceStep });
  const prices = useMemo(() => chartPrices(places, { language, nativeDigits }), [places, language, nativeDigits]);
  const times = useMemo(
    () => chartTimes(interval, { language, nativeDigits }, openedAtMs),
    [interval, language, nativeDigits, openedAtMs],
  );
  return { feed, phase, bars, last, isOnline, isOld, ageS, places, prices, times };
}

/** One market's candles on a chart: their bars, the cross-hair, and the keys that move it. */
export function useCandles({ market, orders, interval, own }: CandlesInput) {
  const t = useTranslations('chart');
  const { lengthS } = factsOf(interval);
  const host = useRef<HTMLDivElement>(null);
  const [cross, setCross] = useState<Bar>();
  const [stepped, setStepped] = useState<Bar>();
  const shown = useBars({ market, interval });
  const { feed, phase, bars, last, isOld, places, prices, times } = shown;
  const yourLine = t('yourLine');
  const dress = useCallback(
    () => (host.current ? { inks: inksAt(host.current, isOld), times, prices, places, yourLine } : undefined),
    [isOld, times, prices, places, yourLine],
  );
  const { chart, failed } = usePriceChart({ host, dress, lengthS, onCross: setCross, onNearStart: feed.older });

  useEffect(() => {
    const wear = () => {
      const look = dress();
      if (look) chart?.dress(look);
    };
    wear();
    return onInksChange(wear);
  }, [chart, dress]);
  useEffect(() => (chart ? feed.watch(chart) : undefined), [chart, feed]);
  useEffect(() => {
    chart?.orders(orders);
  }, [chart, orders]);

  useEffect(() => {
    if (own) chart?.own(own);
  }, [chart, own]);

  // It changes when a bar begins and when keys move the cross-hair, not at each tick.
  const [begun, setBegun] = useState<Bar>();
  if (begun?.id !== last?.id) setBegun(last);
  const isReady = phase === 'ready' && chart !== undefined;
  const at = cross ? bars.findIndex(({ id }) => id === cross.id) : bars.length - 1;
  return {
    ...shown,
    host,
    cross,
    spoken: stepped ?? begun,
    /** Index of the bar under the cross-hair, else of the last. */
    at,
    press: (event: KeyboardEvent) => chart && press(event, chart, setStepped),
    isReady,
    isFailed: phase === 'failed' || failed,
  };
}

function press(event: KeyboardEvent, chart: PriceChart, onStep: (bar: Bar | undefined) => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = STEPS[event.key];
  if (step !== undefined) onStep(chart.step(step));
  else if (event.key === '+' || event.key === '=') chart.zoom(ZOOM_STEP);
  else if (event.key === '-') chart.zoom(1 / ZOOM_STEP);
  else if (event.key === 'End' || event.key === 'Escape') {
    chart.toEnd();
    onStep(undefined);
  } else return;
  event.preventDefault();
}

import { formatDecimal } from '@plimsoll/i18n';
import { useReading } from '@plimsoll/ui';
import { useCallback, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../platform/connection.ts';
import { placesOfMarket } from '../market/index.ts';
import type { Bar } from './bar-feed.ts';
import { factsOf, type ChartMarket, type ChartOrder, type Interval } from './facts.ts';
import { OLD_AFTER_MS } from './freshness.ts';
import { inksAt, onInksChange } from './inks.ts';
import { ChartFailed, ChartLoading, OldBars } from './overlays.tsx';
import { chartPrices } from './prices.ts';
import { Readout } from './readout.tsx';
import { chartTimes } from './times.ts';
import { notedMs, useBarFeed, useOfFeed } from './use-bar-feed.ts';
import { usePriceChart } from './use-price-chart.ts';

interface CandlesProps {
  readonly market: ChartMarket;
  readonly orders: readonly ChartOrder[];
  readonly interval: Interval;
  /** Begins anew: draws another of these. */
  readonly onRetry: () => void;
}

const ZOOM_STEP = 1.25;
/** Bars that a key moves the cross-hair by. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -10,
  PageDown: 10,
  Home: -Infinity,
};

/**
 * One market's candles of one length. The canvas is a slider over the bars to those who do not see it. Keyed by market
 * and interval.
 */
export function Candles({ market, orders, interval, onRetry }: CandlesProps) {
  const t = useTranslations('chart');
  const { language, nativeDigits } = useReading();
  const { lengthS, unit, count } = factsOf(interval);
  const host = useRef<HTMLDivElement>(null);
  const keysId = useId();
  const [openedAtMs] = useState(Date.now);
  const [cross, setCross] = useState<Bar>();
  const [stepped, setStepped] = useState<Bar>();

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

  // Said when a bar begins and when the keys move the cross-hair, not at each tick.
  const [begun, setBegun] = useState<Bar>();
  if (begun?.id !== last?.id) setBegun(last);
  const spoken = stepped ?? begun;
  const said =
    spoken &&
    t('bar.text', {
      time: times.bar(spoken.id),
      open: prices.price(spoken.open),
      high: prices.price(spoken.high),
      low: prices.price(spoken.low),
      close: prices.price(spoken.close),
      volume: prices.volume(spoken.vol),
    });

  function press(event: KeyboardEvent): void {
    if (!chart || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (step !== undefined) setStepped(chart.step(step));
    else if (event.key === '+' || event.key === '=') chart.zoom(ZOOM_STEP);
    else if (event.key === '-') chart.zoom(1 / ZOOM_STEP);
    else if (event.key === 'End' || event.key === 'Escape') {
      chart.toEnd();
      setStepped(undefined);
    } else return;
    event.preventDefault();
  }

  const isFailed = phase === 'failed' || failed;
  const isReady = phase === 'ready' && chart !== undefined;
  const at = cross ? bars.findIndex(({ id }) => id === cross.id) : bars.length - 1;
  return (
    <section
      aria-label={t('label', { title: market.title, interval: t(`long.${unit}${count}` as 'long.minute1') })}
      aria-busy={!isReady && !isFailed}
      className="relative min-h-0"
    >
      <div
        ref={host}
        role="slider"
        tabIndex={0}
        aria-label={t('bars')}
        aria-describedby={keysId}
        aria-orientation="horizontal"
        aria-valuemin={1}
        aria-valuemax={Math.max(1, bars.length)}
        aria-valuenow={Math.max(1, at + 1)}
        aria-valuetext={said}
        onKeyDown={press}
        dir="ltr"
        className="absolute inset-0 overflow-hidden focus-visible:-outline-offset-2"
      />
      <p id={keysId} className="sr">
        {t('keys')}
      </p>
      <p role="status" className="sr">
        {isReady ? said : ''}
      </p>
      {isReady && <Readout bar={cross ?? last} prices={prices} time={cross && times.bar(cross.id)} isOld={isOld} />}
      {isReady && isOld && last && (
        <OldBars isOnline={isOnline}>
          {isOnline
            ? t('old', { seconds: formatDecimal(String(ageS), { language, nativeDigits }) })
            : t('offline', { time: times.bar(last.id) })}
        </OldBars>
      )}
      {!isReady && !isFailed && <ChartLoading />}
      {isFailed && <ChartFailed onRetry={onRetry} />}
    </section>
  );
}

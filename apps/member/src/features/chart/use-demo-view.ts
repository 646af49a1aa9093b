import { useReading } from '@plimsoll/ui';
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { FIRST_ZOOM, MIN_ZOOM, type MarkWords, type Zoom, type DemoChart } from './demo-chart.ts';
import { inksAt, onInksChange } from './inks.ts';
import { chartPrices } from './prices.ts';
import { AVERAGES, closesOf, movingAverage, sampleDays } from './sample-days.ts';
import { chartTimes } from './times.ts';
import { useDemoChart } from './use-demo-chart.ts';

/** Averages and marks have two places (PRODUCT 36). */
const PLACES = 2;
const ZOOM_STEP = 10;
const DAYS = sampleDays();
const CLOSES = closesOf(DAYS);
const AVERAGE_LINES = AVERAGES.map((days) => ({ days, values: movingAverage(DAYS, days) }));
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -10,
  PageDown: 10,
  Home: -Infinity,
  End: Infinity,
};

/** Narrows or widens the view about its middle, by so many percent on either side. */
function zoomed([from, to]: Zoom, by: number): Zoom {
  if (to - from - 2 * by < MIN_ZOOM) return [from, to];
  return [Math.max(0, from + by), Math.min(100, to - by)];
}

function useDressed(chart: DemoChart | undefined, dress: () => Parameters<DemoChart['dress']> | undefined) {
  useEffect(() => {
    const wear = () => {
      const look = dress();
      if (look) chart?.dress(...look);
    };
    wear();
    return onInksChange(wear);
  }, [chart, dress]);
}

/** The demo chart's view, its cross-hair, and the keys that move both. */
export function useDemoView() {
  const t = useTranslations('chart.demo');
  const { language, nativeDigits } = useReading();
  const host = useRef<HTMLDivElement>(null);
  const [openedAtMs] = useState(Date.now);
  const [zoom, setZoom] = useState<Zoom>(FIRST_ZOOM);
  const [cross, setCross] = useState<{ readonly at: number; readonly share: number }>();

  const prices = useMemo(() => chartPrices(PLACES, { language, nativeDigits }), [language, nativeDigits]);
  const times = useMemo(
    () => chartTimes('D', { language, nativeDigits }, openedAtMs),
    [language, nativeDigits, openedAtMs],
  );
  const words: MarkWords = useMemo(
    () => ({
      highest: t('highest', { price: prices.price(CLOSES.highest.close) }),
      lowest: t('lowest', { price: prices.price(CLOSES.lowest.close) }),
      mean: t('mean', { price: prices.price(CLOSES.mean) }),
    }),
    [t, prices],
  );
  const dress = useCallback(
    () =>
      host.current
        ? ([
            { inks: inksAt(host.current, false), times, prices, places: PLACES, yourLine: '' },
            words,
          ] satisfies Parameters<DemoChart['dress']>)
        : undefined,
    [times, prices, words],
  );
  const { chart, failed } = useDemoChart({
    host,
    days: DAYS,
    dress,
    onZoom: setZoom,
    onCross: (at, share) => setCross(at === undefined ? undefined : { at, share }),
  });

  useDressed(chart, dress);

  const look = (next: Zoom) => {
    setZoom(next);
    chart?.show(next);
  };
  const zoomBy = (way: 1 | -1) => look(zoomed(zoom, (way * ZOOM_STEP) / 2));
  function press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    const edges = [Math.ceil((zoom[0] / 100) * DAYS.length), Math.ceil((zoom[1] / 100) * DAYS.length) - 1] as const;
    if (step !== undefined)
      chart?.point(Math.min(edges[1], Math.max(edges[0], (cross?.at ?? edges[1] + (step > 0 ? 0 : 1)) + step)));
    else if (event.key === '+' || event.key === '=') zoomBy(1);
    else if (event.key === '-') zoomBy(-1);
    else if (event.key === 'Escape') chart?.point(undefined);
    else return;
    event.preventDefault();
  }
  const at = cross?.at ?? DAYS.length - 1;
  const averages = AVERAGE_LINES.map(({ days, values }) => ({ days, value: values[at] ?? null }));
  return { host, chart, failed, days: DAYS, at, cross, averages, zoom, look, zoomBy, press, words, times, prices };
}

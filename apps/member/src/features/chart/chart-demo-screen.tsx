import { formatDecimal, localeOf } from '@plimsoll/i18n';
import { Icon, IconButton, useReading } from '@plimsoll/ui';
import { minus, plus } from '@plimsoll/ui/icons-screens';
import { useCallback, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { PageHeader } from '../site/index.ts';
import { Attribution } from './attribution.tsx';
import { FIRST_ZOOM, MIN_ZOOM, type MarkWords, type Zoom } from './demo-chart.ts';
import { DemoLegend, DemoTooltip } from './demo-figures.tsx';
import { inksAt, onInksChange } from './inks.ts';
import { ChartFailed, ChartLoading } from './overlays.tsx';
import { chartPrices } from './prices.ts';
import { AVERAGES, closesOf, movingAverage, sampleDays } from './sample-days.ts';
import { chartTimes } from './times.ts';
import { useDemoChart } from './use-demo-chart.ts';
import { ZoomSlider } from './zoom-slider.tsx';

/** Averages and marks are written with two places (PRODUCT 36). */
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

/** Narrows or widens what is in view about its middle, by so many percent on either side. */
function zoomed([from, to]: Zoom, by: number): Zoom {
  if (to - from - 2 * by < MIN_ZOOM) return [from, to];
  return [Math.max(0, from + by), Math.min(100, to - by)];
}

/**
 * /charts/demo: the candlestick demo view, for everybody. Red up and green down whatever the reader chose; sample data
 * alone (PRODUCT 36).
 */
export default function ChartDemoScreen() {
  const [attempt, setAttempt] = useState(0);
  return <Demo key={attempt} onRetry={() => setAttempt(attempt + 1)} />;
}

function Demo({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTranslations('chart.demo');
  const charts = useTranslations('chart');
  const { language, nativeDigits } = useReading();
  const host = useRef<HTMLDivElement>(null);
  const keysId = useId();
  const [openedAtMs] = useState(Date.now);
  const [zoom, setZoom] = useState<Zoom>(FIRST_ZOOM);
  const [cross, setCross] = useState<{ readonly at: number; readonly share: number }>();

  const prices = useMemo(() => chartPrices(PLACES, { language, nativeDigits }), [language, nativeDigits]);
  const times = useMemo(
    () => chartTimes('D', { language, nativeDigits }, openedAtMs),
    [language, nativeDigits, openedAtMs],
  );
  const count = (value: number) => formatDecimal(String(value), { language, nativeDigits });
  const dress = useCallback(() => {
    if (!host.current) return undefined;
    const words: MarkWords = {
      highest: t('highest', { price: prices.price(CLOSES.highest.close) }),
      lowest: t('lowest', { price: prices.price(CLOSES.lowest.close) }),
      mean: t('mean', { price: prices.price(CLOSES.mean) }),
    };
    return [{ inks: inksAt(host.current, false), times, prices, places: PLACES, yourLine: '' }, words] as const;
  }, [t, times, prices]);
  const { chart, failed } = useDemoChart({
    host,
    days: DAYS,
    dress,
    onZoom: setZoom,
    onCross: (at, share) => setCross(at === undefined ? undefined : { at, share }),
  });

  useEffect(() => {
    const wear = () => {
      const look = dress();
      if (look) chart?.dress(...look);
    };
    wear();
    return onInksChange(wear);
  }, [chart, dress]);

  const look = (next: Zoom) => {
    setZoom(next);
    chart?.show(next);
  };
  function press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    const edges = [Math.ceil((zoom[0] / 100) * DAYS.length), Math.ceil((zoom[1] / 100) * DAYS.length) - 1] as const;
    if (step !== undefined)
      chart?.point(Math.min(edges[1], Math.max(edges[0], (cross?.at ?? edges[1] + (step > 0 ? 0 : 1)) + step)));
    else if (event.key === '+' || event.key === '=') look(zoomed(zoom, ZOOM_STEP / 2));
    else if (event.key === '-') look(zoomed(zoom, -ZOOM_STEP / 2));
    else if (event.key === 'Escape') chart?.point(undefined);
    else return;
    event.preventDefault();
  }

  const at = cross?.at ?? DAYS.length - 1;
  const day = DAYS[at];
  const averages = AVERAGE_LINES.map(({ days, values }) => ({ days, value: values[at] ?? null }));
  const percents = useMemo(
    () => new Intl.NumberFormat(localeOf(language, nativeDigits), { style: 'percent' }),
    [language, nativeDigits],
  );
  const percent = (value: number) => percents.format(value / 100);
  return (
    <div data-updown="red-up">
      <PageHeader title={t('title')} canGoBack />
      <DemoLegend averages={averages} prices={prices} count={count} />
      <section aria-label={t('label')} aria-busy={!chart && !failed} className="relative h-[min(430px,60dvh)] min-h-70">
        <div
          ref={host}
          role="slider"
          tabIndex={0}
          aria-label={charts('bars')}
          aria-describedby={keysId}
          aria-orientation="horizontal"
          aria-valuemin={1}
          aria-valuemax={DAYS.length}
          aria-valuenow={at + 1}
          aria-valuetext={
            day &&
            `${times.bar(day.id)}: ${t('open')} ${prices.price(day.open)}, ${t('close')} ${prices.price(day.close)}, ${t('low')} ${prices.price(day.low)}, ${t('high')} ${prices.price(day.high)}`
          }
          onKeyDown={press}
          dir="ltr"
          className="absolute inset-0 overflow-hidden focus-visible:-outline-offset-2"
        />
        <p id={keysId} className="sr">
          {t('keys')}
        </p>
        <ul className="sr">
          {[
            t('highest', { price: prices.price(CLOSES.highest.close) }),
            t('lowest', { price: prices.price(CLOSES.lowest.close) }),
            t('mean', { price: prices.price(CLOSES.mean) }),
          ].map((mark) => (
            <li key={mark}>{mark}</li>
          ))}
        </ul>
        {cross && day && (
          <DemoTooltip
            day={day}
            date={times.bar(day.id)}
            share={cross.share}
            averages={averages}
            prices={prices}
            count={count}
          />
        )}
        {!chart && !failed && <ChartLoading />}
        {failed && <ChartFailed onRetry={onRetry} />}
      </section>
      <div className="grid gap-2 px-1.25 pt-3">
        <ZoomSlider days={DAYS} value={zoom} onChange={look} say={percent} />
        <div className="flex items-center gap-1 px-2.75 text-12 text-ink-3">
          <span className="flex-1">
            {t('zoom')}{' '}
            <span dir="ltr" className="ms-2 inline-block text-ink-2">
              <bdi>{percent(zoom[0])}</bdi> – <bdi>{percent(zoom[1])}</bdi>
            </span>
          </span>
          <IconButton label={t('wider')} onClick={() => look(zoomed(zoom, -ZOOM_STEP / 2))}>
            <Icon of={minus} size={20} />
          </IconButton>
          <IconButton label={t('closer')} onClick={() => look(zoomed(zoom, ZOOM_STEP / 2))}>
            <Icon of={plus} size={20} />
          </IconButton>
        </div>
      </div>
      <p className="px-4 pt-1 text-12 text-ink-3">{t('note')}</p>
      <Attribution />
    </div>
  );
}

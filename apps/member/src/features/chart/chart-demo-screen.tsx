import { formatDecimal } from '@plimsoll/i18n';
import { useReading } from '@plimsoll/ui';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PageHeader } from '../site/index.ts';
import { Attribution } from './attribution.tsx';
import { DemoLegend, DemoTooltip } from './demo-figures.tsx';
import { ChartFailed, ChartLoading } from './overlays.tsx';
import { MarkList, useDayText, ZoomBar } from './demo-parts.tsx';
import { AVERAGES } from './sample-days.ts';
import { useDemoView } from './use-demo-view.ts';

/** /charts/demo: sample candles for everybody; always red up and green down (PRODUCT 36). */
export default function ChartDemoScreen() {
  const [attempt, setAttempt] = useState(0);
  return <Demo key={attempt} onRetry={() => setAttempt(attempt + 1)} />;
}

function Demo({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTranslations('chart.demo');
  const charts = useTranslations('chart');
  const reading = useReading();
  const keysId = useId();
  const view = useDemoView();
  const { host, chart, failed, days, at, cross, averages, times, prices } = view;
  const count = (value: number) => formatDecimal(String(value), reading);
  const dayText = useDayText(times, prices);
  const day = days[at];
  return (
    <div data-updown="red-up">
      <PageHeader title={t('title')} canGoBack />
      <DemoLegend averages={averages} prices={prices} count={count} />
      <section
        aria-label={t('label', { periods: AVERAGES.map(count).join(', ') })}
        aria-busy={!chart && !failed}
        className="relative h-[min(430px,60dvh)] min-h-70"
      >
        <div
          ref={host}
          role="slider"
          tabIndex={0}
          aria-label={charts('bars')}
          aria-describedby={keysId}
          aria-orientation="horizontal"
          aria-valuemin={1}
          aria-valuemax={days.length}
          aria-valuenow={at + 1}
          aria-valuetext={day && dayText(day)}
          onKeyDown={view.press}
          dir="ltr"
          className="absolute inset-0 overflow-hidden focus-visible:-outline-offset-2"
        />
        <p id={keysId} className="sr">
          {t('keys')}
        </p>
        <MarkList words={view.words} />
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
      <ZoomBar days={days} zoom={view.zoom} onLook={view.look} onStep={view.zoomBy} />
      <p className="px-4 pt-1 text-12 text-ink-3">{t('note')}</p>
      <Attribution />
    </div>
  );
}

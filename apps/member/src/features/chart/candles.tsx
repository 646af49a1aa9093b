import { formatDecimal } from '@plimsoll/i18n';
import { useReading } from '@plimsoll/ui';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { factsOf, type Interval, type OwnMarks } from './facts.ts';
import { ChartFailed, ChartLoading, OldBars } from './overlays.tsx';
import { Readout } from './readout.tsx';
import { useCandles, type CandlesInput } from './use-candles.ts';

interface CandlesProps extends CandlesInput {
  readonly onRetry: () => void;
}

/** Says what of the member's own trade the chart shows; nothing where there is none. */
function Drawn({ own: { fills, orders } }: { readonly own: OwnMarks }) {
  const t = useTranslations('chart');
  const reading = useReading();
  if (fills.length === 0 && orders.length === 0) return null;
  const write = (count: number) => formatDecimal(String(count), reading);
  return <p className="sr">{t('drawn', { fills: write(fills.length), orders: write(orders.length) })}</p>;
}

function useLabel(title: string, interval: Interval): string {
  const t = useTranslations('chart');
  const { long, count } = factsOf(interval);
  return t('label', { title, interval: t(`long.${long}`, { count: formatDecimal(String(count), useReading()) }) });
}

/** One market's candles of one length, keyed by both; a slider over the bars to screen readers. */
export function Candles({ market, orders, interval, own, onRetry }: CandlesProps) {
  const t = useTranslations('chart');
  const reading = useReading();
  const label = useLabel(market.title, interval);
  const keysId = useId();
  const candles = useCandles({ market, orders, interval, own });
  const { host, cross, spoken, at, bars, last, isOnline, isOld, ageS, prices, times, isReady, isFailed } = candles;
  const spokenText =
    spoken &&
    t('bar.text', {
      time: times.bar(spoken.id),
      open: prices.price(spoken.open),
      high: prices.price(spoken.high),
      low: prices.price(spoken.low),
      close: prices.price(spoken.close),
      volume: prices.volume(spoken.vol),
    });

  return (
    <section aria-label={label} aria-busy={!isReady && !isFailed} className="relative min-h-0">
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
        aria-valuetext={spokenText}
        onKeyDown={candles.press}
        dir="ltr"
        className="absolute inset-0 overflow-hidden focus-visible:-outline-offset-2"
      />
      <p id={keysId} className="sr">
        {t('keys')}
      </p>
      <p role="status" className="sr">
        {isReady ? spokenText : ''}
      </p>
      {isReady && own && <Drawn own={own} />}
      {isReady && <Readout bar={cross ?? last} prices={prices} time={cross && times.bar(cross.id)} isOld={isOld} />}
      {isReady && isOld && last && (
        <OldBars isOnline={isOnline}>
          {isOnline
            ? t('old', { seconds: formatDecimal(String(ageS), reading) })
            : t('offline', { time: times.bar(last.id) })}
        </OldBars>
      )}
      {!isReady && !isFailed && <ChartLoading />}
      {isFailed && <ChartFailed onRetry={onRetry} />}
    </section>
  );
}

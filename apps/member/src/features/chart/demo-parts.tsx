import { localeOf } from '@plimsoll/i18n';
import { Icon, IconButton, useReading } from '@plimsoll/ui';
import { minus, plus } from '@plimsoll/ui/icons-screens';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { MarkWords, Zoom } from './demo-chart.ts';
import type { ChartPrices } from './prices.ts';
import type { ChartTimes } from './times.ts';
import { ZoomSlider } from './zoom-slider.tsx';
import type { Bar } from './bar-feed.ts';

interface ZoomBarProps {
  readonly days: readonly Bar[];
  readonly zoom: Zoom;
  readonly onLook: (zoom: Zoom) => void;
  readonly onStep: (way: 1 | -1) => void;
}

/** The part of the days that is in view, with the slider and buttons that change it. */
export function ZoomBar({ days, zoom, onLook, onStep }: ZoomBarProps) {
  const t = useTranslations('chart.demo');
  const { language, nativeDigits } = useReading();
  const percents = useMemo(
    () => new Intl.NumberFormat(localeOf(language, nativeDigits), { style: 'percent' }),
    [language, nativeDigits],
  );
  const percent = (value: number) => percents.format(value / 100);
  return (
    <div className="grid gap-2 px-1.25 pt-3">
      <ZoomSlider days={days} value={zoom} onChange={onLook} say={percent} />
      <div className="flex items-center gap-1 px-2.75 text-12 text-ink-3">
        <span className="flex-1">
          {t('zoom')}{' '}
          <span dir="ltr" className="ms-2 inline-block text-ink-2">
            <bdi>{percent(zoom[0])}</bdi> – <bdi>{percent(zoom[1])}</bdi>
          </span>
        </span>
        <IconButton label={t('wider')} onClick={() => onStep(-1)}>
          <Icon of={minus} size={20} />
        </IconButton>
        <IconButton label={t('closer')} onClick={() => onStep(1)}>
          <Icon of={plus} size={20} />
        </IconButton>
      </div>
    </div>
  );
}

/** The marks of the closes, for screen readers. */
export function MarkList({ words }: { readonly words: MarkWords }) {
  return (
    <ul className="sr">
      {[words.highest, words.lowest, words.mean].map((mark) => (
        <li key={mark}>{mark}</li>
      ))}
    </ul>
  );
}

/** A day's figures in words. */
export function useDayText(times: ChartTimes, prices: ChartPrices): (day: Bar) => string {
  const t = useTranslations('chart.demo');
  return (day) =>
    `${times.bar(day.id)}: ${t('open')} ${prices.price(day.open)}, ${t('close')} ${prices.price(day.close)}, ${t('low')} ${prices.price(day.low)}, ${t('high')} ${prices.price(day.high)}`;
}

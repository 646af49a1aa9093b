import { Slider } from '@base-ui/react/slider';
import { useTranslations } from 'use-intl';
import type { Bar } from './bar-feed.ts';
import { MIN_ZOOM, type Zoom } from './demo-chart.ts';

interface ZoomSliderProps {
  readonly days: readonly Bar[];
  readonly value: Zoom;
  readonly onChange: (zoom: Zoom) => void;
  readonly say: (percent: number) => string;
}

const WIDTH = 358;
const HEIGHT = 44;
const MARGIN = 6;

function outline(days: readonly Bar[]): string {
  const closes = days.map(({ close }) => close);
  const lowest = Math.min(...closes);
  const span = Math.max(...closes) - lowest || 1;
  const points = closes.map(
    (close, at) =>
      `${((at / (closes.length - 1)) * WIDTH).toFixed(1)} ${(HEIGHT - MARGIN - ((close - lowest) / span) * (HEIGHT - 2 * MARGIN)).toFixed(1)}`,
  );
  return `M${points.join('L')}`;
}

/** The part of all days that is in view: two thumbs, always left to right. */
export function ZoomSlider({ days, value, onChange, say }: ZoomSliderProps) {
  const t = useTranslations('chart.demo');
  const line = outline(days);
  const take = ([from, to]: readonly number[]) => {
    if (from !== undefined && to !== undefined) onChange([from, to]);
  };
  return (
    <div dir="ltr" className="overflow-x-clip px-5.5">
      <Slider.Root
        value={[...value]}
        onValueChange={(next) => {
          take(next);
        }}
        min={0}
        max={100}
        step={1}
        minStepsBetweenValues={MIN_ZOOM}
        thumbCollisionBehavior="none"
      >
        <Slider.Control className="h-11 touch-none select-none">
          <Slider.Track className="relative size-full">
            <svg
              viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
              preserveAspectRatio="none"
              className="absolute inset-0 size-full"
              aria-hidden="true"
            >
              <path d={`${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} fill="var(--chart-area)" />
              <path
                d={line}
                fill="none"
                stroke="var(--line-strong)"
                strokeWidth="1.2"
                vectorEffect="non-scaling-stroke"
              />
            </svg>
            <Slider.Indicator className="h-full border-x-2 border-paint bg-[color-mix(in_srgb,var(--water)_16%,transparent)]" />
            {[t('from'), t('to')].map((name, index) => (
              <Slider.Thumb
                key={name}
                index={index}
                getAriaLabel={() => name}
                getAriaValueText={(_, percent) => say(percent)}
                className="hit size-5.5 rounded-full bg-paint [box-shadow:0_0_0_3px_var(--bg)] has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-focus"
              />
            ))}
          </Slider.Track>
        </Slider.Control>
      </Slider.Root>
    </div>
  );
}

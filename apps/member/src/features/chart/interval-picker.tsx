import { formatDecimal } from '@plimsoll/i18n';
import { useReading } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { INTERVALS, type Interval } from './facts.ts';
import type { OtherView } from './live-chart-props.ts';

const NAMES = { minute: 'minutes', hour: 'hours', day: 'days', week: 'weeks', month: 'months' } as const;

interface IntervalPickerProps {
  readonly value: Interval;
  readonly onChange: (interval: Interval) => void;
  readonly other: OtherView | undefined;
}

const BUTTON =
  'relative h-11 min-w-9.5 flex-[1_0_auto] px-1.5 text-center text-13 font-medium text-ink-3 aria-pressed:font-semibold aria-pressed:text-ink before:absolute before:inset-y-0 before:-inset-x-px first:before:-start-2 last:before:-end-2 aria-pressed:after:absolute aria-pressed:after:inset-x-1.5 aria-pressed:after:-bottom-px aria-pressed:after:h-0.5 aria-pressed:after:bg-paint wide:min-w-11.5 wide:flex-none';

/** The nine intervals in a row, after another drawing where there is one. */
export function IntervalPicker({ value, onChange, other }: IntervalPickerProps) {
  const t = useTranslations('chart');
  const { language, nativeDigits } = useReading();
  return (
    <div
      role="group"
      aria-label={t('interval')}
      className="no-bar flex gap-0.5 overflow-x-auto border-y px-2 wide:px-2.25"
    >
      {other && (
        <button type="button" aria-pressed={other.isShown} onClick={other.onShow} className={BUTTON}>
          {other.label}
        </button>
      )}
      {INTERVALS.map(({ interval, unit, count }) => (
        <button
          key={interval}
          type="button"
          aria-pressed={interval === value && other?.isShown !== true}
          onClick={() => onChange(interval)}
          className={BUTTON}
        >
          {t(NAMES[unit], { count: formatDecimal(String(count), { language, nativeDigits }) })}
        </button>
      ))}
    </div>
  );
}

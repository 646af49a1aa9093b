import { PORTFOLIO_RANGES, type PortfolioRange } from '@plimsoll/contract/codes/portfolio';
import { formatDecimal } from '@plimsoll/i18n';
import { useReading } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';

interface RangePickerProps {
  readonly value: PortfolioRange;
  readonly onChange: (range: PortfolioRange) => void;
}

const BUTTON =
  'relative h-11 min-w-9.5 flex-[1_0_auto] px-1.5 text-center text-13 font-medium text-ink-3 aria-pressed:font-semibold aria-pressed:text-ink aria-pressed:after:absolute aria-pressed:after:inset-x-1.5 aria-pressed:after:-bottom-px aria-pressed:after:h-0.5 aria-pressed:after:bg-paint';

/** How far back the curve reaches, in a row. */
export function RangePicker({ value, onChange }: RangePickerProps) {
  const t = useTranslations('portfolio');
  const chart = useTranslations('chart');
  const reading = useReading();
  const one = { count: formatDecimal('1', reading) };
  const names: Readonly<Record<PortfolioRange, string>> = {
    hour: chart('hours', one),
    day: chart('days', one),
    week: chart('weeks', one),
    month: chart('months', one),
    year: t('years', one),
    all: t('all'),
  };
  return (
    <div role="group" aria-label={t('range')} className="no-bar flex gap-0.5 overflow-x-auto border-b px-2">
      {PORTFOLIO_RANGES.map((range) => (
        <button
          key={range}
          type="button"
          aria-pressed={range === value}
          onClick={() => onChange(range)}
          className={BUTTON}
        >
          {names[range]}
        </button>
      ))}
    </div>
  );
}

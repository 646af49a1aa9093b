import { formatDecimal, localeOf, timeFormat } from '@plimsoll/i18n';
import { useReading } from '@plimsoll/ui';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useTodaysCurve, useTodaysPortfolio } from '../assets/index.ts';
import { curveOf } from './curve.ts';
import { Lines, Marks } from './drawing.tsx';

/** `14:20` */
const MINUTE = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** The day's points; the last is of the figures over the curve, which are read more often. */
function usePoints() {
  const { data: day } = useTodaysCurve();
  const { data: now } = useTodaysPortfolio();
  return useMemo(() => {
    const [points = [], last] = [day?.points, now?.points.at(-1)];
    return last && points.length > 0 ? [...points.slice(0, -1), last] : points;
  }, [day, now]);
}

/** A member's worth since the reader's midnight, over the line of what it was then. */
export default function DayCurve({ isHidden }: { readonly isHidden: boolean }) {
  const t = useTranslations('portfolio');
  const reading = useReading();
  const points = usePoints();
  const curve = useMemo(() => curveOf(points, 'worth'), [points]);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  // Without a line there is no curve.
  if (!points.some(({ worth }) => /[1-9]/.test(worth))) return <p className="text-14 text-ink-2">{t('noneText')}</p>;
  const figure = (value: string) => formatDecimal(value, { ...reading, decimals: 2 });
  const clock = timeFormat(localeOf(reading.language, reading.nativeDigits), MINUTE);
  const time = (at: string) => <bdi>{clock.format(Date.parse(at))}</bdi>;
  const name = t('worth');
  return (
    <>
      <div
        dir="ltr"
        role="img"
        aria-label={isHidden ? t('overHidden', { name }) : t('over', { name, value: figure(last.worth) })}
        className="relative -ml-4 h-18"
      >
        <Lines curve={curve} />
        <Marks curve={curve} points={points} at={points.length - 1} isChosen={false} />
      </div>
      <p dir="ltr" className="mt-2 flex flex-wrap justify-between gap-x-3 text-12 text-ink-3">
        {time(first.time)}
        <span dir="auto" className="order-last w-full text-center min-[360px]:order-none min-[360px]:w-auto">
          {isHidden ? '' : t('midnight', { worth: figure(first.worth) })}
        </span>
        {time(last.time)}
      </p>
    </>
  );
}

import type { PortfolioPoint } from '@plimsoll/contract/portfolio';
import { formatDecimal, formatTime, type TimeStyle } from '@plimsoll/i18n';
import { useReading } from '@plimsoll/ui';
import { useMemo, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslations } from 'use-intl';
import { areaPath, curveOf, linePath, movedAt, nearest, type CurveOf } from './curve.ts';

const DAY_MS = 86_400_000;
/** Times below the curve. */
const LABELS = 4;
/** Width of the figures beside it. */
const AXIS = 54;
/** A finger that moved less has tapped. */
const TAP = 8;

interface PlotProps {
  readonly points: readonly PortfolioPoint[];
  readonly of: CurveOf;
  readonly isHidden: boolean;
  /** The chosen point; undefined for now. */
  readonly chosen: number | undefined;
  readonly onChoose: (index: number | undefined) => void;
  /** A tap, or Enter. */
  readonly onOpen: (index: number) => void;
}

/** How far a key moves along a curve; left is earlier in every language, as time is drawn. */
const MOVES: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageDown: -10, PageUp: 10 };

function indexAfter(key: string, index: number, count: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const move = MOVES[key];
  return move === undefined ? undefined : Math.min(count - 1, Math.max(0, index + move));
}

const percent = (of1000: number): string => `${of1000 / 10}%`;

function useTimes(points: readonly PortfolioPoint[]) {
  const reading = useReading();
  const [from = 0, to = from] = [points[0], points.at(-1)].flatMap((point) => (point ? [Date.parse(point.time)] : []));
  const style: TimeStyle = to - from > 2 * DAY_MS ? 'date' : 'time';
  const shown = (at: string | number, as: TimeStyle = style): string => formatTime(at, { ...reading, style: as });
  return { from, to, shown };
}

/** A curve over the line that it is measured against, with money in and out as squares on its axis. */
export function Plot({ points, of, isHidden, chosen, onChoose, onOpen }: PlotProps) {
  const t = useTranslations('portfolio');
  const reading = useReading();
  const { from, to, shown } = useTimes(points);
  const curve = useMemo(() => curveOf(points, of), [points, of]);
  const area = useRef<HTMLDivElement>(null);
  const pressedX = useRef(0);
  const at = chosen ?? points.length - 1;
  const point = points[at];
  const name = t(of);
  const figure = (value: string, decimals = 2): string =>
    `${of === 'profit' && /^0*[1-9]|^0*\.0*[1-9]/.test(value) ? '+' : ''}${formatDecimal(value, { ...reading, decimals })}`;

  const indexUnder = (event: PointerEvent): number | undefined => {
    const box = area.current?.getBoundingClientRect();
    return box && nearest(curve, (event.clientX - box.left) / box.width);
  };
  const follow = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' || event.buttons > 0) onChoose(indexUnder(event));
  };
  const press = (event: PointerEvent) => {
    pressedX.current = event.clientX;
    area.current?.setPointerCapture(event.pointerId);
    follow(event);
  };
  const lift = (event: PointerEvent) => {
    const index = indexUnder(event);
    if (index !== undefined && Math.abs(event.clientX - pressedX.current) < TAP) onOpen(index);
  };
  const move = (event: KeyboardEvent) => {
    const next = indexAfter(event.key, at, points.length);
    if (next === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (next === undefined) onOpen(at);
    else onChoose(next);
  };

  return (
    <div dir="ltr" className="relative mt-2 h-42 pb-5" style={{ paddingInlineEnd: AXIS }}>
      <div
        ref={area}
        role="slider"
        tabIndex={0}
        aria-label={
          isHidden ? t('overHidden', { name }) : t('over', { name, value: figure(points.at(-1)?.[of] ?? '0') })
        }
        aria-valuemin={0}
        aria-valuemax={Math.max(0, points.length - 1)}
        aria-valuenow={at}
        aria-valuetext={point && `${shown(point.time, 'full')}${isHidden ? '' : `, ${figure(point[of])} USDT`}`}
        onPointerMove={follow}
        onPointerDown={press}
        onPointerUp={lift}
        onPointerLeave={() => onChoose(undefined)}
        onKeyDown={move}
        className="relative h-full cursor-crosshair touch-pan-y"
      >
        <svg
          viewBox="0 0 1000 1000"
          preserveAspectRatio="none"
          aria-hidden="true"
          className="absolute inset-0 block size-full overflow-visible"
        >
          {curve.grid.map(({ y, value }) => (
            <path key={value} d={`M0 ${y}H1000`} stroke="var(--chart-grid)" vectorEffect="non-scaling-stroke" />
          ))}
          <path d={areaPath(curve)} fill="var(--chart-area)" />
          <path
            d={linePath(curve)}
            fill="none"
            stroke="var(--chart-line)"
            strokeWidth="2"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <div
          className="absolute inset-x-0 h-0 border-t-[1.5px] border-(--paint)"
          style={{ top: percent(curve.baseY) }}
        />
        {movedAt(points).map((index) => (
          <i
            key={points[index]?.time}
            className="absolute top-full -ms-1 -mt-1 size-1.75 rounded-[2px] bg-ink-2 ring-2 ring-bg"
            style={{ left: percent(curve.xs[index] ?? 0) }}
          />
        ))}
        {chosen !== undefined && (
          <div
            className="absolute inset-y-0 w-0 border-s border-dashed border-ink-2"
            style={{ left: percent(curve.xs[at] ?? 0) }}
          />
        )}
        <i
          className={`absolute -ms-1 -mt-1 size-2.25 rounded-full ring-2 ring-bg ${chosen === undefined ? 'bg-(--chart-line)' : 'bg-(--paint)'}`}
          style={{ left: percent(curve.xs[at] ?? 0), top: percent(curve.ys[at] ?? 0) }}
        />
      </div>
      {!isHidden &&
        curve.grid.map(({ y, value }) => (
          <span
            key={value}
            className="n absolute end-1.5 -translate-y-1/2 text-11 text-(--chart-axis)"
            style={{ top: `calc((100% - 20px) * ${y / 1000})` }}
          >
            {figure(value, Math.min(8, value.split('.')[1]?.length ?? 0))}
          </span>
        ))}
      <div
        className="absolute inset-s-1.5 bottom-0 flex justify-between text-11 text-(--chart-axis)"
        style={{ insetInlineEnd: AXIS }}
        aria-hidden="true"
      >
        {Array.from({ length: LABELS }, (_, n) => from + ((to - from) * n) / (LABELS - 1)).map((timeMs, n) => (
          <bdi key={n}>{shown(timeMs)}</bdi>
        ))}
      </div>
    </div>
  );
}

import type { PortfolioPoint } from '@plimsoll/contract/portfolio';
import { formatDecimal, formatTime, type TimeStyle } from '@plimsoll/i18n';
import { useReading } from '@plimsoll/ui';
import { useMemo, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslations } from 'use-intl';
import { curveOf, nearest, type Curve, type CurveOf } from './curve.ts';
import { Lines, Marks } from './drawing.tsx';

const DAY_MS = 86_400_000;
/** Where times stand below the curve. */
const SHARES = [0, 1 / 3, 2 / 3, 1] as const;
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

/** Figures beside a curve; none when they are hidden. */
function Scale({ curve, shown }: { readonly curve: Curve; readonly shown: (value: string) => string }) {
  return curve.grid.map(({ y, value }) => (
    <span
      key={value}
      className="n absolute end-1.5 -translate-y-1/2 text-11 text-(--chart-axis)"
      style={{ top: `calc((100% - 20px) * ${y / 1000})` }}
    >
      {shown(value)}
    </span>
  ));
}

/** Times below a curve. */
function Times({ points }: { readonly points: readonly PortfolioPoint[] }) {
  const reading = useReading();
  const fromMs = Date.parse(points[0]?.time ?? '');
  const lengthMs = Date.parse(points.at(-1)?.time ?? '') - fromMs;
  const style: TimeStyle = lengthMs > 2 * DAY_MS ? 'date' : 'time';
  return (
    <div
      className="absolute start-1.5 bottom-0 flex h-[1.5em] flex-wrap justify-between gap-x-2 overflow-hidden text-11 text-(--chart-axis)"
      style={{ insetInlineEnd: AXIS }}
      aria-hidden="true"
    >
      {SHARES.map((share) => (
        <bdi key={share}>{formatTime(fromMs + lengthMs * share, { ...reading, style })}</bdi>
      ))}
    </div>
  );
}

/** Points this near to a finger or mouse are one place: on a month, now and the hour before. */
const COVERED_PX = 2;

/** What a finger or a mouse does on a curve. */
function usePointing({ curve, onChoose, onOpen }: { readonly curve: Curve } & Pick<PlotProps, 'onChoose' | 'onOpen'>) {
  const area = useRef<HTMLDivElement>(null);
  const pressedX = useRef(0);
  const indexUnder = (event: PointerEvent): number | undefined => {
    const box = area.current?.getBoundingClientRect();
    return box && nearest(curve, (event.clientX - box.left) / box.width, COVERED_PX / box.width);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' || event.buttons > 0) onChoose(indexUnder(event));
  };
  return {
    ref: area,
    onPointerMove,
    onPointerDown: (event: PointerEvent) => {
      pressedX.current = event.clientX;
      area.current?.setPointerCapture(event.pointerId);
      onPointerMove(event);
    },
    onPointerUp: (event: PointerEvent) => {
      const index = indexUnder(event);
      if (index !== undefined && Math.abs(event.clientX - pressedX.current) < TAP) onOpen(index);
    },
    onPointerLeave: () => onChoose(undefined),
  };
}

/** A curve over the line that it is measured against, with money in and out as squares on its axis. */
export function Plot({ points, of, isHidden, chosen, onChoose, onOpen }: PlotProps) {
  const t = useTranslations('portfolio');
  const reading = useReading();
  const curve = useMemo(() => curveOf(points, of), [points, of]);
  const pointing = usePointing({ curve, onChoose, onOpen });
  const at = chosen ?? points.length - 1;
  const point = points[at];
  const name = t(of);
  const figure = (value: string, decimals = 2): string => {
    const sign = of === 'profit' && /[1-9]/.test(value) && !value.startsWith('-') ? '+' : '';
    return sign + formatDecimal(value, { ...reading, decimals });
  };
  const value = figure(points.at(-1)?.[of] ?? '0');
  const when = point && formatTime(point.time, { ...reading, style: 'full' });
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
        {...pointing}
        role="slider"
        tabIndex={0}
        aria-label={isHidden ? t('overHidden', { name }) : t('over', { name, value })}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, points.length - 1)}
        aria-valuenow={at}
        aria-valuetext={isHidden || !point ? when : `${when}, ${figure(point[of])} USDT`}
        onKeyDown={move}
        className="relative h-full cursor-crosshair touch-pan-y"
      >
        <Lines curve={curve} hasGrid />
        <Marks curve={curve} points={points} at={at} isChosen={chosen !== undefined} />
      </div>
      {!isHidden && (
        <Scale curve={curve} shown={(each) => figure(each, Math.min(8, each.split('.')[1]?.length ?? 0))} />
      )}
      <Times points={points} />
    </div>
  );
}

import { price } from '@plimsoll/money';
import { Mark } from '@plimsoll/ui';
import { type CSSProperties, useId } from 'react';
import type { ChartOrder } from '../chart/index.ts';
import type { LastMark } from './mark-feed.ts';
import { standingOf, wouldBe } from './returns.ts';
import { SPAN, type TickDrawing } from './tick-drawing.ts';

const place = (x: number, y: number): CSSProperties => ({ left: share(x), top: share(y) });

/** A place in the drawing, as CSS writes it. */
export const share = (value: number): string => `${(value / SPAN) * 100}%`;
/** The mark at the beginning of a line, which stays within the plot. */
const LINE_MARK_PX = 20;
const THIN = { fill: 'none', vectorEffect: 'non-scaling-stroke' } as const;

interface PlotProps {
  readonly drawing: TickDrawing;
  readonly first: ChartOrder | undefined;
  readonly mark: LastMark | undefined;
  readonly isOld: boolean;
}

function Area({ drawing: { area, above }, y }: { readonly drawing: TickDrawing; readonly y: number }) {
  const id = useId();
  const inks = above === 'up' ? ['var(--up)', 'var(--dn)'] : ['var(--dn)', 'var(--up)'];
  return (
    <>
      <clipPath id={`${id}a`}>
        <rect width={SPAN} height={y} />
      </clipPath>
      <clipPath id={`${id}b`}>
        <rect y={y} width={SPAN} height={SPAN - y} />
      </clipPath>
      <path d={area} fill={inks[0]} fillOpacity=".2" clipPath={`url(#${id}a)`} />
      <path d={area} fill={inks[1]} fillOpacity=".2" clipPath={`url(#${id}b)`} />
    </>
  );
}

function Lines({ drawing, first, mark, isOld }: PlotProps) {
  const { path, lines, last, grid } = drawing;
  const line = first && lines.find((each) => each.id === first.id);
  const fate = first && mark ? wouldBe(first.direction, standingOf(price(first.entryPrice), mark.price)) : 'tie';
  const drop = isOld || fate === 'tie' ? 'var(--ink-3)' : fate === 'win' ? 'var(--up)' : 'var(--dn)';
  return (
    <svg
      className="absolute inset-0 size-full overflow-hidden"
      viewBox={`0 0 ${SPAN} ${SPAN}`}
      preserveAspectRatio="none"
    >
      {grid.map(({ y, price: on }) => (
        <path key={on} d={`M0 ${y}H${SPAN}`} stroke="var(--chart-grid)" {...THIN} />
      ))}
      {line && !isOld && <Area drawing={drawing} y={line.y} />}
      {lines.map(
        ({ id: of, untilX }) =>
          untilX !== undefined && (
            <path key={of} d={`M${untilX} 0V${SPAN}`} stroke="var(--ink-2)" strokeDasharray="2 3" {...THIN} />
          ),
      )}
      <path
        d={path}
        stroke={isOld ? 'var(--ink-3)' : 'var(--chart-line)'}
        strokeWidth="1.75"
        strokeLinejoin="round"
        {...THIN}
      />
      {lines.map(({ id: of, fromX, y }) => (
        <path key={of} data-line={of} d={`M${fromX} ${y}H${SPAN}`} stroke="var(--paint)" strokeWidth="2" {...THIN} />
      ))}
      {line && last && <path d={`M${last.x} ${last.y}V${line.y}`} stroke={drop} strokeWidth="1.5" {...THIN} />}
    </svg>
  );
}

/** The lines, and over them what must stay round. */
export function Plot({ drawing, first, mark, isOld }: PlotProps) {
  const { lines, last } = drawing;
  return (
    <>
      <Lines drawing={drawing} first={first} mark={mark} isOld={isOld} />
      {lines.map(({ id: of, fromX, y }) => (
        <span
          key={of}
          className="absolute -translate-1/2"
          style={{ left: `max(${share(fromX)}, ${LINE_MARK_PX / 2}px)`, top: share(y) }}
        >
          <Mark size={LINE_MARK_PX} className="rounded-full bg-bg" />
        </span>
      ))}
      {last && (
        <span
          className={`absolute size-2.5 -translate-1/2 rounded-full border-2 border-bg ${isOld ? 'bg-ink-3' : 'bg-(--chart-line)'}`}
          style={place(last.x, last.y)}
        />
      )}
    </>
  );
}

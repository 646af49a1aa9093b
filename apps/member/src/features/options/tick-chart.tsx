import { format, price, toNumber } from '@plimsoll/money';
import { Icon, Mark } from '@plimsoll/ui';
import { clock } from '@plimsoll/ui/icons-shell';
import type { CSSProperties } from 'react';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../platform/connection.ts';
import { OLD_AFTER_MS, type ChartMarket, type ChartOrder } from '../chart/index.ts';
import { placesOfMarket } from '../market/index.ts';
import type { LastMark } from './mark-feed.ts';
import { standingOf, wouldBe } from './reckoning.ts';
import {
  apart,
  drawnSinceMs,
  drawTicks,
  hasRoom,
  SPAN,
  wordsAlong,
  type ScaleTag,
  type TickDrawing,
} from './tick-drawing.ts';
import { useMark, useMarkPoints } from './use-mark.ts';
import { useSize } from './use-size.ts';
import { useWriting } from './words.ts';

/** Marks are asked for from a moment in whole steps, so that a later look wants no others. */
const ASK_STEP_MS = 60_000;

/** A tag is so much higher than its figure, and stands so far from the next, in pixels. */
const TAG_ROOM = 6;

const at = (value: number): string => `${(value / SPAN) * 100}%`;
const place = (x: number, y: number): CSSProperties => ({ left: at(x), top: at(y) });

interface TickChartProps {
  readonly market: ChartMarket;
  /** Open options whose line is drawn. */
  readonly orders: readonly ChartOrder[];
  /** The line of another is still to come. */
  readonly isDrawing: boolean;
}

/**
 * The marks as they come, above and below the lines of the member's open options. Not mirrored: time runs to the right.
 */
export default function TickChart({ market, orders, isDrawing }: TickChartProps) {
  const t = useTranslations('options');
  const { cents, short, time } = useWriting();
  const mark = useMark(market.symbol);
  const sinceMs = mark && Math.floor(drawnSinceMs(orders, mark.madeAtMs) / ASK_STEP_MS) * ASK_STEP_MS;
  const points = useMarkPoints(market.symbol, sinceMs);
  const { isOld } = useFreshness(mark?.atMs ?? 0, OLD_AFTER_MS);
  const drawing = drawTicks(points, orders);
  const places = placesOfMarket({ price_step: market.priceStep });
  const written = (value: string) => cents(toNumber(price(value)).toFixed(places));
  const newest = points.at(-1);
  const [plot, plotRef] = useSize();
  const [word, wordRef] = useSize();
  const gap = ((word.height + TAG_ROOM) / Math.max(plot.height, 1)) * SPAN;
  const tags = apart(
    [
      ...(drawing.last && newest
        ? [{ kind: 'now' as const, y: drawing.last.y, price: toNumber(newest.price).toFixed(places) }]
        : []),
      ...drawing.lines.map(({ y, entryPrice }) => ({ kind: 'line' as const, y, price: entryPrice })),
    ],
    gap,
  );
  const first = orders.toSorted((a, b) => a.expiresAtMs - b.expiresAtMs)[0];
  const expiries = drawing.lines
    .flatMap(({ untilX, expiresAtMs }) => (untilX === undefined ? [] : [{ x: untilX, atMs: expiresAtMs }]))
    .toSorted((a, b) => a.x - b.x);
  const latest = drawing.lines.at(-1);
  const begun = [
    ...(latest && latest.fromX > 0
      ? [{ x: latest.fromX, atMs: orders.find(({ id }) => id === latest.id)?.placedAtMs ?? 0 }]
      : []),
    ...(newest && drawing.last ? [{ x: drawing.last.x, atMs: newest.atMs }] : []),
  ];
  const edge = (words: readonly { readonly x: number; readonly atMs: number }[]) =>
    word.width > 0 &&
    wordsAlong(words, plot.width, word.width).map(({ atMs, middle }) => (
      <span key={atMs} className="n absolute top-1/2 -translate-1/2 whitespace-nowrap" style={{ left: middle }}>
        {time(atMs, 'time')}
      </span>
    ));
  const said = [
    t('ticks.label', { title: market.title }),
    ...(first ? [`${t('progress.yourLine')} ${written(first.entryPrice)}`] : []),
    ...(mark ? [`${t('progress.now')} ${written(format(mark.price))}`] : []),
  ];
  return (
    <figure
      role="img"
      aria-label={said.join(', ')}
      className={`tick-chart relative size-full ${isOld ? 'stale' : ''}`}
      data-drawn={points.length > 0 ? '' : undefined}
    >
      <div
        dir="ltr"
        aria-hidden="true"
        className="absolute inset-0 end-auto grid w-full grid-cols-[minmax(0,1fr)_auto] grid-rows-[1.5rem_minmax(0,1fr)_1.5rem] text-11 text-ink-3"
      >
        <div className="relative col-start-1">
          {/* What a word at an edge takes, in the reader's font, size and digits. */}
          <span ref={wordRef} className="n invisible absolute whitespace-nowrap">
            {time(newest?.atMs ?? 0, 'time')}
          </span>
          {edge(expiries)}
        </div>
        <div ref={plotRef} className="relative col-start-1 row-start-2">
          <Plot drawing={drawing} first={first} mark={mark} isOld={isOld} />
        </div>
        <div className="relative col-start-1 row-start-3">{edge(begun)}</div>
        <div className="relative col-start-2 row-start-2 min-w-15">
          {/* As wide as its widest word. */}
          <div className="invisible h-0 overflow-hidden px-2 font-semibold">
            {tags.map((tag, index) => (
              <p key={index} className="n">
                {written(tag.price)}
              </p>
            ))}
          </div>
          {drawing.grid
            .filter(({ y }) => hasRoom(y, tags, gap))
            .map(({ y, price: on }) => (
              <span key={on} className="n absolute end-1.5 -translate-y-1/2" style={{ top: at(y) }}>
                {short(on)}
              </span>
            ))}
          {tags.map((tag, index) => (
            <Tag key={index} tag={tag}>
              {written(tag.price)}
            </Tag>
          ))}
        </div>
      </div>
      {isDrawing && (
        <p
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-3 top-9 mx-auto flex w-fit items-center gap-2 rounded-sm bg-surface px-3 py-1.5 text-13 text-ink"
        >
          <Icon of={clock} size={18} className="text-ink-3" />
          {t('progress.drawing')}
        </p>
      )}
    </figure>
  );
}

const Tag = ({ tag, children }: { readonly tag: ScaleTag; readonly children: string }) => (
  <span
    className={`n absolute end-0.5 -translate-y-1/2 rounded-xs px-1.5 py-0.5 font-semibold ${tag.kind === 'line' ? 'bg-paint text-on-paint!' : 'bg-(--chart-tag) text-on-fill!'}`}
    style={{ top: at(tag.y) }}
  >
    {children}
  </span>
);

/** The lines themselves, stretched to their place; what must stay round stands over them. */
function Plot({
  drawing,
  first,
  mark,
  isOld,
}: {
  readonly drawing: TickDrawing;
  readonly first: ChartOrder | undefined;
  readonly mark: LastMark | undefined;
  readonly isOld: boolean;
}) {
  const id = useId();
  const { path, area, above, lines, last, grid } = drawing;
  const line = first && lines.find((each) => each.id === first.id);
  const inks = above === 'up' ? ['var(--up)', 'var(--dn)'] : ['var(--dn)', 'var(--up)'];
  const fate = first && mark ? wouldBe(first.direction, standingOf(price(first.entryPrice), mark.price)) : 'tie';
  const drop = isOld || fate === 'tie' ? 'var(--ink-3)' : fate === 'win' ? 'var(--up)' : 'var(--dn)';
  const thin = { fill: 'none', vectorEffect: 'non-scaling-stroke' } as const;
  return (
    <>
      <svg
        className="absolute inset-0 size-full overflow-hidden"
        viewBox={`0 0 ${SPAN} ${SPAN}`}
        preserveAspectRatio="none"
      >
        {grid.map(({ y, price: on }) => (
          <path key={on} d={`M0 ${y}H${SPAN}`} stroke="var(--chart-grid)" {...thin} />
        ))}
        {line && !isOld && (
          <>
            <clipPath id={`${id}a`}>
              <rect width={SPAN} height={line.y} />
            </clipPath>
            <clipPath id={`${id}b`}>
              <rect y={line.y} width={SPAN} height={SPAN - line.y} />
            </clipPath>
            <path d={area} fill={inks[0]} fillOpacity=".2" clipPath={`url(#${id}a)`} />
            <path d={area} fill={inks[1]} fillOpacity=".2" clipPath={`url(#${id}b)`} />
          </>
        )}
        {lines.map(
          ({ id: of, untilX }) =>
            untilX !== undefined && (
              <path key={of} d={`M${untilX} 0V${SPAN}`} stroke="var(--ink-2)" strokeDasharray="2 3" {...thin} />
            ),
        )}
        <path
          d={path}
          stroke={isOld ? 'var(--ink-3)' : 'var(--chart-line)'}
          strokeWidth="1.75"
          strokeLinejoin="round"
          {...thin}
        />
        {lines.map(({ id: of, fromX, y }) => (
          <path key={of} data-line={of} d={`M${fromX} ${y}H${SPAN}`} stroke="var(--paint)" strokeWidth="2" {...thin} />
        ))}
        {line && last && <path d={`M${last.x} ${last.y}V${line.y}`} stroke={drop} strokeWidth="1.5" {...thin} />}
      </svg>
      {lines.map(({ id: of, fromX, y }) => (
        <span key={of} className="absolute -translate-1/2" style={place(Math.max(fromX, 28), y)}>
          <Mark size={20} className="rounded-full bg-bg" />
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

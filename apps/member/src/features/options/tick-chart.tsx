import { format, price, toNumber } from '@plimsoll/money';
import { Icon } from '@plimsoll/ui';
import { clock } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import type { ChartMarket, ChartOrder } from '../chart/index.ts';
import { separated, SPAN, wordsAlong } from './tick-drawing.ts';
import { useSize } from './use-size.ts';
import { Plot } from './tick-plot.tsx';
import { TickScale } from './tick-scale.tsx';
import { edgesOf, useTicks } from './use-ticks.ts';
import { useWriting } from './words.ts';

/** Height of a tag beyond its figure, in pixels. */
const TAG_ROOM = 6;

interface TickChartProps {
  readonly market: ChartMarket;
  readonly orders: readonly ChartOrder[];
  readonly isDrawing: boolean;
}

interface EdgeTime {
  readonly x: number;
  readonly atMs: number;
}

function EdgeTimes({
  times,
  width,
  wordWidth,
}: {
  readonly times: readonly EdgeTime[];
  readonly width: number;
  readonly wordWidth: number;
}) {
  const { time } = useWriting();
  return wordsAlong(times, width, wordWidth).map(({ atMs, middle }) => (
    <span key={atMs} className="n absolute top-1/2 -translate-1/2 whitespace-nowrap" style={{ left: middle }}>
      {time(atMs, 'time')}
    </span>
  ));
}

function DrawingNote() {
  const t = useTranslations('options.progress');
  return (
    <p
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-3 top-9 mx-auto flex w-fit items-center gap-2 rounded-sm bg-surface px-3 py-1.5 text-13 text-ink"
    >
      <Icon of={clock} size={18} className="text-ink-3" />
      {t('drawing')}
    </p>
  );
}

/** Marks above and below the lines of open options. Not mirrored: time runs to the right. */
export default function TickChart({ market, orders, isDrawing }: TickChartProps) {
  const t = useTranslations('options');
  const { cents, time } = useWriting();
  const ticks = useTicks(market, orders);
  const { mark, points, drawing, newest, first, isOld, places } = ticks;
  const written = (value: string) => cents(toNumber(price(value)).toFixed(places));
  const [plot, plotRef] = useSize();
  const [word, wordRef] = useSize();
  const gap = ((word.height + TAG_ROOM) / Math.max(plot.height, 1)) * SPAN;
  const tags = separated(
    [
      ...(drawing.last && newest
        ? [{ kind: 'now' as const, y: drawing.last.y, price: toNumber(newest.price).toFixed(places) }]
        : []),
      ...drawing.lines.map(({ y, entryPrice }) => ({ kind: 'line' as const, y, price: entryPrice })),
    ],
    gap,
  );
  const { expiries, begun } = edgesOf(ticks, orders);
  const edge = (times: readonly EdgeTime[]) =>
    word.width > 0 && <EdgeTimes times={times} width={plot.width} wordWidth={word.width} />;
  const label = [
    t('ticks.label', { title: market.title }),
    ...(first ? [`${t('progress.yourLine')} ${written(first.entryPrice)}`] : []),
    ...(mark ? [`${t('progress.now')} ${written(format(mark.price))}`] : []),
  ];
  return (
    <figure
      role="img"
      aria-label={label.join(', ')}
      className={`tick-chart relative size-full ${isOld ? 'stale' : ''}`}
      data-drawn={points.length > 0 ? '' : undefined}
    >
      <div
        dir="ltr"
        aria-hidden="true"
        className="absolute inset-0 end-auto grid w-full grid-cols-[minmax(0,1fr)_auto] grid-rows-[1.5rem_minmax(0,1fr)_1.5rem] text-11 text-ink-3"
      >
        <div className="relative col-start-1">
          {/* Measures a time in the reader's font, size and digits. */}
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
          <TickScale tags={tags} grid={drawing.grid} gap={gap} written={written} />
        </div>
      </div>
      {isDrawing && <DrawingNote />}
    </figure>
  );
}

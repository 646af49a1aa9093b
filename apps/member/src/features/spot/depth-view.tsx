import { formatDecimal } from '@plimsoll/i18n';
import { format, formatShort, placesUsed, type Amount } from '@plimsoll/money';
import { Figure, SkeletonBlock, useReading } from '@plimsoll/ui';
import { useState, type PointerEvent, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { CURVE_SIZE, depthCurveOf, nearestTo, type DepthCurve } from './depth-curve.ts';
import type { Book, Terms } from './terms.ts';

const SIDES = ['bids', 'asks'] as const;
const WAYS = { bids: 'up', asks: 'down' } as const;
/** Where a side's ground ends: under its outermost level. */
const GROUND = `V${CURVE_SIZE}Z`;

const inPercent = (of: number): string => `${(of * 100) / CURVE_SIZE}%`;

const pricesAt = ({ priceStep }: Terms): number => Math.max(2, placesUsed(priceStep));

interface DrawingProps {
  readonly steps: DepthCurve['steps'];
  readonly isOld: boolean;
}

/** Both sides as steps, bids on the left, with the middle between them; `wide.css` paints them. */
const Drawing = ({ steps, isOld }: DrawingProps) => (
  <svg viewBox={`0 0 ${CURVE_SIZE} ${CURVE_SIZE}`} preserveAspectRatio="none" aria-hidden="true">
    {SIDES.map((side) => (
      <g key={side} data-way={isOld ? undefined : WAYS[side]}>
        <path d={`${steps[side]}${GROUND}`} className="ground" />
        <path d={steps[side]} />
      </g>
    ))}
    <path d={`M${CURVE_SIZE / 2} 0V${CURVE_SIZE}`} />
  </svg>
);

interface LevelChoiceProps {
  readonly points: DepthCurve['points'];
  readonly terms: Terms;
  readonly at: number | undefined;
  readonly onChoose: (at: number) => void;
}

/** The curve's levels for the keyboard, from the lowest price to the highest; it begins at the best ask. */
function LevelChoice({ points, terms, at, onChoose }: LevelChoiceProps) {
  const t = useTranslations('spot.book');
  const reading = useReading();
  const value = at ?? points.findIndex(({ side }) => side === 'asks');
  const level = points[value];
  const words = level && [
    t(level.side),
    `${formatDecimal(format(level.price), { ...reading, decimals: pricesAt(terms) })} ${terms.quote}`,
    `${formatDecimal(formatShort(level.sum), reading)} ${terms.base}`,
  ];
  return (
    <input
      type="range"
      className="sr"
      aria-label={t('depth')}
      min={0}
      max={points.length - 1}
      value={value}
      aria-valuetext={words?.join(', ')}
      onChange={({ target }) => onChoose(target.valueAsNumber)}
    />
  );
}

interface CurveProps extends Omit<LevelChoiceProps, 'points'> {
  readonly curve: DepthCurve;
  readonly isOld: boolean;
}

/** The curve, left to right in every language; a pointer or the arrow keys choose a level. */
function Curve({ curve: { points, steps, from, to }, terms, isOld, at, onChoose }: CurveProps) {
  const chosen = at === undefined ? undefined : points[at];
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    if (width > 0) onChoose(nearestTo(points, ((clientX - left) * CURVE_SIZE) / width));
  };
  return (
    <figure dir="ltr" className="depth">
      <div className="relative" onPointerMove={point} onPointerDown={point}>
        <Drawing steps={steps} isOld={isOld} />
        {chosen && (
          <span
            aria-hidden="true"
            className="at"
            data-way={WAYS[chosen.side]}
            style={{ left: inPercent(chosen.x), top: inPercent(chosen.y) }}
          />
        )}
        <LevelChoice points={points} terms={terms} at={at} onChoose={onChoose} />
      </div>
      <figcaption className="flex justify-between pt-1 text-11 text-ink-3">
        <Figure value={format(from)} places={pricesAt(terms)} />
        <Figure value={format(to)} places={pricesAt(terms)} />
      </figcaption>
    </figure>
  );
}

interface RowProps {
  readonly name: string;
  readonly way?: 'up' | 'down' | undefined;
  readonly children: ReactNode;
}

const Row = ({ name, way, children }: RowProps) => (
  <div className="flex flex-wrap justify-between gap-x-2">
    <dt className="text-ink-3">{name}</dt>
    <dd data-way={way}>{children}</dd>
  </div>
);

const Sum = ({ sum, terms }: { readonly sum: Amount; readonly terms: Terms }) => (
  <>
    <Figure value={formatShort(sum)} places={placesUsed(terms.step)} dim={false} />{' '}
    <small className="text-11 text-ink-3">{terms.base}</small>
  </>
);

interface DepthViewProps {
  readonly book: Book | undefined;
  readonly terms: Terms;
  readonly isOld: boolean;
}

/** How much the book offers up to each price, and what both sides offer in all. */
export function DepthView({ book, terms, isOld }: DepthViewProps) {
  const t = useTranslations('spot.book');
  const wide = useTranslations('wide');
  const [at, setAt] = useState<number>();
  const curve = book && depthCurveOf(book);
  if (!book) return <SkeletonBlock height={200} />;
  if (!curve) return <p className="py-4 text-13 text-ink-3">{t('failed')}</p>;
  // The book may have become shorter since a level was chosen.
  const chosenAt = at === undefined ? undefined : Math.min(at, curve.points.length - 1);
  const chosen = chosenAt === undefined ? undefined : curve.points[chosenAt];
  return (
    <div className={isOld ? 'stale' : ''}>
      <Curve curve={curve} terms={terms} isOld={isOld} at={chosenAt} onChoose={setAt} />
      <dl className="mt-3 grid gap-1.5 text-13">
        <Row name={t('price')} way={chosen && WAYS[chosen.side]}>
          {chosen ? <Figure value={format(chosen.price)} places={pricesAt(terms)} dim={false} /> : '--'}
        </Row>
        <Row name={wide('sum')}>{chosen ? <Sum sum={chosen.sum} terms={terms} /> : '--'}</Row>
        <Row name={t('bids')} way="up">
          <Sum sum={curve.sums.bids} terms={terms} />
        </Row>
        <Row name={t('asks')} way="down">
          <Sum sum={curve.sums.asks} terms={terms} />
        </Row>
      </dl>
    </div>
  );
}

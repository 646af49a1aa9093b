import { formatDecimal } from '@plimsoll/i18n';
import { format, formatShort, placesUsed, type Price } from '@plimsoll/money';
import { SkeletonBlock, Figure, Icon, IconButton, Live, useReading, type IconShape, ChipSelect } from '@plimsoll/ui';
import { bookBoth } from '@plimsoll/ui/icons-screens';
import { useTranslations } from 'use-intl';
import { BOOK_VIEWS, depthOf, pricePlaces, rowsOf, viewAfter, type BookRow, type BookView } from './book-rows.ts';
import { useAge, useWay } from './moved.ts';
import type { Book, Terms } from './terms.ts';

const ICONS: Readonly<Record<BookView, IconShape>> = {
  both: bookBoth,
  asks: { stroke: 'M4 4.5h7v15H4zM14.5 6h5.5M14.5 9.5h5.500M14.5 13h5.500' },
  bids: { stroke: 'M4 4.5h7v15H4zM14.5 11h5.500M14.5 14.5h5.500M14.5 18h5.500' },
};

interface SideProps {
  readonly side: 'asks' | 'bids';
  readonly rows: readonly BookRow[];
  readonly depth: number;
  readonly terms: Terms;
  readonly onTake: (price: Price) => void;
  readonly isOld: boolean;
  readonly sumWord: string | undefined;
}

const lastPlaces = ({ priceStep }: Terms): number => Math.max(2, placesUsed(priceStep));

const LOOKS = {
  asks: ['text-dn', 'before:bg-dn-tint'],
  bids: ['text-up', 'before:bg-up-tint'],
  old: ['text-ink-3', 'before:bg-surface'],
} as const;

/** One side; asks have the highest on top, so that the best prices meet in the middle. */
function Side({ side, rows, depth, terms, onTake, isOld, sumWord }: SideProps) {
  const t = useTranslations('spot.book');
  const [ink, tint] = LOOKS[isOld ? 'old' : side];
  const pricesAt = sumWord === undefined ? pricePlaces(terms.priceStep) : lastPlaces(terms);
  // A row is known by its rank, not its price, so that the keyboard's focus outlasts the levels.
  const ranked = rows.map((row, rank) => ({ row, rank }));
  const ordered = side === 'asks' ? ranked.toReversed() : ranked;
  const missing = Array.from({ length: depth - rows.length }, (_, at) => (
    <li key={`none-${at}`} className="h-6.25" aria-hidden="true" />
  ));
  return (
    <ul
      aria-label={t(side)}
      // A wide window has room for the sums beside prices and amounts (`wide.css`). On a phone zeros that only fill up
      // are smaller, so that six digits before the point and all six places fit beside an amount, in wide fonts too.
      className={`book ${sumWord === undefined ? 'text-[min(var(--fs-12),7.8cqi)] @max-[10.25rem]:[&_i]:text-[.7em]' : 'trades'}`}
    >
      {side === 'asks' && missing}
      {ordered.map(({ row, rank }) => (
        <li key={rank}>
          <button
            type="button"
            onClick={() => onTake(row.price)}
            className={`relative isolate min-h-6.25 w-full items-center gap-x-1 ${sumWord === undefined ? 'flex flex-wrap justify-between' : 'three'} before:absolute before:inset-y-px before:-end-1 before:-z-1 before:w-(--load) before:rounded-[2px] ${tint}`}
            style={{ '--load': `${row.load}%` }}
          >
            <Figure value={format(row.price)} places={pricesAt} className={ink} />
            <span className={`ms-auto ${isOld ? ink : 'text-ink-2'}`}>
              <Figure value={formatShort(row.size)} places={placesUsed(terms.step)} dim={false} />
            </span>
            {sumWord !== undefined && (
              <span>
                <span className="sr">{sumWord} </span>
                <Figure value={formatShort(row.sum)} places={placesUsed(terms.step)} dim={false} />
              </span>
            )}
            <span className="sr">{t('take', { coin: terms.base })}</span>
          </button>
        </li>
      ))}
      {side === 'bids' && missing}
    </ul>
  );
}

function Age({ sinceMs, isOld }: { readonly sinceMs: number; readonly isOld: boolean }) {
  const t = useTranslations('spot.book');
  const reading = useReading();
  const age = useAge(sinceMs);
  const seconds = formatDecimal(age, { ...reading, decimals: age.split('.')[1]?.length ?? 0 });
  return (
    <Live old={isOld}>
      <span className="text-11">{t(isOld ? 'old' : 'age', { seconds })}</span>
    </Live>
  );
}

interface LastProps {
  readonly price: string;
  readonly dollars: string | undefined;
  readonly movedAtMs: number;
  readonly isOld: boolean;
}

function Last({ price, places, dollars, movedAtMs, isOld }: LastProps & { readonly places: number }) {
  const t = useTranslations('spot.book');
  return (
    <div className="py-1.5">
      <p className="text-[min(var(--fs-17),8.6cqi)]/tight font-semibold tracking-[-.015em]" data-way={useWay(price)}>
        <span className="sr">{t('last')} </span>
        <Figure value={price} places={places} dim={false} flash />
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-1 text-[min(var(--fs-11),8.6cqi)]/tight text-ink-3">
        {dollars === undefined ? <span /> : <Figure value={dollars} places={2} dim={false} dollars />}
        {movedAtMs > 0 && <Age sinceMs={movedAtMs} isOld={isOld} />}
      </div>
    </div>
  );
}

interface OrderBookProps extends LastProps {
  readonly book: Book | undefined;
  readonly terms: Terms;
  readonly view: BookView;
  readonly onView: (view: BookView) => void;
  readonly onTake: (price: Price) => void;
  readonly failed: boolean;
  /** What the sums up to each level are called; without it they are not shown. */
  readonly sumWord?: string | undefined;
}

interface WholeSideProps {
  readonly which: 'asks' | 'bids';
  readonly book: Book | undefined;
  readonly view: BookView;
  readonly terms: Terms;
  readonly onTake: (price: Price) => void;
  readonly isOld: boolean;
  readonly sumWord: string | undefined;
}

function WholeSide({ which, book, view, ...rest }: WholeSideProps) {
  const depth = depthOf(view, which);
  if (depth === 0) return null;
  if (!book)
    return (
      <div aria-hidden="true" className="grid gap-2.5 py-1.25">
        {Array.from({ length: depth }, (_, at) => (
          <SkeletonBlock key={at} height={15} />
        ))}
      </div>
    );
  return <Side side={which} rows={rowsOf(book[which], depth)} depth={depth} {...rest} />;
}

/** What the columns are, each with its coin beneath. */
function Heads({ terms: { base, quote }, sumWord }: Pick<OrderBookProps, 'terms' | 'sumWord'>) {
  const t = useTranslations('spot.book');
  const heads = [[t('price'), quote], [t('amount'), base], ...(sumWord === undefined ? [] : [[sumWord, base]])];
  return (
    <div
      className={`gap-x-1 pb-1.5 text-11 text-ink-3 ${sumWord === undefined ? 'flex justify-between' : 'three'}`}
      aria-hidden="true"
    >
      {heads.map(([head, coin], index) => (
        <span key={head} className={index > 0 ? 'text-end' : ''}>
          {head}
          <br />
          {coin}
        </span>
      ))}
    </div>
  );
}

/** The book of a market: asks above the last price, bids below it. */
export function OrderBook({ book, terms, view, onView, onTake, failed, sumWord, ...last }: OrderBookProps) {
  const t = useTranslations('spot.book');
  const reading = useReading();
  const count = (on: BookView, which: 'asks' | 'bids') => formatDecimal(String(depthOf(on, which)), reading);
  const names = {
    both: t('both', { count: count('both', 'asks') }),
    asks: t('onlyAsks', { count: count('asks', 'asks') }),
    bids: t('onlyBids', { count: count('bids', 'bids') }),
  };
  const side = { book, view, terms, onTake, isOld: last.isOld, sumWord };
  return (
    <section
      aria-label={t('title')}
      aria-busy={!book}
      className={`@container min-w-0 text-12 ${last.isOld ? 'stale' : ''}`}
    >
      <Heads terms={terms} sumWord={sumWord} />
      <WholeSide which="asks" {...side} />
      <Last {...last} places={lastPlaces(terms)} />
      <WholeSide which="bids" {...side} />
      {failed && (
        <p role="status" className="mt-1 text-11 text-warn">
          {t('failed')}
        </p>
      )}
      <div className="mt-2 flex items-center gap-2">
        <ChipSelect
          label={t('depth')}
          options={BOOK_VIEWS.map((value) => ({ value, label: names[value] }))}
          value={view}
          onChange={onView}
          className="flex-1"
          selectClass="-my-1.5 border-y-6 w-full rounded-[8px/14px] ps-2.5 pe-7 text-12"
        />
        <IconButton mini label={t('next')} className="bg-surface" onClick={() => onView(viewAfter(view))}>
          <Icon of={ICONS[view]} size={18} />
        </IconButton>
      </div>
    </section>
  );
}

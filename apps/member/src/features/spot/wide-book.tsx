import { Tabs } from '@plimsoll/ui';
import { useId, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { DepthView } from './depth-view.tsx';
import { RecentTrades } from './recent-trades.tsx';
import type { Book, Terms } from './terms.ts';

const VIEWS = ['book', 'depth', 'trades'] as const;
type View = (typeof VIEWS)[number];

export interface WideBookProps {
  readonly symbol: string;
  readonly book: Book | undefined;
  readonly terms: Terms;
  readonly isOld: boolean;
  /** The book itself, with what the sums up to each level are called. */
  readonly levels: (sumWord: string) => ReactNode;
}

/** In wide windows, in the place of the book: the book over the newest trades, its depth, or more trades. */
export default function WideBook({ symbol, book, terms, isOld, levels }: WideBookProps) {
  const t = useTranslations('wide');
  const title = useTranslations('spot.book')('title');
  const [view, setView] = useState<View>('book');
  const panel = useId();
  return (
    <div className="book-beside @container min-w-0">
      <Tabs
        label={title}
        options={VIEWS.map((value) => ({ value, label: t(value) }))}
        value={view}
        onChange={setView}
        controls={panel}
        className="mb-2 text-14"
      />
      <div id={panel} role="tabpanel" aria-label={t(view)}>
        {view === 'book' && (
          <>
            {levels(t('sum'))}
            <h2 className="pt-4 pb-1 text-12 text-ink-3">{t('recent')}</h2>
          </>
        )}
        {view === 'depth' && <DepthView book={book} terms={terms} isOld={isOld} />}
        {view !== 'depth' && <RecentTrades symbol={symbol} terms={terms} isWhole={view === 'trades'} />}
      </div>
    </div>
  );
}

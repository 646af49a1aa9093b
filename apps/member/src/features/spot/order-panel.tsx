import { LazyBoundary, lazyPart, StaleBar } from '@plimsoll/ui';
import { offline } from '@plimsoll/ui/icons-shell';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyScreen } from '../../platform/lazy-screen.tsx';
import { useIsDesktop } from '../../platform/use-is-desktop.ts';
import { useIsWide } from '../../platform/use-is-wide.ts';
import { useWarm } from '../../platform/use-warm.ts';
import { useChartOpen } from '../chart/index.ts';
import { dollarsShown } from '../../platform/dollars.ts';
import { FOLDED_OUT_HEIGHT } from './board.ts';
import type { BookView } from './book-rows.ts';
import { ExchangeHeader } from './exchange-header.tsx';
import { OpenOrders } from './open-orders.tsx';
import { OrderResultSheet } from './order-result-sheet.tsx';
import { OrderBook } from './order-book.tsx';
import { OrderFormView } from './order-form-view.tsx';
import { OrderSummaryCard } from './order-summary-card.tsx';
import { useOrderKeys } from './use-order-keys.ts';
import { useOrder, type OrderInput } from './use-order.ts';
import type { WideBookProps } from './wide-book.tsx';
import { useWrite } from './words.ts';

const CHART = lazyPart(async () => ({ default: (await import('./market-chart.tsx')).FoldedOutChart }));
/** Its depth and the market's trades are for wide windows alone. */
const WIDE_BOOK = lazyScreen<WideBookProps>(['spot', 'wide'], () => import('./wide-book.tsx'));
const LOOK = lazyPart(() => import('./order-look.tsx'));

const ChartRoom = () => <div id="spot-chart" className="mb-2 border-b" style={{ height: FOLDED_OUT_HEIGHT }} />;

interface OrderPanelProps extends OrderInput {
  readonly onMarkets: () => void;
}

interface BookPartProps extends OrderInput {
  readonly order: ReturnType<typeof useOrder>;
}

/** The book beside the form; wide windows also have its depth and the market's trades there. */
function BookPart({ market, markets, order }: BookPartProps) {
  const isDesktop = useIsDesktop();
  const [view, setView] = useState<BookView>('both');
  const { book, terms, close } = order;
  const { isOld } = order.freshness;
  const levels = (sumWord?: string) => (
    <OrderBook
      book={book.data}
      failed={book.isError && book.data === undefined}
      terms={terms}
      view={view}
      onView={setView}
      onTake={(price) => order.change({ kind: 'level', price })}
      price={close}
      dollars={dollarsShown(close, market.trade_coin, markets)}
      movedAtMs={order.movedAtMs}
      isOld={isOld}
      sumWord={sumWord}
    />
  );
  if (!isDesktop) return levels();
  return (
    <LazyBoundary
      part={WIDE_BOOK}
      props={{ symbol: market.symbol, book: book.data, terms, isOld, levels }}
      fallback={<div className="book-beside @container min-w-0">{levels()}</div>}
      isBesides
    />
  );
}

/** One market: its book, the form, its summary, and the open orders. */
export function OrderPanel({ onMarkets, ...input }: OrderPanelProps) {
  const { market } = input;
  const t = useTranslations('spot');
  const connection = useTranslations('app.connection');
  const write = useWrite();
  const isWide = useIsWide();
  const isDesktop = useIsDesktop();
  const [isChartOpen, setChartOpen] = useChartOpen('exchange');
  const order = useOrder(input);
  const { form, change, terms, blocked, look } = order;
  const { isOnline, isOld, ageS } = order.freshness;
  useOrderKeys(form, change);
  useWarm(LOOK);
  const summary = <OrderSummaryCard form={form} terms={terms} busy={order.busy} blocked={blocked} />;

  return (
    <>
      <ExchangeHeader
        market={market}
        isOld={isOld}
        onMarkets={onMarkets}
        chart={isWide ? undefined : { isOpen: isChartOpen, onToggle: () => setChartOpen(!isChartOpen) }}
      />
      {isOld && (
        <StaleBar {...(isOnline ? {} : { icon: offline })}>
          {isOnline ? t('stale', { seconds: write(String(ageS)) }) : connection('offline')}
        </StaleBar>
      )}
      {!isWide && isChartOpen && <LazyBoundary part={CHART} props={{ market }} fallback={<ChartRoom />} isBesides />}
      <div className="@container mt-1 px-4">
        <div className="form-and-book grid grid-cols-[minmax(0,1.28fr)_minmax(0,1fr)] gap-3.5 @max-[18rem]:grid-cols-1">
          <OrderFormView form={form} terms={terms} onChange={change} onSubmit={order.send} />
          <BookPart {...input} order={order} />
          {isDesktop && summary}
        </div>
      </div>
      {!isDesktop && summary}
      {look.asked && (
        <LazyBoundary part={LOOK} props={{ form, terms, look, blocked, onUse: order.takeBest }} fallback={null} />
      )}
      <OrderResultSheet placed={order.placed} logo={market.logo} onClose={order.closeResult} />
      {!isWide && <hr className="my-5 h-2 border-0 bg-deep in-data-[theme=day]:bg-surface" />}
      {!isWide && <OpenOrders marketId={String(market.id)} />}
    </>
  );
}

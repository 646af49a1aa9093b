import { LazyBoundary, lazyPart, StaleBar } from '@plimsoll/ui';
import { offline } from '@plimsoll/ui/icons-shell';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIsWide } from '../../platform/use-is-wide.ts';
import { useWarm } from '../../platform/use-warm.ts';
import { useChartOpen } from '../chart/index.ts';
import { FOLDED_OUT_HEIGHT } from './board.ts';
import type { BookView } from './book-rows.ts';
import { dollarsOf } from './dollars.ts';
import { ExchangeHeader } from './exchange-header.tsx';
import { OpenOrders } from './open-orders.tsx';
import { OrderResultSheet } from './order-result-sheet.tsx';
import { OrderBook } from './order-book.tsx';
import { OrderFormView } from './order-form-view.tsx';
import { OrderSummaryCard } from './order-summary-card.tsx';
import { useOrderKeys } from './use-order-keys.ts';
import { useOrder, type OrderInput } from './use-order.ts';
import { useWrite } from './words.ts';

const CHART = lazyPart(async () => ({ default: (await import('./market-chart.tsx')).FoldedOutChart }));
const LOOK = lazyPart(() => import('./order-look.tsx'));

const ChartRoom = () => <div id="spot-chart" className="mb-2 border-b" style={{ height: FOLDED_OUT_HEIGHT }} />;

interface OrderPanelProps extends OrderInput {
  readonly onMarkets: () => void;
}

/** One market: its book, the form, its summary, and the open orders. */
export function OrderPanel({ market, markets, listFailed, onMarkets }: OrderPanelProps) {
  const t = useTranslations('spot');
  const connection = useTranslations('app.connection');
  const write = useWrite();
  const isWide = useIsWide();
  const [isChartOpen, setChartOpen] = useChartOpen('exchange');
  const [view, setView] = useState<BookView>('both');
  const order = useOrder({ market, markets, listFailed });
  const { form, change, terms, book, close, movedAtMs, blocked, look } = order;
  const { isOnline, isOld, ageS } = order.freshness;
  useOrderKeys(form, change);
  useWarm(LOOK);

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
        <div className="grid grid-cols-[minmax(0,1.28fr)_minmax(0,1fr)] gap-3.5 @max-[18rem]:grid-cols-1">
          <OrderFormView form={form} terms={terms} onChange={change} onSubmit={order.send} />
          <OrderBook
            book={book.data}
            failed={book.isError && book.data === undefined}
            terms={terms}
            view={view}
            onView={setView}
            onTake={(price) => change({ kind: 'level', price })}
            price={close}
            dollars={dollarsOf(close, market.trade_coin, markets)}
            movedAtMs={movedAtMs}
            isOld={isOld}
          />
        </div>
      </div>
      <OrderSummaryCard form={form} terms={terms} busy={order.busy} blocked={blocked} />
      {look.asked && (
        <LazyBoundary part={LOOK} props={{ form, terms, look, blocked, onUse: order.takeBest }} fallback={null} />
      )}
      <OrderResultSheet placed={order.placed} logo={market.logo} onClose={order.closeResult} />
      {!isWide && <hr className="my-5 h-2 border-0 bg-deep in-data-[theme=day]:bg-surface" />}
      {!isWide && <OpenOrders marketId={String(market.id)} />}
    </>
  );
}

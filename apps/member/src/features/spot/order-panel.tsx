import type { MarketItem } from '@plimsoll/contract';
import { showToast, StaleBar } from '@plimsoll/ui';
import { offline } from '@plimsoll/ui/icons-shell';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../platform/connection.ts';
import { useSubmit } from '../../platform/submit.ts';
import { useIsWide } from '../../platform/use-is-wide.ts';
import { useChartOpen, useDayDetail, written } from '../chart/index.ts';
import type { BookView } from './book-rows.ts';
import { dollarsOf } from './dollars.ts';
import { ExchangeHeader } from './exchange-header.tsx';
import { lastLookOf, type LastLook } from './last-look.ts';
import { LastLookSheet } from './last-look-sheet.tsx';
import { FoldedOutChart } from './market-chart.tsx';
import { OLD_AFTER_MS, useMovedAt } from './moved.ts';
import { OpenOrders } from './open-orders.tsx';
import { OrderBook } from './order-book.tsx';
import { errorsIn, fieldsOf } from './order-check.ts';
import { changed, firstError, formAt, newsOf, type OrderAction } from './order-form.ts';
import { OrderFormView } from './order-form-view.tsx';
import { OrderSummaryCard, type Blocked } from './order-summary-card.tsx';
import { useAvailable, useBook, useOrdersChanged } from './queries.ts';
import { termsOf } from './terms.ts';
import { useErrorWords, useWrite } from './words.ts';

/** As the wire writes a price. */
const CLOSE_PLACES = 8;

interface OrderPanelProps {
  readonly market: MarketItem;
  readonly markets: readonly MarketItem[];
  /** The market list cannot be had any more: prices come from the day's figures meanwhile. */
  readonly listFailed: boolean;
  readonly onMarkets: () => void;
}

/** One market: its book, the order being written, what it comes to, and the orders that wait. */
export function OrderPanel({ market, markets, listFailed, onMarkets }: OrderPanelProps) {
  const t = useTranslations('spot');
  const connection = useTranslations('app.connection');
  const write = useWrite();
  const isWide = useIsWide();
  const [isChartOpen, setChartOpen] = useChartOpen('exchange');
  const marketId = String(market.id);
  const book = useBook(market.symbol);
  const { data: day } = useDayDetail(market.symbol);
  const available = useAvailable(marketId);
  const ordersChanged = useOrdersChanged();

  const close = listFailed && day ? written(day.close, CLOSE_PLACES) : market.close;
  const terms = termsOf({ ...market, close }, book.data, available.data);
  const [form, setForm] = useState(() => formAt(terms));
  const [view, setView] = useState<BookView>('both');
  /** The price is far through the book: it is asked about before anything is sent. */
  const [look, setLook] = useState<LastLook>();
  const say = useErrorWords(terms);

  const movedAtMs = useMovedAt(market, book.data, listFailed && close);
  const { isOnline, isOld, ageS } = useFreshness(movedAtMs, OLD_AFTER_MS);
  const blocked: Blocked | undefined = isOld
    ? 'stale'
    : book.data === undefined || movedAtMs === 0
      ? 'waiting'
      : undefined;

  const change = (action: OrderAction) => {
    const next = changed(form, action, terms);
    setForm(next);
    const news = newsOf(action, next);
    if (news) showToast('bad', say(news));
  };

  const { busy, submit } = useSubmit('upbbbuy', {
    keyed: true,
    onDone: () => {
      change({ kind: 'sent' });
      ordersChanged();
    },
    onRefused: ({ reason }) => {
      if (reason === 'insufficient_balance')
        setForm((now) => changed(now, { kind: 'wrong', errors: { [now.lead]: 'insufficient' } }, terms));
      ordersChanged();
    },
  });
  const send = () => {
    if (busy || blocked) return;
    const errors = errorsIn(form, terms);
    if (firstError(errors)) change({ kind: 'wrong', errors });
    else {
      const odd = lastLookOf(form, terms);
      if (odd) setLook(odd);
      else void submit({ ...fieldsOf(form, terms) });
    }
  };

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
      {!isWide && isChartOpen && <FoldedOutChart market={market} />}
      <div className="@container mt-1 px-4">
        <div className="grid grid-cols-[minmax(0,1.28fr)_minmax(0,1fr)] gap-3.5 @max-[18rem]:grid-cols-1">
          <OrderFormView form={form} terms={terms} onChange={change} onSubmit={send} />
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
      <OrderSummaryCard form={form} terms={terms} busy={busy} blocked={blocked} />
      <LastLookSheet
        form={form}
        terms={terms}
        look={look}
        onUse={() => {
          if (look) change({ kind: 'level', price: look.best });
          setLook(undefined);
        }}
        onClose={() => setLook(undefined)}
        onPlace={() => {
          setLook(undefined);
          if (!blocked) void submit({ ...fieldsOf(form, terms) });
        }}
      />
      {!isWide && <hr className="my-5 h-2 border-0 bg-deep in-data-[theme=day]:bg-surface" />}
      {!isWide && <OpenOrders marketId={marketId} />}
    </>
  );
}

import type { MarketItem } from '@plimsoll/contract';
import { showToast } from '@plimsoll/ui';
import { SPOT_STATUS } from '@plimsoll/contract/codes/spot';
import { format } from '@plimsoll/money';
import { useRef, useState } from 'react';
import { useFreshness } from '../../platform/connection.ts';
import { useSubmit } from '../../platform/submit.ts';
import { useDayDetail, written } from '../chart/index.ts';
import { lastLookOf, type LastLook } from './last-look.ts';
import { OLD_AFTER_MS, useMovedAt } from './moved.ts';
import { errorsIn, fieldsOf } from './order-check.ts';
import { changed, firstError, formAt, newsOf, type OrderAction } from './order-form.ts';
import type { Blocked } from './order-summary-card.tsx';
import { useAvailable, useBook, useOrdersChanged } from './queries.ts';
import { termsOf } from './terms.ts';
import type { Placed } from './use-placed.ts';
import { useErrorWords } from './words.ts';

const CLOSE_PLACES = 8;

export interface OrderInput {
  readonly market: MarketItem;
  readonly listFailed: boolean;
}

function useQuotes({ market, listFailed }: OrderInput) {
  const book = useBook(market.symbol);
  const { data: day } = useDayDetail(market.symbol);
  const available = useAvailable(String(market.id));
  const close = listFailed && day ? written(day.close, CLOSE_PLACES) : market.close;
  const movedAtMs = useMovedAt(market, book.data, listFailed && close);
  const freshness = useFreshness(movedAtMs, OLD_AFTER_MS);
  const blocked: Blocked | undefined = freshness.isOld
    ? 'stale'
    : book.data === undefined || movedAtMs === 0
      ? 'waiting'
      : undefined;
  return {
    book,
    close,
    movedAtMs,
    freshness,
    blocked,
    terms: termsOf({ ...market, close }, book.data, available.data),
  };
}

/** An order being written on one market, its confirmation, and sending it. */
export function useOrder(input: OrderInput) {
  const ordersChanged = useOrdersChanged();
  const quotes = useQuotes(input);
  const { terms, blocked } = quotes;
  const [form, setForm] = useState(() => formAt(terms));
  /** Set while the price is far through the book: the member is asked first. */
  const [look, setLook] = useState<LastLook>();
  const errorText = useErrorWords(terms);
  const [placed, setPlaced] = useState<Placed>();
  /** The best price, and what a market buy may spend, when an order is sent. */
  const sent = useRef({ best: '', budget: '' });

  const change = (action: OrderAction) => {
    const next = changed(form, action, terms);
    setForm(next);
    const news = newsOf(action, next);
    if (news) showToast('bad', errorText(news));
  };

  const { busy, submit } = useSubmit('upbbbuy', {
    keyed: true,
    onDone: ({ id, status }) => {
      change({ kind: 'sent' });
      ordersChanged();
      // What waits in the book has its place in the list; what is over says how it ended.
      if (status !== SPOT_STATUS.open) setPlaced({ id, marketId: terms.marketId, ...sent.current });
    },
    onRefused: ({ reason }) => {
      if (reason === 'insufficient_balance')
        setForm((now) => changed(now, { kind: 'wrong', errors: { [now.lead]: 'insufficient' } }, terms));
      ordersChanged();
    },
  });
  const place = () => {
    setLook(undefined);
    if (blocked) return;
    const fields = fieldsOf(form, terms);
    const best = (form.side === 'buy' ? terms.book.asks : terms.book.bids)[0]?.price;
    sent.current = { best: best === undefined ? '' : format(best), budget: fields.amount };
    void submit({ ...fields });
  };
  const send = () => {
    if (busy || blocked) return;
    const errors = errorsIn(form, terms);
    if (firstError(errors)) change({ kind: 'wrong', errors });
    else {
      const odd = lastLookOf(form, terms);
      if (odd) setLook(odd);
      else place();
    }
  };
  const takeBest = () => {
    if (look) change({ kind: 'level', price: look.best });
    setLook(undefined);
  };
  return {
    ...quotes,
    form,
    change,
    busy,
    send,
    look,
    place,
    takeBest,
    dismiss: () => setLook(undefined),
    placed,
    closeResult: () => setPlaced(undefined),
  };
}

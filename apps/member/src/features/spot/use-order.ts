import type { MarketItem, Side } from '@plimsoll/contract';
import { showToast } from '@plimsoll/ui';
import { SPOT_STATUS } from '@plimsoll/contract/codes/spot';
import { format } from '@plimsoll/money';
import { useRef, useState } from 'react';
import { useFreshness } from '../../platform/connection.ts';
import { useLocation } from '../../platform/router.tsx';
import { useDayDetail, written } from '../chart/index.ts';
import { useFollowed, useLookedSubmit, type LookState } from '../look/index.ts';
import { dealOf } from './deal.ts';
import { lastLookOf, type LastLook } from './last-look.ts';
import { OLD_AFTER_MS, useMovedAt } from './moved.ts';
import { errorsIn, fieldsOf } from './order-check.ts';
import { changed, firstError, formAt, newsOf, type OrderAction, type OrderForm } from './order-form.ts';
import type { Blocked } from './order-summary-card.tsx';
import { useAvailable, useBook, useOrdersChanged } from './queries.ts';
import { termsOf, type Terms } from './terms.ts';
import type { Placed } from './use-placed.ts';
import { useErrorWords } from './words.ts';

const CLOSE_PLACES = 8;

export interface OrderInput {
  readonly market: MarketItem;
  readonly markets: readonly MarketItem[];
  /** When the list of markets was read, in epoch ms. */
  readonly listedAtMs: number;
  readonly listFailed: boolean;
}

function useQuotes({ market, listedAtMs, listFailed }: Omit<OrderInput, 'markets'>) {
  const book = useBook(market.symbol);
  const { data: day, dataUpdatedAt } = useDayDetail(market.symbol);
  const available = useAvailable(String(market.id));
  const [close, closeAtMs] =
    listFailed && day ? [written(day.close, CLOSE_PLACES), dataUpdatedAt] : [market.close, listedAtMs];
  // What an earlier visit read, by when it did: whatever is read after that is of now, also by a clock that was set back.
  const [before] = useState(() =>
    [listedAtMs, dataUpdatedAt].filter((atMs) => Math.abs(Date.now() - atMs) > OLD_AFTER_MS),
  );
  const seenAtMs = useMovedAt(market, book.data, listFailed && close);
  // What an earlier visit read moved then, and the list goes on where the book does not.
  const movedAtMs = Math.min(seenAtMs, book.dataUpdatedAt || seenAtMs);
  const isOfBefore = before.includes(closeAtMs);
  const freshness = useFreshness(movedAtMs, OLD_AFTER_MS);
  const blocked: Blocked | undefined = freshness.isOld
    ? 'stale'
    : book.data === undefined || movedAtMs === 0 || isOfBefore
      ? 'waiting'
      : undefined;
  return {
    book,
    close,
    movedAtMs,
    isOfBefore,
    freshness,
    blocked,
    terms: termsOf({ ...market, close }, book.data, available.data),
  };
}

/** The side that an address asks for, as that of a coin's page does. */
const sideIn = (search: string): Side => (new URLSearchParams(search).get('side') === 'sell' ? 'sell' : 'buy');

/** Whether its price is far from the best one, or was while it is looked at. */
const isFar = ({ asked }: LookState<unknown>): boolean =>
  asked?.judgement.remarks.some(({ kind }) => kind === 'far') ?? false;

/** What speaks against the order now; and what did last, once its limit is not far from the book any more. */
function useLastLook(form: OrderForm, terms: Terms, bookAtMs: number) {
  const far = lastLookOf(form, terms);
  const [last, setLast] = useState({ form, bookAtMs, far });
  if (far && (last.form !== form || last.bookAtMs !== bookAtMs)) setLast({ form, bookAtMs, far });
  return { far, lastFar: far ?? last.far };
}

/** An order being written on one market, its confirmation, and sending it. */
export function useOrder(input: OrderInput) {
  const ordersChanged = useOrdersChanged();
  const quotes = useQuotes(input);
  const { search } = useLocation();
  const { terms, blocked, isOfBefore } = quotes;
  const [form, setForm] = useState(() => formAt(terms, sideIn(search)));
  /** The price of an earlier visit, until there is one of this. */
  const [priceBefore, setPriceBefore] = useState(isOfBefore ? form.price : undefined);
  if (priceBefore !== undefined && !isOfBefore) {
    setPriceBefore(undefined);
    if (form.price === priceBefore)
      setForm(changed(form, { kind: 'enter', field: 'price', text: formAt(terms).price }, terms));
  }
  const errorText = useErrorWords(terms);
  const [placed, setPlaced] = useState<Placed>();
  /** The best price, what a market buy may spend, and the rate of the fee, when an order is sent. */
  const sent = useRef({ best: '', budget: '', feeRate: '' });

  const { far, lastFar } = useLastLook(form, terms, quotes.book.dataUpdatedAt);

  const change = (action: OrderAction) => {
    const next = changed(form, action, terms);
    setForm(next);
    const news = newsOf(action, next);
    if (news) showToast('bad', errorText(news));
  };

  /** Only what was sent: an order that was begun meanwhile stays as it is. */
  const changeSent = (action: OrderAction) => setForm((now) => (now === form ? changed(now, action, terms) : now));

  const { busy, ask, ...looked } = useLookedSubmit<'upbbbuy', LastLook | undefined>('upbbbuy', {
    // One that was cancelled at once is not called placed.
    announce: ({ status }) => status !== SPOT_STATUS.cancelled,
    onDone: ({ id, status }) => {
      // What was cancelled without a fill stays written, to be sent at another price.
      if (status !== SPOT_STATUS.cancelled || form.orderKind === 'ioc') changeSent({ kind: 'sent' });
      ordersChanged();
      // What waits in the book has its place in the list; what is over says how it ended.
      if (status !== SPOT_STATUS.open) setPlaced({ id, marketId: terms.marketId, ...sent.current });
    },
    onRefused: ({ reason }) => {
      if (reason === 'insufficient_balance') changeSent({ kind: 'wrong', errors: { [form.lead]: 'insufficient' } });
      ordersChanged();
    },
  });
  const send = () => {
    if (busy || blocked) return;
    const errors = errorsIn(form, terms);
    if (firstError(errors)) change({ kind: 'wrong', errors });
    else {
      const fields = fieldsOf(form, terms);
      const best = (form.side === 'buy' ? terms.book.asks : terms.book.bids)[0]?.price;
      sent.current = {
        best: best === undefined ? '' : format(best),
        budget: fields.amount,
        feeRate: input.market.spot_fee,
      };
      ask({ ...fields }, dealOf(form, terms, input.markets), far);
    }
  };
  const look = useFollowed('upbbbuy', looked.look, () => dealOf(form, terms, input.markets));
  const shown = form.mode === 'limit' && isFar(look) ? lastFar : undefined;
  const takeBest = () => {
    if (shown) change({ kind: 'level', price: shown.best });
    look.onClose();
  };
  const closeResult = () => setPlaced(undefined);
  const liveLook = { ...look, asked: look.asked && { ...look.asked, shown } };
  return { ...quotes, form, change, busy, send, look: liveLook, takeBest, placed, closeResult };
}

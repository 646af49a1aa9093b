import type { MarketItem, SpotOrder } from '@plimsoll/contract';
import { LISTED_KINDS, ORDER_TYPE, SPOT_STATUS } from '@plimsoll/contract/codes/spot';
import { formatShort, isMultiple, minus, parseAmount, parsePrice, ZERO } from '@plimsoll/money';
import { AmountField, Button, Figure, showToast, SlideToConfirm, Summary, type SummaryRow } from '@plimsoll/ui';
import { crosses } from '@plimsoll/rules';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSubmit } from '../../platform/submit.ts';
import { FAR_ABOVE } from '../../platform/unusual.ts';
import { useIsShown } from '../../platform/use-is-shown.ts';
import { lastLookOf } from './last-look.ts';
import { formAt } from './order-form.ts';
import { useBook, useOrdersChanged } from './queries.ts';
import { termsOf } from './terms.ts';
import { useErrorWords, useWrite, useWritePercent } from './words.ts';

export interface MoveProps {
  readonly market: MarketItem;
  readonly order: SpotOrder;
  /** The price its line was dragged to; its own without one. */
  readonly price?: string | undefined;
  readonly onClose: () => void;
}

/** A new price being written for an order, what is wrong with it, and sending it. */
function useMove({ market, order, price: dragged, onClose }: MoveProps) {
  const t = useTranslations('spot.kind');
  const changed = useOrdersChanged();
  const isShown = useIsShown();
  const { data: book } = useBook(market.symbol);
  const terms = termsOf(market, book);
  const errorText = useErrorWords(terms);
  const now = formatShort(parsePrice(order.xjprice) ?? terms.last);
  const [text, setText] = useState(dragged ?? now);
  const [wrong, setWrong] = useState<string>();
  const side = order.type === ORDER_TYPE.buy ? 'buy' : 'sell';
  const orderKind = LISTED_KINDS[order.kind];
  const { busy, submit } = useSubmit('trademoveOrder', {
    keyed: true,
    announce: ({ status }) => status !== SPOT_STATUS.cancelled,
    onDone: ({ status }) => {
      if (status === SPOT_STATUS.cancelled) showToast('bad', t('makerNone', { side }));
      changed();
      if (isShown()) onClose();
    },
    onRefused: changed,
  });
  const rest = formatShort(minus(parseAmount(order.predict_num) ?? ZERO, parseAmount(order.coinnum) ?? ZERO));
  const price = parsePrice(text);
  const best = (side === 'buy' ? terms.book.asks : terms.book.bids)[0]?.price;
  const problem = (): string | undefined => {
    if (text === '') return errorText('enterPrice');
    if (price === null || price === 0n) return errorText('notPositive');
    if (!isMultiple(price, terms.priceStep)) return errorText('priceOffStep');
    const isTaking = best !== undefined && crosses(side, price, best);
    return orderKind === 'maker' && isTaking ? t('makerText') : undefined;
  };
  const send = () => {
    const found = problem();
    setWrong(found);
    if (found === undefined && text !== now) void submit({ bb_id: order.id, price: text });
  };
  const enter = (next: string) => {
    setWrong(undefined);
    setText(next);
  };
  const look = lastLookOf({ ...formAt(terms), side, orderKind, price: text, num: rest }, terms);
  // How it is confirmed is decided with the price: a poll of the book changes no button under the finger.
  const [way, setWay] = useState({ text, look });
  if (way.text !== text) setWay({ text, look });
  const tap = () => {
    if (way.look) return;
    if (look) setWay({ text, look });
    else send();
  };
  return { now, text, enter, wrong, busy, rest, price, look: way.look && (look ?? way.look), send, tap };
}

/** What the sheet asks: the price now, the new one, and what moving means. */
export default function MoveOrderView(props: MoveProps) {
  const { market, order } = props;
  const t = useTranslations('spot');
  const write = useWrite();
  const percent = useWritePercent();
  const { now, text, enter, wrong, busy, rest, price, look, send, tap } = useMove(props);
  const sum = (decimal: string) => (
    <>
      <Figure value={decimal} /> <small className="text-[.72em] font-normal text-ink-3">{market.trade_coin}</small>
    </>
  );
  const rows: SummaryRow[] = [
    { term: `${order.type_text} ${market.coinname}`, value: <Figure value={rest} /> },
    { term: t('move.from'), value: sum(now) },
    { term: t('move.to'), value: price === null ? '--' : sum(formatShort(price)), total: true },
  ];
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        tap();
      }}
    >
      <p className="text-14 text-ink-2">{t('move.text')}</p>
      <AmountField label={t('move.to')} unit={market.trade_coin} value={text} wrong={wrong} onEnter={enter} />
      <Summary rows={rows} />
      {look && (
        <p className="text-13 text-danger">
          {t('lastLook.gap', { percent: percent(look.percent), max: percent(String(FAR_ABOVE)) })}
        </p>
      )}
      {look ? (
        <SlideToConfirm
          label={t('lastLook.slide', { price: write(text) })}
          busy={busy}
          busyText={t('submit.sending')}
          onConfirm={send}
        />
      ) : (
        <Button type="submit" busy={busy} busyText={t('submit.sending')} disabled={text === now}>
          {t('move.confirm')}
        </Button>
      )}
    </form>
  );
}

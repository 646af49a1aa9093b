import { formatTime } from '@plimsoll/i18n';
import type { SpotOrder } from '@plimsoll/contract';
import { LISTED_KINDS, ORDER_TYPE } from '@plimsoll/contract/codes/spot';
import { Button, columnsFor, Facts, Figure, Pair, Progress, Tag, useReading } from '@plimsoll/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useSubmit } from '../../platform/submit.ts';
import { ReceiptLink } from '../proof/index.ts';
import { EditPrice } from './edit-price.tsx';
import { filledPercent } from './filled-percent.ts';
import { OrderPrice, Price } from './order-price.tsx';
import { isNothing } from './is-nothing.ts';
import { useOrdersChanged } from './queries.ts';
import { useWrite, useWritePercent } from './words.ts';

const AMOUNT_PLACES = 8;

function Head({ order, at }: { readonly order: SpotOrder; readonly at: string }) {
  const t = useTranslations('spot.kind');
  const reading = useReading();
  const kind = LISTED_KINDS[order.kind];
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Tag kind={order.type === ORDER_TYPE.buy ? 'up' : 'down'}>
        {order.type_text} · {order.ordertype_text}
      </Tag>
      <Pair base={order.coinname} quote={order.trade_coin} />
      {kind !== 'plain' && <Tag>{t(kind)}</Tag>}
      <time dateTime={at} className="ms-auto text-12 text-ink-3">
        <bdi>{formatTime(at, { ...reading, style: 'moment' })}</bdi>
      </time>
    </div>
  );
}

/** In large type the facts are below one another. */
const Row = ({ children }: { readonly children: ReactNode }) => (
  <article className="@container px-4 py-3.5">
    <div className="grid gap-2.5 @max-[18rem]:[&_dl]:grid-cols-1 @max-[18rem]:[&_dl>div]:text-start!">{children}</div>
  </article>
);

/** An open order: how far it is filled, and the button that cancels the rest. */
export function OpenOrderRow({ order }: { readonly order: SpotOrder }) {
  const t = useTranslations('spot.orders');
  const write = useWrite();
  const percentText = useWritePercent();
  const changed = useOrdersChanged();
  const { busy, submit } = useSubmit('tradecancelOrder', { keyed: true, onDone: changed, onRefused: changed });
  const percent = filledPercent(order);
  const name = t('cancelNamed', {
    side: order.type_text,
    quantity: write(order.predict_num),
    coin: order.coinname,
    price: isNothing(order.xjprice) ? t('marketPrice') : write(order.xjprice),
  });
  return (
    <Row>
      <Head order={order} at={order.addtime} />
      <Facts
        columns={columnsFor(order.xjprice, order.predict_num, order.coinnum)}
        items={[
          { term: t('price'), value: <OrderPrice order={order} /> },
          { term: t('quantity'), value: <Figure value={order.predict_num} places={AMOUNT_PLACES} /> },
          { term: t('filled'), value: <Figure value={order.coinnum} places={AMOUNT_PLACES} flash /> },
        ]}
      />
      {!isNothing(order.coinnum) && (
        <p className="flex justify-end">
          <ReceiptLink kind="fill" id={order.id} />
        </p>
      )}
      <div className="flex items-center gap-4">
        <span className="flex-1">
          <Progress percent={percent} label={t('filledShare', { percent: percentText(String(percent)) })} />
        </span>
        <span className="n text-12 text-ink-3" aria-hidden="true">
          {percentText(String(percent))}
        </span>
        {!isNothing(order.xjprice) && <EditPrice order={order} />}
        <Button
          kind="line"
          size="small"
          aria-label={name}
          busy={busy}
          busyText={t('cancelling')}
          onClick={() => void submit({ bb_id: order.id })}
        >
          {t('cancel')}
        </Button>
      </div>
    </Row>
  );
}

/** An ended order: its average price and its cost. */
export function EndedOrderRow({ order }: { readonly order: SpotOrder }) {
  const t = useTranslations('spot.orders');
  return (
    <Row>
      <Head order={order} at={order.tradetime ?? order.addtime} />
      <Facts
        columns={columnsFor(order.xjprice, order.price, order.coinnum)}
        items={[
          { term: t('orderPrice'), value: <OrderPrice order={order} /> },
          { term: t('averageFill'), value: isNothing(order.price) ? '--' : <Price value={order.price} /> },
          { term: t('filled'), value: <Figure value={order.coinnum} places={AMOUNT_PLACES} /> },
        ]}
      />
      <p className="flex flex-wrap justify-between gap-x-3 text-12 text-ink-3">
        <span>
          {t('fee')} <Figure value={order.fee} places={AMOUNT_PLACES} /> <small>{order.fee_coin}</small>
        </span>
        <span>
          {t('quantity')} <Figure value={order.predict_num} places={AMOUNT_PLACES} /> <small>{order.coinname}</small>
        </span>
        {!isNothing(order.coinnum) && <ReceiptLink kind="fill" id={order.id} />}
      </p>
    </Row>
  );
}

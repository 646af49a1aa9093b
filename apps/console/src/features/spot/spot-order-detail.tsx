import type { SpotOrderForOperator } from '@plimsoll/contract/operator';
import { LISTED_KINDS, ORDER_TYPE } from '@plimsoll/contract/codes/spot';
import { Facts, Figure } from '@plimsoll/ui';
import { Pane } from '@plimsoll/ui/console';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { Copyable, PanelHead, Exact, MemberLink, Moment } from '../../platform/resource/index.ts';
import { JournalsOf } from '../ledger/index.ts';
import { SpotState } from './spot-state.tsx';

/** One spot order and its journals. */
export function SpotOrderDetail({ order }: { readonly order: SpotOrderForOperator }) {
  const t = useTranslations('console-look');
  const number = String(order.id);
  const causes = useMemo(
    () => [
      { kind: 'spot-place', cause: number },
      { kind: 'spot-cancel', cause: number },
    ],
    [number],
  );
  return (
    <div className="grid grid-cols-1 gap-4">
      <PanelHead
        over={
          <>
            <Copyable value={number} name={t('spot.one', { id: number })}>
              {t('spot.one', { id: number })}
            </Copyable>{' '}
            <Moment at={order.addtime} />
          </>
        }
        state={<SpotState status={order.status} />}
      >
        <span className={order.type === ORDER_TYPE.buy ? 'text-up' : 'text-dn'}>{order.type_text}</span>{' '}
        <Figure value={order.predict_num} dim={false} />{' '}
        <span className="text-15 font-medium text-ink-3">{order.coinname}</span>
      </PanelHead>
      <OrderFacts order={order} />
      <JournalsOf
        causes={causes}
        repeated={{ kind: 'spot-fill', cause: number }}
        stamp={`${order.status} ${order.coinnum}`}
      />
      <p className="text-12 text-ink-3">{t('spot.fixed')}</p>
    </div>
  );
}

function OrderFacts({ order }: { readonly order: SpotOrderForOperator }) {
  const t = useTranslations('console-look');
  const { coinname: base, trade_coin: quote } = order;
  const isLimit = /[1-9]/.test(order.xjprice);
  const kind = LISTED_KINDS[order.kind];
  return (
    <Pane>
      <Facts
        columns={2}
        items={[
          { term: t('member'), value: <MemberLink id={order.member_id}>{order.username}</MemberLink> },
          {
            term: t('market'),
            value: (
              <bdi>
                {base}/{quote}
              </bdi>
            ),
          },
          { term: t('spot.mode'), value: order.ordertype_text },
          ...(kind === 'plain' ? [] : [{ term: t('spot.kind'), value: t(`spot.${kind}`) }]),
          { term: t('spot.limit'), value: isLimit ? <Exact value={order.xjprice} unit={quote} /> : t('none') },
          { term: t('spot.quantity'), value: <Exact value={order.predict_num} unit={base} /> },
          { term: t('spot.filled'), value: <Exact value={order.coinnum} unit={base} /> },
          { term: t('spot.average'), value: <Exact value={order.price} unit={quote} /> },
          { term: t('spot.fee'), value: <Exact value={order.fee} unit={order.fee_coin} /> },
          {
            term: t('spot.held'),
            value: <Exact value={order.held} unit={order.type === ORDER_TYPE.buy ? quote : base} />,
          },
          { term: t('changed'), value: order.tradetime === null ? t('never') : <Moment at={order.tradetime} /> },
        ]}
      />
    </Pane>
  );
}

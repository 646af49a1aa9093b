import type { SpotOrderForOperator } from '@plimsoll/contract/operator';
import { ORDER_TYPE } from '@plimsoll/contract/codes/spot';
import { Figure, Pair } from '@plimsoll/ui';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useMarketChoices } from '../../platform/markets.ts';
import {
  MemberName,
  Moment,
  ResourceDetail,
  ResourceScreen,
  type Column,
  type Pin,
} from '../../platform/resource/index.ts';
import { SpotOrderDetail } from './spot-order-detail.tsx';
import { SpotState } from './spot-state.tsx';

function Limit({ price }: { readonly price: string }) {
  const t = useTranslations('console-look');
  return /[1-9]/.test(price) ? <Figure value={price} places={8} /> : <span className="text-ink-3">{t('none')}</span>;
}

function useColumns() {
  const t = useTranslations('console-look');
  return useMemo(
    (): readonly Column<SpotOrderForOperator>[] => [
      { id: 'id', header: t('number'), cell: ({ id }) => <span className="n">{id}</span> },
      {
        id: 'at',
        spare: true,
        header: t('placed'),
        cell: ({ addtime }) => (
          <span className="text-ink-2">
            <Moment at={addtime} />
          </span>
        ),
      },
      { id: 'member', header: t('member'), cell: ({ username }) => <MemberName name={username} /> },
      {
        id: 'market',
        header: t('market'),
        cell: ({ coinname, trade_coin }) => <Pair base={coinname} quote={trade_coin} />,
      },
      {
        id: 'side',
        header: t('spot.side'),
        cell: ({ type, type_text, ordertype_text }) => (
          <span className={type === ORDER_TYPE.buy ? 'text-up' : 'text-dn'}>
            {type_text}, {ordertype_text}
          </span>
        ),
      },
      {
        id: 'limit',
        spare: true,
        header: t('spot.limit'),
        end: true,
        cell: ({ xjprice }) => <Limit price={xjprice} />,
      },
      {
        id: 'quantity',
        spare: true,
        header: t('spot.quantity'),
        end: true,
        cell: ({ predict_num }) => <Figure value={predict_num} places={8} />,
      },
      {
        id: 'filled',
        spare: true,
        header: t('spot.filled'),
        end: true,
        cell: ({ coinnum }) => <Figure value={coinnum} places={8} />,
      },
      { id: 'state', header: t('state'), end: true, cell: ({ status }) => <SpotState status={status} /> },
    ],
    [t],
  );
}

/** Spot orders of all members, read-only. */
export default function SpotOrdersScreen() {
  const t = useTranslations('console-look');
  const markets = useMarketChoices();
  const columns = useColumns();
  const pins = useMemo((): readonly Pin[] => [{ name: 'member_id', label: (id) => t('ofMember', { id }) }], [t]);
  return (
    <ResourceScreen<SpotOrderForOperator>
      resource="spot-orders"
      path="spot-orders"
      label={t('spot.label')}
      empty={t('spot.empty')}
      columns={columns}
      statuses={[
        { value: '', label: t('all') },
        { value: '1', label: t('spot.open'), isCounted: true },
        { value: '2', label: t('spot.completed') },
        { value: '3', label: t('spot.cancelled') },
      ]}
      filters={[{ name: 'm_id', label: t('market'), options: markets }]}
      pins={pins}
      search={t('search')}
      detail={(id) => (
        <ResourceDetail<SpotOrderForOperator> resource="spot-orders" id={id}>
          {(order) => <SpotOrderDetail order={order} />}
        </ResourceDetail>
      )}
    />
  );
}

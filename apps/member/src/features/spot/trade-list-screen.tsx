import { SPOT_STATUS } from '@plimsoll/contract/codes/spot';
import { SkeletonBlock, buttonClass, Empty, EndlessList, Tabs, ChipSelect } from '@plimsoll/ui';
import { useState } from 'react';
import { Link } from '../../platform/router.tsx';
import { useTranslations } from 'use-intl';
import { PageHeader } from '../site/index.ts';
import { EndedOrderRow, OpenOrderRow } from './order-row.tsx';
import { useOrderPages, type OrderFilter } from './queries.ts';

const TABS = [
  { value: '1', label: 'tabOpen', none: 'noneOpen' },
  { value: '2', label: 'tabCompleted', none: 'noneCompleted' },
  { value: '3', label: 'tabCancelled', none: 'noneCancelled' },
] as const;

const Skeleton = () => (
  <div className="rows">
    {Array.from({ length: 5 }, (_, row) => (
      <div key={row} className="grid gap-3 px-4 py-3.5">
        <SkeletonBlock height={20} width={180 + ((row * 31) % 60)} />
        <SkeletonBlock height={32} />
        <SkeletonBlock height={16} width={130} />
      </div>
    ))}
  </div>
);

/** /trade-lst: the member's spot orders by status and side. */
export default function TradeListScreen() {
  const t = useTranslations('spot.orders');
  const app = useTranslations('app.titles');
  const [status, setStatus] = useState<OrderFilter['status']>('1');
  const [type, setType] = useState<OrderFilter['type']>('0');
  const pages = useOrderPages({ status, type });
  const { none } = TABS.find((tab) => tab.value === status) ?? TABS[0];
  return (
    <>
      <PageHeader title={app('tradeList')} canGoBack />
      <Tabs
        label={t('status')}
        options={TABS.map((tab) => ({ value: tab.value, label: t(tab.label) }))}
        value={status}
        onChange={setStatus}
        controls="spot-orders"
      />
      <div className="px-4 pt-3">
        <ChipSelect
          label={t('filter')}
          options={[
            { value: '0', label: t('bothSides') },
            { value: '1', label: t('onlyBuy') },
            { value: '2', label: t('onlySell') },
          ]}
          value={type}
          onChange={setType}
          selectClass="-my-1 border-y-4 rounded-[18px/22px] ps-3.5 pe-9 text-14"
        />
      </div>
      <div id="spot-orders" role="tabpanel" className="mt-1">
        <EndlessList
          key={`${status} ${type}`}
          pages={pages}
          keyOf={(order) => order.id}
          label={t('title')}
          skeleton={<Skeleton />}
          empty={
            <Empty title={t(none)} text={t(`${none}Text`)} className="pt-20">
              <Link to="/exchange" className={`${buttonClass('quiet')} mt-3`}>
                {t('place')}
              </Link>
            </Empty>
          }
        >
          {(order) =>
            order.status === SPOT_STATUS.open ? <OpenOrderRow order={order} /> : <EndedOrderRow order={order} />
          }
        </EndlessList>
      </div>
    </>
  );
}

import type { OptionOrder } from '@plimsoll/contract';
import { Button, Empty, EndlessList, loneLinkClass, Tabs, type Pages } from '@plimsoll/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import { OpenRow } from './open-row.tsx';
import { OrderDetail } from './order-detail.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { figure } from './order-parts.tsx';
import { STATS_PATH } from './place.ts';
import type { View } from './view.ts';
import { useSettledOptions } from './queries.ts';
import { SettledRow } from './settled-row.tsx';
import { useCountOf } from './words.ts';

interface OrderListsProps {
  readonly open: Pages<OptionOrder>;
  readonly view: Exclude<View, 'chart'>;
  readonly onView: (view: View) => void;
}

/** The member's options: open and settled. The tab is kept in the address. */
export default function OrderLists({ open, view, onView }: OrderListsProps) {
  const t = useTranslations('options.list');
  const options = useTranslations('options');
  const settled = useSettledOptions();
  const [detail, setDetail] = useState<OptionOrder | undefined>();
  const [isDetailOpen, setDetailOpen] = useState(false);
  const count = useCountOf(open);
  const isOpen = view === 'orders';
  const none = isOpen ? 'noneOpen' : 'noneSettled';
  return (
    <>
      <Tabs
        label={t('tabs')}
        options={[
          { value: 'orders', label: t.rich('inProgress', { count, n: figure }) },
          { value: 'settled', label: t('settled') },
        ]}
        value={view}
        onChange={onView}
        controls="options-orders"
      />
      <p className="flex justify-end px-4">
        <Link to={STATS_PATH} className={`${loneLinkClass} z-1`}>
          {options('stats.title')}
        </Link>
      </p>
      <div id="options-orders" role="tabpanel" aria-label={isOpen ? t('tabs') : t('settled')}>
        <EndlessList
          key={view}
          pages={isOpen ? open : settled}
          keyOf={(order) => order.order_id}
          label={isOpen ? t('tabs') : t('settled')}
          skeleton={<ListSkeleton />}
          empty={
            <Empty title={t(none)} text={t(`${none}Text`)} className="pt-20">
              <Button kind="quiet" className="mt-3" onClick={() => onView('chart')}>
                {t('place')}
              </Button>
            </Empty>
          }
        >
          {(order) =>
            isOpen ? (
              <OpenRow order={order} />
            ) : (
              <SettledRow
                order={order}
                onDetail={() => {
                  setDetail(order);
                  setDetailOpen(true);
                }}
              />
            )
          }
        </EndlessList>
      </div>
      <OrderDetail order={detail} open={isDetailOpen} onClose={() => setDetailOpen(false)} />
    </>
  );
}

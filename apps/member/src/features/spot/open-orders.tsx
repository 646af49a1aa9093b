import { SkeletonBlock, Empty, ErrorState, Icon, LazyBoundary, lazyPart, Loading, loneLinkClass } from '@plimsoll/ui';
import { right } from '@plimsoll/ui/icons-screens';
import { refusedWords } from '../../platform/refused.ts';
import { Link } from '../../platform/router.tsx';
import { useTranslations } from 'use-intl';
import { isFullPage } from '../../platform/use-pages.ts';
import { useWarm } from '../../platform/use-warm.ts';
import { useOpenOrders } from './queries.ts';
import { useWrite } from './words.ts';

/** Whoever has no open orders needs no rows. */
const ROWS = lazyPart(() => import('./open-order-rows.tsx'));

function OrderSkeleton() {
  return (
    <div className="grid gap-3 px-4 py-3.5">
      <SkeletonBlock height={20} width={190} />
      <SkeletonBlock height={32} />
      <SkeletonBlock height={34} />
    </div>
  );
}

/** The member's open orders in this market, with the link to all of them. */
export function OpenOrders({ marketId }: { readonly marketId: string }) {
  const t = useTranslations('spot.orders');
  const kit = useTranslations('app.kit');
  const write = useWrite();
  useWarm(ROWS);
  const { data: orders, error, isError, refetch } = useOpenOrders(marketId);
  const count = orders === undefined ? '' : `${write(String(orders.length))}${isFullPage(orders) ? '+' : ''}`;
  return (
    <section aria-labelledby="open-orders">
      <div className="flex items-center justify-between px-4">
        <h2 id="open-orders" className="text-17 font-semibold">
          {t('open')} <span className="n text-15 font-medium text-ink-3">{count}</span>
        </h2>
        <Link to="/trade-lst" className={`${loneLinkClass} text-14`}>
          {t('all')}
          <Icon of={right} size={16} flip />
        </Link>
      </div>
      {orders === undefined && !isError && (
        <Loading label={kit('loading')}>
          <OrderSkeleton />
        </Loading>
      )}
      {orders === undefined && isError && (
        <ErrorState title={t('failed')} text={refusedWords(error) ?? t('failedText')} onRetry={() => void refetch()} />
      )}
      {orders?.length === 0 && <Empty title={t('noneOpen')} text={t('noneOpenText')} className="pt-6" />}
      {orders && orders.length > 0 && <LazyBoundary part={ROWS} props={{ orders }} fallback={<OrderSkeleton />} />}
    </section>
  );
}

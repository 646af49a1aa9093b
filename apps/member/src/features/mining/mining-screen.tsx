import { Empty, EndlessList, Tabs } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { useSearchParams } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { CardSkeleton, CardList, OfferList } from '../products/index.ts';
import { PageHeader } from '../site/index.ts';
import { OrderCard } from './order-card.tsx';
import { ProductCard } from './product-card.tsx';
import { useOrders, useProducts } from './queries.ts';

/** What can be locked. */
function Products() {
  const t = useTranslations('mining');
  const isOn = useSettings().machine_switch === 1;
  return (
    <OfferList offers={useProducts()} isOn={isOn} say={t} height={156}>
      {(product) => <ProductCard key={product.id} product={product} canLock={isOn} />}
    </OfferList>
  );
}

/** What the member has locked. */
function Orders() {
  const t = useTranslations('mining.list');
  const pages = useOrders();
  return (
    <CardList>
      <EndlessList
        pages={pages}
        keyOf={({ id }) => id}
        label={t('title')}
        skeleton={<CardSkeleton height={190} />}
        empty={<Empty title={t('none')} text={t('noneText')} className="pt-16" />}
      >
        {(order) => <OrderCard order={order} />}
      </EndlessList>
    </CardList>
  );
}

/** /lockming: what can be locked, and what is. */
export default function MiningScreen() {
  const t = useTranslations('mining');
  const [query, setQuery] = useSearchParams();
  const tab = query.get('tab') === 'orders' ? 'orders' : 'products';
  return (
    <>
      <PageHeader title={t('title')} canGoBack />
      <Tabs
        label={t('title')}
        options={[
          { value: 'products', label: t('products') },
          { value: 'orders', label: t('orders') },
        ]}
        value={tab}
        onChange={(next) => setQuery(next === 'orders' ? { tab: next } : {}, { replace: true })}
        controls="mining"
      />
      <div id="mining" role="tabpanel" className="pt-4">
        {tab === 'orders' ? <Orders /> : <Products />}
      </div>
    </>
  );
}

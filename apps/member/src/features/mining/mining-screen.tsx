import { Empty, EndlessList } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { useSettings } from '../../platform/settings.ts';
import { CardSkeleton, CardList, OfferList, ProductTabs } from '../products/index.ts';
import { OrderCard } from './order-card.tsx';
import { ProductCard } from './product-card.tsx';
import { useOrders, useProducts } from './queries.ts';

function Products() {
  const t = useTranslations('mining');
  const isOn = useSettings().machine_switch === 1;
  return (
    <OfferList offers={useProducts()} isOn={isOn} say={t} height={156}>
      {(product) => <ProductCard key={product.id} product={product} canLock={isOn} />}
    </OfferList>
  );
}

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

/** /lockming: products, and the member's orders. */
export default function MiningScreen() {
  const t = useTranslations('mining');
  return <ProductTabs id="mining" say={t} products={<Products />} orders={<Orders />} />;
}

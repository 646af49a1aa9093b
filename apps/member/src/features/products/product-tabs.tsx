import { Tabs } from '@plimsoll/ui';
import type { ReactNode } from 'react';
import { useSearchParams } from '../../platform/router.tsx';
import { PageHeader } from '../site/index.ts';

interface ProductTabsProps {
  readonly id: string;
  readonly say: (key: 'title' | 'products' | 'orders') => string;
  readonly products: ReactNode;
  readonly orders: ReactNode;
}

/** Products and the member's orders, one tab each; the chosen one is kept in the address. */
export function ProductTabs({ id, say, products, orders }: ProductTabsProps) {
  const [query, setQuery] = useSearchParams();
  const tab = query.get('tab') === 'orders' ? 'orders' : 'products';
  return (
    <>
      <PageHeader title={say('title')} canGoBack />
      <Tabs
        label={say('title')}
        options={[
          { value: 'products', label: say('products') },
          { value: 'orders', label: say('orders') },
        ]}
        value={tab}
        onChange={(next) => setQuery(next === 'orders' ? { tab: next } : {}, { replace: true })}
        controls={id}
      />
      <div id={id} role="tabpanel" className="pt-4">
        {tab === 'orders' ? orders : products}
      </div>
    </>
  );
}

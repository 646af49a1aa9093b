import { Bone, Button, Empty, EndlessList, ErrorState, Loading, Note, showToast, Tabs } from '@plimsoll/ui';
import { info } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { useSearchParams } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { openService, PageHeader } from '../site/index.ts';
import { OrderCard } from './order-card.tsx';
import { ProductCard } from './product-card.tsx';
import { useOrders, useProducts } from './queries.ts';

const Bones = ({ height }: { readonly height: number }) => <div className="grid gap-3 px-4">{Array.from({ length: 3 }, (_, row) => <Bone key={row} height={height} />)}</div>;

/** What can be locked. */
function Products() {
  const t = useTranslations('mining');
  const kit = useTranslations('app.kit');
  const app = useTranslations('app');
  const settings = useSettings();
  const { data, isError, isPaused, refetch } = useProducts();
  const isOn = settings.machine_switch === 1;
  const ask = () => { if (!openService(settings)) showToast('bad', app('contactService')); };
  if (!data) {
    if (isError || isPaused) return <ErrorState title={t('failed')} text={t('failedText')} onRetry={() => void refetch()} className="pt-16" />;
    return <Loading label={kit('loading')}><Bones height={156} /></Loading>;
  }
  if (data.length === 0) return <Empty title={t('none')} text={t('noneText')} className="pt-16"><Button kind="quiet" className="mt-3" onClick={ask}>{t('contact')}</Button></Empty>;
  return (
    <div className="grid gap-3 px-4 pb-6">
      {!isOn && <Note kind="warn" icon={info}>{t('off')}</Note>}
      {data.map((product) => <ProductCard key={product.id} product={product} canLock={isOn} />)}
    </div>
  );
}

/** What the member has locked. */
function Orders() {
  const t = useTranslations('mining.list');
  const pages = useOrders();
  return (
    <div className="[&_.rows]:grid [&_.rows]:gap-3 [&_.rows]:px-4 [&_.rows>li]:border-0">
      <EndlessList pages={pages} keyOf={({ id }) => id} label={t('title')} bones={<Bones height={190} />} empty={<Empty title={t('none')} text={t('noneText')} className="pt-16" />}>
        {(order) => <OrderCard order={order} />}
      </EndlessList>
    </div>
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
        options={[{ value: 'products', label: t('products') }, { value: 'orders', label: t('orders') }]}
        value={tab}
        onChange={(next) => setQuery(next === 'orders' ? { tab: next } : {}, { replace: true })}
        controls="mining"
      />
      <div id="mining" role="tabpanel" className="pt-4">{tab === 'orders' ? <Orders /> : <Products />}</div>
    </>
  );
}

import { SkeletonBlock, buttonClass, Empty, ErrorState, Loading } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { refusedWords } from '../../platform/refused.ts';
import { Link, useSearchParams } from '../../platform/router.tsx';
import { PageHeader } from '../site/index.ts';
import { LockPanel } from './lock-panel.tsx';
import { useProduct } from './queries.ts';

function Application({ id }: { readonly id: string }) {
  const t = useTranslations('mining');
  const kit = useTranslations('app.kit');
  const { data, error, isError, isPaused, refetch } = useProduct(id);
  const product = data?.[0];
  if (product) return <LockPanel key={product.id} product={product} />;
  if (data || id === '')
    return (
      <Empty title={t('gone')} text={t('goneText')} className="pt-16">
        <Link to="/lockming" className={`${buttonClass('quiet')} mt-3`}>
          {t('seeAll')}
        </Link>
      </Empty>
    );
  if (isError || isPaused)
    return (
      <ErrorState
        title={t('failed')}
        text={refusedWords(error) ?? t('failedText')}
        onRetry={() => void refetch()}
        className="pt-16"
      />
    );
  return (
    <Loading label={kit('loading')}>
      <div className="grid gap-4 px-4 pt-1">
        <SkeletonBlock height={160} />
        <SkeletonBlock height={120} />
        <SkeletonBlock height={150} />
      </div>
    </Loading>
  );
}

/** /lockming-application: locks an amount for the days of one product. */
export default function ApplicationScreen() {
  const t = useTranslations('mining');
  const [query] = useSearchParams();
  const id = /^[1-9]\d{0,17}$/.exec(query.get('id') ?? '')?.[0] ?? '';
  return (
    <>
      <PageHeader title={t('application')} canGoBack />
      <Application key={id} id={id} />
    </>
  );
}

import { SkeletonBlock, Loading } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { PageHeader } from '../site/index.ts';

/** A proof that is loading. */
export function ProofSkeleton() {
  const t = useTranslations('options.proof');
  const kit = useTranslations('app.kit');
  return (
    <>
      <PageHeader title={t('title')} canGoBack />
      <Loading label={kit('loading')}>
        <div className="grid gap-4 px-4">
          <SkeletonBlock height={64} />
          <SkeletonBlock height={180} />
          <SkeletonBlock height={72} />
          <SkeletonBlock height={72} />
          <SkeletonBlock height={72} />
        </div>
      </Loading>
    </>
  );
}

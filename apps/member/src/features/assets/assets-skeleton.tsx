import { SkeletonBlock, Loading, RowSkeleton } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';

export function AssetsSkeleton() {
  const t = useTranslations('app.kit');
  return (
    <Loading label={t('loading')}>
      <div className="px-4 pt-5">
        <SkeletonBlock width={96} height={16} />
        <SkeletonBlock width={210} height={40} className="mt-2" />
        <SkeletonBlock height={6} className="mt-3" />
        <SkeletonBlock width={240} height={14} className="mt-3" />
      </div>
      <div className="mt-5 grid grid-cols-4 gap-2 px-4">
        {Array.from({ length: 4 }, (_, at) => (
          <SkeletonBlock key={at} height={64} />
        ))}
      </div>
      <div className="mt-6">
        <RowSkeleton />
      </div>
    </Loading>
  );
}

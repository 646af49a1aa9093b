import { SkeletonBlock, Loading } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';

/** A page whose code is loading. */
export function PageSkeleton() {
  const t = useTranslations('app.kit');
  return (
    <Loading label={t('loading')}>
      <div className="grid gap-4 p-4">
        <SkeletonBlock width={140} height={20} />
        <SkeletonBlock height={44} />
        <SkeletonBlock height={96} />
        <SkeletonBlock height={160} />
      </div>
    </Loading>
  );
}

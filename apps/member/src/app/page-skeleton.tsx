import { Bone, Loading } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';

/** A page whose code is still on its way. */
export function PageSkeleton() {
  const t = useTranslations('app.kit');
  return (
    <Loading label={t('loading')}>
      <div className="grid gap-4 p-4"><Bone width={140} height={20} /><Bone height={44} /><Bone height={96} /><Bone height={160} /></div>
    </Loading>
  );
}

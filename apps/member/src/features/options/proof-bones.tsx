import { Bone, Loading } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { PageHeader } from '../site/index.ts';

/** A proof still on its way. */
export function ProofBones() {
  const t = useTranslations('options.proof');
  const kit = useTranslations('app.kit');
  return (
    <>
      <PageHeader title={t('title')} canGoBack />
      <Loading label={kit('loading')}>
        <div className="grid gap-4 px-4"><Bone height={64} /><Bone height={180} /><Bone height={72} /><Bone height={72} /><Bone height={72} /></div>
      </Loading>
    </>
  );
}

import { useTranslations } from 'use-intl';
import { Siblings } from '../../platform/resource/index.ts';

/** The way between the two kinds of transfers. */
export function TransferPages() {
  const t = useTranslations('console-look');
  return (
    <Siblings
      label={t('transfers.label')}
      pages={[
        { path: '/transfers', name: t('transfers.own') },
        { path: '/member-transfers', name: t('transfers.others') },
      ]}
    />
  );
}

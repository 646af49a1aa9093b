import { useTranslations } from 'use-intl';
import { Siblings } from '../../platform/resource/index.ts';

/** The way between journals and accounts. */
export function LedgerPages() {
  const t = useTranslations('console-ledger');
  return (
    <Siblings
      label={t('pages')}
      pages={[
        { path: '/ledger', name: t('journals') },
        { path: '/ledger-accounts', name: t('accountsTitle') },
      ]}
    />
  );
}

import { useTranslations } from 'use-intl';
import { Siblings } from '../../platform/resource/index.ts';

/** The two ways to look at the ledger: what moved, and what there is. */
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

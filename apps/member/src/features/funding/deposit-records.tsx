import { useTranslations } from 'use-intl';
import { DepositList, useMask } from '../assets/index.ts';
import { PageHeader } from '../site/index.ts';

/** The member's earlier deposits. */
export default function DepositRecords() {
  const t = useTranslations('funding.records');
  const [isHidden] = useMask();
  return (
    <>
      <PageHeader title={t('deposits')} canGoBack />
      <DepositList filter={{}} isHidden={isHidden} />
    </>
  );
}

import { useTranslations } from 'use-intl';
import { useMask, WithdrawalList } from '../assets/index.ts';
import { PageHeader } from '../site/index.ts';

/** The member's earlier withdrawals. */
export default function WithdrawalRecords() {
  const t = useTranslations('funding.records');
  const [isHidden] = useMask();
  return (
    <>
      <PageHeader title={t('withdrawals')} canGoBack />
      <WithdrawalList filter={{}} isHidden={isHidden} />
    </>
  );
}

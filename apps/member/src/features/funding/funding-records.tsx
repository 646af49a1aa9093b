import { useTranslations } from 'use-intl';
import { DepositList, useMask, WithdrawalList } from '../assets/index.ts';
import { PageHeader } from '../site/index.ts';

export interface RecordsProps {
  readonly of: 'deposits' | 'withdrawals';
}

/** The member's earlier deposits or withdrawals. */
export default function FundingRecords({ of }: RecordsProps) {
  const t = useTranslations('funding.records');
  const [isHidden] = useMask();
  const List = of === 'deposits' ? DepositList : WithdrawalList;
  return (
    <>
      <PageHeader title={t(of)} canGoBack />
      <List filter={{}} isHidden={isHidden} />
    </>
  );
}

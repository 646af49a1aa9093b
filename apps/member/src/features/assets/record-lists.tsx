import { Empty, EndlessList } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { useBills, useTransfers, type RecordFilter } from './queries.ts';
import { BillRow, TransferRow } from './record-rows.tsx';

export interface RecordListProps {
  readonly filter: RecordFilter;
  readonly isHidden: boolean;
}

/** The member's bills. */
export function BillList({ filter, isHidden }: RecordListProps) {
  const t = useTranslations('assets.account');
  return (
    <EndlessList
      pages={useBills(filter)}
      keyOf={(bill) => bill.id}
      label={t('bills')}
      empty={<Empty title={t('noBills')} text={t('noBillsText')} />}
    >
      {(bill) => <BillRow bill={bill} isHidden={isHidden} />}
    </EndlessList>
  );
}

/** The member's own transfers. */
export function TransferList({ filter, isHidden }: RecordListProps) {
  const t = useTranslations('assets.account');
  return (
    <EndlessList
      pages={useTransfers(filter)}
      keyOf={(transfer) => transfer.id}
      label={t('transfers')}
      empty={<Empty title={t('noTransfers')} text={t('noTransfersText')} />}
    >
      {(transfer) => <TransferRow transfer={transfer} isHidden={isHidden} />}
    </EndlessList>
  );
}

import type { RechargeRecord } from '@plimsoll/contract';
import { RECORD_STATUS } from '@plimsoll/contract/codes/assets';
import { amount } from '@plimsoll/money';
import { AddressText, Count, Figure } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { useAmountWords } from './amount-words.ts';
import { FundingDetail, FundingList } from './funding-parts.tsx';
import { depositSteps } from './funding-steps.ts';
import { useDeposits } from './queries.ts';
import type { RecordListProps } from './record-lists.tsx';

const isOther = ({ status, num, claimed }: RechargeRecord): boolean =>
  status === RECORD_STATUS.completed && amount(num) !== amount(claimed);

/** What a deposit waits for, or how it ended. */
export function useDepositState(isHidden: boolean): (record: RechargeRecord) => string {
  const t = useTranslations('funding.records');
  const words = useAmountWords(isHidden);
  return (record) => {
    if (record.status === RECORD_STATUS.pending) return t('waitsForComparing', { network: record.coin_net });
    if (record.status === RECORD_STATUS.refused) return record.remark;
    return isOther(record)
      ? t('claimedOther', { amount: words(record.claimed) })
      : t('cameOver', { network: record.coin_net });
  };
}

/** A deposit's progress, and what it consists of. */
export function DepositDetail({ record, isHidden }: { readonly record: RechargeRecord; readonly isHidden: boolean }) {
  const t = useTranslations('funding.records');
  const words = useAmountWords(isHidden);
  const { id, status, coinName, num, claimed, address, coin_net, remark } = record;
  return (
    <FundingDetail
      status={status}
      figure={num}
      unit={t(status === RECORD_STATUS.completed ? 'credited' : 'claimed', { coin: coinName })}
      text={isOther(record) ? t('claimedOther', { amount: words(claimed) }) : t('over', { network: coin_net })}
      steps={depositSteps(record)}
      amount={claimed}
      coin={coinName}
      remark={remark}
      usual={record.usual_minutes}
      isHidden={isHidden}
      receipt={{ kind: 'recharge', id }}
      facts={[
        { term: t('paidTo'), value: <AddressText address={address} /> },
        { term: t('network'), value: <bdi>{coin_net}</bdi> },
        { term: t('claimedTerm'), value: <Figure value={claimed} places={8} hidden={isHidden} /> },
        {
          term: t('creditedTerm'),
          value: status === RECORD_STATUS.completed ? <Figure value={num} places={8} hidden={isHidden} /> : '--',
        },
        { term: t('number'), value: <Count value={id} grouped={false} /> },
      ]}
    />
  );
}

/** The member's deposits. */
export function DepositList({ filter, isHidden }: RecordListProps) {
  const t = useTranslations('funding.records');
  const reasonOf = useDepositState(isHidden);
  return (
    <FundingList
      pages={useDeposits(filter)}
      words={{ label: t('deposits'), none: t('noDeposits'), noneText: t('noDepositsText'), detail: t('deposit') }}
      isHidden={isHidden}
      rowOf={(record) => ({
        num: record.num,
        coin: record.coinName,
        status: record.status,
        text: reasonOf(record),
        at: record.updatetime,
      })}
      detailOf={(record) => <DepositDetail record={record} isHidden={isHidden} />}
    />
  );
}

import type { WithdrawalRecord } from '@plimsoll/contract';
import { RECORD_STATUS } from '@plimsoll/contract/codes/assets';
import { WITHDRAW_TYPE } from '@plimsoll/contract/codes/funding';
import { AddressText, Count, shownNumber } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { useSettings } from '../../platform/settings.ts';
import { useAmountWords } from './amount-words.ts';
import { FundingDetail, FundingList } from './funding-parts.tsx';
import { withdrawalSteps } from './funding-steps.ts';
import { useWithdrawals } from './queries.ts';
import type { RecordListProps } from './record-lists.tsx';

interface WithdrawalProps {
  readonly record: WithdrawalRecord;
  readonly isHidden: boolean;
}

/** What a withdrawal waits for, or how it ended. */
export function useWithdrawalState(isHidden: boolean): (record: WithdrawalRecord) => string {
  const t = useTranslations('funding.records');
  const words = useAmountWords(isHidden);
  const { bank_swan_type } = useSettings();
  return ({ status, approvals_needed, timeline, withdraw_type, coin_net, address, remark, mum }) => {
    if (status === RECORD_STATUS.refused) return t('returned', { remark, amount: words(mum) });
    if (status === RECORD_STATUS.completed) {
      return withdraw_type === WITHDRAW_TYPE.address
        ? t('sentOver', { network: coin_net })
        : t('sentToCard', { bank: coin_net, number: `\u2068${shownNumber(address, bank_swan_type === 1)}\u2069` });
    }
    if (approvals_needed === 1) return t('waitsForOne');
    return t(timeline.some(({ step }) => step === 'approved') ? 'waitsForSecond' : 'waitsForTwo');
  };
}

/** A withdrawal's progress, and what it consists of. */
export function WithdrawalDetail({ record, isHidden }: WithdrawalProps) {
  const t = useTranslations('funding.records');
  const words = useAmountWords(isHidden);
  const { bank_swan_type } = useSettings();
  const { id, status, coinName, mum, fee, net, withdraw_type, address, coin_net, remark } = record;
  const isAddress = withdraw_type === WITHDRAW_TYPE.address;
  return (
    <FundingDetail
      status={status}
      figure={net}
      unit={t(
        status === RECORD_STATUS.completed ? 'arrived' : status === RECORD_STATUS.refused ? 'notSent' : 'arrives',
        { coin: coinName },
      )}
      text={t(isAddress ? 'lessOver' : 'lessTo', { amount: words(mum), fee: words(fee), network: coin_net })}
      steps={withdrawalSteps(record)}
      amount={mum}
      coin={coinName}
      remark={remark}
      usual={record.usual_minutes}
      isHidden={isHidden}
      receipt={{ kind: 'withdraw', id }}
      facts={[
        {
          term: t('to'),
          value: isAddress ? (
            <AddressText address={address} />
          ) : (
            <bdi dir="ltr" className="n">
              {shownNumber(address, bank_swan_type === 1)}
            </bdi>
          ),
        },
        { term: t(isAddress ? 'network' : 'bank'), value: <bdi>{coin_net}</bdi> },
        { term: t('number'), value: <Count value={id} grouped={false} /> },
      ]}
    />
  );
}

/** The member's withdrawals. */
export function WithdrawalList({ filter, isHidden }: RecordListProps) {
  const t = useTranslations('funding.records');
  const reasonOf = useWithdrawalState(isHidden);
  return (
    <FundingList
      pages={useWithdrawals(filter)}
      words={{
        label: t('withdrawals'),
        none: t('noWithdrawals'),
        noneText: t('noWithdrawalsText'),
        detail: t('withdrawal'),
      }}
      isHidden={isHidden}
      rowOf={(record) => ({
        num: record.mum,
        coin: record.coinName,
        status: record.status,
        text: reasonOf(record),
        at: record.updatetime,
      })}
      detailOf={(record) => <WithdrawalDetail record={record} isHidden={isHidden} />}
    />
  );
}

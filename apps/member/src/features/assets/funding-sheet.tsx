import { ErrorState, Loading, Sheet, SkeletonBlock } from '@plimsoll/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { refusedWords } from '../../platform/refused.ts';
import { useStore } from '../../platform/store.ts';
import { timeline, type FundingOf } from '../../platform/timeline.ts';
import { DepositDetail } from './deposit-list.tsx';
import { useNewestFunding } from './funding-newest.ts';
import { useMask } from './mask.ts';
import { WithdrawalDetail } from './withdrawal-list.tsx';

function Detail({ of: { kind, id } }: { readonly of: FundingOf }) {
  const kit = useTranslations('app.kit');
  const [isHidden] = useMask();
  const { deposits, withdrawals } = useNewestFunding();
  const deposit = kind === 'recharge' ? deposits.data?.find((each) => each.id === id) : undefined;
  const withdrawal = kind === 'withdraw' ? withdrawals.data?.find((each) => each.id === id) : undefined;
  const { error, isFetching, refetch } = kind === 'recharge' ? deposits : withdrawals;
  if (deposit) return <DepositDetail record={deposit} isHidden={isHidden} />;
  if (withdrawal) return <WithdrawalDetail record={withdrawal} isHidden={isHidden} />;
  if (!isFetching)
    return (
      <ErrorState
        title={kit('loadFailed')}
        text={refusedWords(error) ?? kit('loadFailedText')}
        onRetry={() => void refetch()}
      />
    );
  return (
    <Loading label={kit('loading')}>
      <SkeletonBlock width={90} height={22} />
      <SkeletonBlock width={220} height={36} className="mt-3" />
      <SkeletonBlock height={200} className="mt-4" />
    </Loading>
  );
}

/** The progress of a deposit or a withdrawal, over any page: after its submit, and from what says that it waits. */
export function FundingSheet() {
  const t = useTranslations('funding.records');
  const of = useStore(timeline);
  // While the sheet closes it shows what it showed.
  const [shown, setShown] = useState(of);
  if (of && of !== shown) setShown(of);
  return (
    <Sheet
      open={of !== undefined}
      onClose={() => timeline.set(undefined)}
      title={t(shown?.kind === 'withdraw' ? 'withdrawal' : 'deposit')}
    >
      {shown && <Detail of={shown} />}
    </Sheet>
  );
}

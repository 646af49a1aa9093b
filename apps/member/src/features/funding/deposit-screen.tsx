import { SkeletonBlock, Empty, ErrorState, Loading } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { refusedWords } from '../../platform/refused.ts';
import { useNetworkCoins } from '../payouts/index.ts';
import { DepositPanel } from './deposit-panel.tsx';
import { FundingPage } from './funding-page.tsx';

function Deposit() {
  const t = useTranslations('funding');
  const kit = useTranslations('app.kit');
  const { data, error, isError, isPaused, refetch } = useNetworkCoins();
  if (data)
    return data.length > 0 ? (
      <DepositPanel coins={data} />
    ) : (
      <Empty title={t('deposit.none')} text={t('deposit.noneText')} className="pt-16" />
    );
  if (isError || isPaused)
    return (
      <ErrorState
        title={t('deposit.failed')}
        text={refusedWords(error) ?? t('failedText')}
        onRetry={() => void refetch()}
        className="pt-16"
      />
    );
  return (
    <Loading label={kit('loading')}>
      <div className="grid gap-4 px-4 pt-1">
        <SkeletonBlock height={48} />
        <SkeletonBlock height={44} />
        <SkeletonBlock height={330} />
        <SkeletonBlock height={72} />
      </div>
    </Loading>
  );
}

/** /recharge: where to send money, and the proof of it. */
export default function DepositScreen() {
  const app = useTranslations('app.titles');
  return (
    <FundingPage title={app('deposit')} path="/recharge" of="deposits">
      <Deposit />
    </FundingPage>
  );
}

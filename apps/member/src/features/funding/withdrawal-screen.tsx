import { SkeletonBlock, Empty, ErrorState, Loading } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { refusedWords } from '../../platform/refused.ts';
import { useSettings } from '../../platform/settings.ts';
import { useCards } from '../payouts/index.ts';
import { FundingPage, NoWay } from './funding-page.tsx';
import { useWithdrawCoins } from './queries.ts';
import { WithdrawPanel } from './withdraw-panel.tsx';
import { typesBy } from './withdraw-form.ts';

function Withdrawal() {
  const t = useTranslations('funding');
  const kit = useTranslations('app.kit');
  const types = typesBy(useSettings());
  const coins = useWithdrawCoins();
  const cards = useCards();
  if (types.length === 0) return <NoWay title={t('withdraw.noWay')} text={t('withdraw.noWayText')} />;
  if (coins.data && cards.data) {
    if (coins.data.length === 0)
      return <Empty title={t('withdraw.none')} text={t('withdraw.noneText')} className="pt-16" />;
    return <WithdrawPanel coins={coins.data} cards={cards.data} types={types} />;
  }
  const isStuck = coins.isError || coins.isPaused || cards.isError || cards.isPaused;
  const retry = () => {
    void coins.refetch();
    void cards.refetch();
  };
  if (isStuck)
    return (
      <ErrorState
        title={t('withdraw.failed')}
        text={refusedWords(coins.error, cards.error) ?? t('failedText')}
        onRetry={retry}
        className="pt-16"
      />
    );
  return (
    <Loading label={kit('loading')}>
      <div className="grid gap-4 px-4 pt-1">
        <SkeletonBlock height={44} />
        <SkeletonBlock height={48} />
        <SkeletonBlock height={108} />
        <SkeletonBlock height={72} />
        <SkeletonBlock height={150} />
      </div>
    </Loading>
  );
}

/** /withdrawal: a payout to the address bound for its coin or to a bank card. */
export default function WithdrawalScreen() {
  const app = useTranslations('app.titles');
  return (
    <FundingPage title={app('withdraw')} path="/withdrawal" of="withdrawals">
      <Withdrawal />
    </FundingPage>
  );
}

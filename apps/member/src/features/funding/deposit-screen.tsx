import { SkeletonBlock, Empty, ErrorState, LazyBoundary, Loading } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { lazyScreen } from '../../platform/lazy-screen.tsx';
import { refusedWords } from '../../platform/refused.ts';
import { useSearchParams } from '../../platform/router.tsx';
import { useNetworkCoins } from '../payouts/index.ts';
import { PageHeader } from '../site/index.ts';
import { DepositPanel } from './deposit-panel.tsx';
import { FundingHeader } from './funding-page.tsx';

const RECORDS = lazyScreen(['funding', 'receipts'], () => import('./deposit-records.tsx'));
const PATH = '/recharge';

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
  const t = useTranslations('funding.records');
  const app = useTranslations('app.titles');
  const [query] = useSearchParams();
  if (query.get('view') === 'records')
    return <LazyBoundary part={RECORDS} props={{}} fallback={<PageHeader title={t('deposits')} canGoBack />} />;
  return (
    <>
      <FundingHeader title={app('deposit')} path={PATH} records={t('deposits')} />
      <Deposit />
    </>
  );
}

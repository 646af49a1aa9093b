import { SkeletonBlock, Button, Empty, ErrorState, Loading, Seg, showToast } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { refusedWords } from '../../platform/refused.ts';
import { useSearchParams } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { idIn } from '../assets/index.ts';
import { openService, PageHeader } from '../site/index.ts';
import { ConvertPanel } from './convert-panel.tsx';
import { useExchangeCoins } from './queries.ts';

function Convert({ type }: { readonly type: 1 | 2 }) {
  const t = useTranslations('exchange');
  const kit = useTranslations('app.kit');
  const { data, error, isError, isPaused, dataUpdatedAt, refetch } = useExchangeCoins(type);
  const [query] = useSearchParams();
  // Another account has other balances, and another form.
  if (data) {
    const [wanted, stake] = [idIn(query.get('to')), idIn(query.get('stake'))];
    return <ConvertPanel key={type} type={type} coins={data} updatedAt={dataUpdatedAt} wanted={wanted} stake={stake} />;
  }
  if (isError || isPaused)
    return (
      <ErrorState
        title={t('failed')}
        text={refusedWords(error) ?? t('failedText')}
        onRetry={() => void refetch()}
        className="pt-16"
      />
    );
  return (
    <Loading label={kit('loading')}>
      <div className="grid gap-4 px-4">
        <SkeletonBlock height={100} />
        <SkeletonBlock height={92} />
        <SkeletonBlock height={150} />
      </div>
    </Loading>
  );
}

function SwitchedOff() {
  const t = useTranslations('exchange');
  const app = useTranslations('app');
  const settings = useSettings();
  const ask = () => {
    if (!openService(settings)) showToast('bad', app('contactService'));
  };
  return (
    <Empty title={t('switchedOff')} text={t('switchedOffText')} className="pt-16">
      <Button kind="quiet" className="mt-3" onClick={ask}>
        {t('contact')}
      </Button>
    </Empty>
  );
}

/**
 * /exchangeb: exchanges coins of an account. `to` in the query names the wanted coin, `stake` the project to return
 * to.
 */
export default function ConvertScreen() {
  const t = useTranslations('exchange');
  const app = useTranslations('app.titles');
  const { flash_exchange_status } = useSettings();
  const [query, setQuery] = useSearchParams();
  const type = query.get('type') === '2' ? 2 : 1;
  if (flash_exchange_status !== 1)
    return (
      <>
        <PageHeader title={app('convert')} canGoBack />
        <SwitchedOff />
      </>
    );
  return (
    <>
      <PageHeader title={app('convert')} canGoBack />
      <div className="px-4 pb-3 pt-1">
        <Seg
          label={t('account')}
          value={type === 1 ? '1' : '2'}
          onChange={(next) => setQuery({ type: next }, { replace: true })}
          options={[
            { value: '1', label: t('funds') },
            { value: '2', label: t('options') },
          ]}
        />
      </div>
      <Convert type={type} />
    </>
  );
}

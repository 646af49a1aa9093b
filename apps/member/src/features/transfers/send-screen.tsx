import { SkeletonBlock, Button, Empty, ErrorState, Icon, Loading, showToast } from '@plimsoll/ui';
import { orders } from '@plimsoll/ui/icons-screens';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../platform/connection.ts';
import { refusedWords } from '../../platform/refused.ts';
import { Link } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { AgeBar } from '../assets/index.ts';
import { openService, PageHeader } from '../site/index.ts';
import { OLD_MS, useTransferCoins } from './queries.ts';
import { SendPanel } from './send-panel.tsx';

function Send() {
  const t = useTranslations('transfers');
  const kit = useTranslations('app.kit');
  const { data, error, isError, isPaused, dataUpdatedAt, refetch } = useTransferCoins();
  const freshness = useFreshness(dataUpdatedAt, OLD_MS);
  if (data)
    return (
      <>
        <AgeBar {...freshness} updatedAtMs={dataUpdatedAt} />
        <SendPanel coins={data} freshness={freshness} nowMs={dataUpdatedAt} />
      </>
    );
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
      <div className="grid gap-4 px-4 pt-1">
        <SkeletonBlock height={72} />
        <SkeletonBlock height={48} />
        <SkeletonBlock height={72} />
        <SkeletonBlock height={72} />
        <SkeletonBlock height={170} />
      </div>
    </Loading>
  );
}

function SwitchedOff() {
  const t = useTranslations('transfers');
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

/** /transfer: sends a coin from funds to another member. */
export default function SendScreen() {
  const t = useTranslations('transfers');
  const { Internal_transfer_status } = useSettings();
  return (
    <>
      <PageHeader title={t('title')} canGoBack>
        <Link
          to="/transfer-list"
          aria-label={t('list.title')}
          className="-me-2.5 grid size-11 flex-none place-items-center rounded-md"
        >
          <Icon of={orders} />
        </Link>
      </PageHeader>
      {Internal_transfer_status === 1 ? <Send /> : <SwitchedOff />}
    </>
  );
}

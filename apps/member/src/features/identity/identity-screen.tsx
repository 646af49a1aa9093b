import type { Answer } from '@plimsoll/contract';
import { IDENTITY_STATUS } from '@plimsoll/contract/codes/identity';
import { SkeletonBlock, Button, Empty, ErrorState, Loading, showToast } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { refusedWords } from '../../platform/refused.ts';
import { useSettings } from '../../platform/settings.ts';
import { openService, PageHeader } from '../site/index.ts';
import { IdentityPanel } from './identity-panel.tsx';
import { useIdentity } from './queries.ts';
import { IdentitySteps, SentBefore, Standing } from './standing.tsx';

/** The form at status 0 and 3, else the status (PRODUCT 26). */
function Stage({ identity: { rzstatus, application } }: { readonly identity: Answer<'getIdentity'> }) {
  const t = useTranslations('identity');
  if (rzstatus === IDENTITY_STATUS.none || rzstatus === IDENTITY_STATUS.refused)
    return <IdentityPanel key={application?.id} refused={rzstatus === IDENTITY_STATUS.refused ? application : null} />;
  const key = rzstatus === IDENTITY_STATUS.review ? 'review' : 'certified';
  return (
    <Standing title={t(`state.${key}`)} text={t(`state.${key}Text`)}>
      <IdentitySteps status={rzstatus} application={application} />
      {application && <SentBefore application={application} isMasked />}
    </Standing>
  );
}

/** While `certification_switch` is 0 there is no form; what was sent is reviewed. */
function Closed() {
  const t = useTranslations('identity');
  const app = useTranslations('app');
  const settings = useSettings();
  const ask = () => {
    if (!openService(settings)) showToast('bad', app('contactService'));
  };
  return (
    <Empty title={t('off')} text={t('offText')} className="pt-16">
      <Button kind="quiet" className="mt-3" onClick={ask}>
        {t('contact')}
      </Button>
    </Empty>
  );
}

function Identity() {
  const t = useTranslations('identity');
  const kit = useTranslations('app.kit');
  const { data, error, isError, isPaused, refetch } = useIdentity();
  if (data) return <Stage identity={data} />;
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
        <SkeletonBlock height={40} />
        <SkeletonBlock height={76} />
        <SkeletonBlock height={130} />
        <SkeletonBlock height={120} />
      </div>
    </Loading>
  );
}

/** /real_authentication: applying to be verified, and its status. */
export default function IdentityScreen() {
  const t = useTranslations('identity');
  const { certification_switch } = useSettings();
  return (
    <>
      <PageHeader title={t('title')} canGoBack />
      {certification_switch === 1 ? <Identity /> : <Closed />}
    </>
  );
}

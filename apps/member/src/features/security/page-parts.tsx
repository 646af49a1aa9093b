import { OUT_HOURS } from '@plimsoll/contract/figures';
import { SkeletonBlock, ErrorState, Loading, Note } from '@plimsoll/ui';
import { info } from '@plimsoll/ui/icons-shell';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { refusedWords } from '../../platform/refused.ts';
import { leavePage } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { PageHeader } from '../site/index.ts';
import { useSecurity, type SecurityState } from './queries.ts';

/** A page below /security, once the state is known. */
export function SecurityPage({
  title,
  children,
}: {
  readonly title: string;
  readonly children: (state: SecurityState) => ReactNode;
}) {
  const t = useTranslations('security');
  const kit = useTranslations('app.kit');
  const { data, error, isError, isPaused, refetch } = useSecurity();
  return (
    <>
      <PageHeader title={title} canGoBack />
      {data ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5 px-4 pt-1 pb-8">{children(data)}</div>
      ) : isError || isPaused ? (
        <ErrorState
          title={t('failed')}
          text={refusedWords(error) ?? t('failedText')}
          onRetry={() => void refetch()}
          className="pt-16"
        />
      ) : (
        <Loading label={kit('loading')}>
          <div className="grid gap-4 px-4 pt-1">
            <SkeletonBlock height={52} />
            <SkeletonBlock height={72} />
            <SkeletonBlock height={48} />
          </div>
        </Loading>
      )}
    </>
  );
}

/** That withdrawals wait after a change that weakens the account; not in a demo. */
export function WaitsNote() {
  const t = useTranslations('security');
  return useSettings().demo === 1 ? null : (
    <Note kind="warn" icon={info}>
      {t('waits', { hours: OUT_HOURS })}
    </Note>
  );
}

/** Leaves a finished step: for the page it was opened from, else the list. */
export const leaveStep = (): void => leavePage('back', '/security');

import { Button, Icon } from '@plimsoll/ui';
import { clock, offline, refresh } from '@plimsoll/ui/icons-shell';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';

/** Over a chart until its data is loaded. */
export function ChartLoading() {
  const t = useTranslations('chart');
  return (
    <div role="status" className="pointer-events-none absolute inset-0 grid place-items-center text-ink-3">
      <span className="spin size-6!" />
      <span className="sr">{t('loadingBars')}</span>
    </div>
  );
}

/** Instead of a chart whose data or code could not be loaded. */
export function ChartFailed({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTranslations('chart');
  const kit = useTranslations('app.kit');
  return (
    <div
      role="alert"
      className="absolute inset-0 z-4 grid place-content-center justify-items-center gap-1 bg-bg px-8 text-center"
    >
      <h2 className="text-15 font-semibold">{t('failed')}</h2>
      <p className="text-13 text-ink-2">{t('failedText')}</p>
      <Button className="mt-2" onClick={onRetry}>
        <Icon of={refresh} size={20} />
        {kit('retry')}
      </Button>
    </div>
  );
}

/** Over bars that stopped moving: since when. */
export function OldBars({ isOnline, children }: { readonly isOnline: boolean; readonly children: ReactNode }) {
  return (
    <p
      role="status"
      className="pointer-events-none absolute inset-x-3 top-11 z-3 mx-auto flex w-fit items-center gap-2 rounded-sm bg-warn-tint px-3 py-1.5 text-13 text-ink"
    >
      <Icon of={isOnline ? clock : offline} size={18} className="text-warn" />
      {children}
    </p>
  );
}

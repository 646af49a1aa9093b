import { formatTime } from '@plimsoll/i18n';
import { StaleBar, useReading } from '@plimsoll/ui';
import { offline } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import type { Freshness } from '../../platform/connection.ts';

/** How old balances are that cannot be refreshed; nothing while they are fresh. */
export function AgeBar({ isOnline, isOld, ageS, updatedAtMs }: Freshness & { readonly updatedAtMs: number }) {
  const t = useTranslations('assets');
  const reading = useReading();
  if (!isOld) return null;
  return isOnline ? (
    <StaleBar>{t('stale', { seconds: ageS })}</StaleBar>
  ) : (
    <StaleBar icon={offline}>{t('offline', { time: formatTime(updatedAtMs, { ...reading, style: 'time' }) })}</StaleBar>
  );
}

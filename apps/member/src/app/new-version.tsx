import { showToast } from '@plimsoll/ui';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { takeVersion } from './take-version.ts';

/** Says that a new version is there, and loads it when the reader wants; until then nothing that is open is touched. */
export default function NewVersion() {
  const t = useTranslations('install');
  useEffect(
    () =>
      showToast('info', t('newVersion'), {
        sticky: true,
        action: { label: t('useNew'), run: () => void takeVersion() },
      }),
    [t],
  );
  return null;
}

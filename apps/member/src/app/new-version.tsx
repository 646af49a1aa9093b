import { showToast } from '@plimsoll/ui';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { takeVersion } from './take-version.ts';

/** Announces a new version and loads it when the reader agrees; until then nothing changes. */
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

import { useTranslations } from 'use-intl';
import { createUnseen, useUnseen } from './unseen.ts';

/** Recovery codes that the member has not saved yet. */
export const UNSEEN_CODES = createUnseen<readonly string[]>();

/** Recovery codes, which no other call shows again. */
export function useCodes() {
  const t = useTranslations('security');
  return useUnseen(UNSEEN_CODES, {
    text: t('recovery.shown'),
    label: t('rows.recovery'),
    at: '/security?view=recovery&step=renew',
  });
}

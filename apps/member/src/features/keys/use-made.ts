import type { Answer } from '@plimsoll/contract';
import { useTranslations } from 'use-intl';
import { createUnseen, useUnseen } from '../security/index.ts';
import { LIST } from './use-held.ts';

/** The page that makes a key, and shows it. */
export const NEW = `${LIST}&step=new`;
/** Keys that the member has not saved yet. */
export const UNSEEN_KEYS = createUnseen<Answer<'makeKey'>>();

/** A new key, whose secret no other call shows again. */
export function useMade() {
  const t = useTranslations('keys');
  return useUnseen(UNSEEN_KEYS, { text: t('keep'), label: t('title'), at: NEW }, true);
}

import type { Answer } from '@plimsoll/contract';
import { useTranslations } from 'use-intl';
import { createUnseen, useUnseen } from '../security/index.ts';
import { LIST } from './use-held.ts';

/** The page that makes a key, and shows it. */
export const NEW = `${LIST}&step=new`;
/** Keys that the member has not saved yet. */
export const UNSEEN_KEYS = createUnseen<Answer<'makeKey'>>();

let underWay = 0;
const ask = (event: BeforeUnloadEvent) => event.preventDefault();
/** The window asks before it closes while a key is on its way, or not saved: here it is in memory alone. */
const hold = () =>
  underWay > 0 || UNSEEN_KEYS.get().length > 0
    ? addEventListener('beforeunload', ask)
    : removeEventListener('beforeunload', ask);
UNSEEN_KEYS.subscribe(hold);

/** Holds the window until a key that was sent for has come, or will not. */
export async function holdFor(sending: Promise<void>): Promise<void> {
  underWay += 1;
  hold();
  await sending;
  underWay -= 1;
  hold();
}

/** A new key, whose secret no other call shows again. */
export function useMade() {
  const t = useTranslations('keys');
  return useUnseen(UNSEEN_KEYS, { text: t('keep'), label: t('title'), at: NEW }, true);
}

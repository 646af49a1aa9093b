import { showToast } from '@plimsoll/ui';
import { useEffect, useState } from 'react';
import { navigate } from '../../platform/router.tsx';
import { currentToken, onTokenChange } from '../../platform/session.ts';
import { createStore, useStore, type Store } from '../../platform/store.ts';

interface One<T> {
  readonly value: T;
  /** Removes the toast that leads to it. */
  readonly takeBack: () => void;
}
export type Unseen<T> = Store<readonly One<T>[]>;

/** For what the server shows once: in memory alone, until the member has saved it, and no longer than the login. */
export function createUnseen<T>(): Unseen<T> {
  const unseen: Unseen<T> = createStore<readonly One<T>[]>([]);
  onTokenChange(() => {
    for (const { takeBack } of unseen.get()) takeBack();
    unseen.set([]);
  });
  return unseen;
}

export const useHasUnseen = <T>(unseen: Unseen<T>): boolean => useStore(unseen).length > 0;

interface UnseenWords {
  readonly text: string;
  readonly label: string;
  /** The page that shows it. */
  readonly at: string;
}

/**
 * The oldest one that is unseen, which stays shown while its page is left; `keep` another, which replaces the others
 * unless they are `together`, and has a toast where the member has left the page meanwhile; `saved` when the member has
 * what is shown.
 */
export function useUnseen<T>(unseen: Unseen<T>, { text, label, at }: UnseenWords, together = false) {
  const token = currentToken();
  const all = useStore(unseen);
  const [shown, setShown] = useState(all[0]);
  const [next] = all;
  // What was replaced is worth nothing any more.
  if (next && next !== shown && (shown === undefined || !together)) setShown(next);
  useEffect(() => shown?.takeBack(), [shown]);
  return {
    shown: shown?.value,
    keep(value: T, isHere: boolean): void {
      if (currentToken() !== token) return;
      const action = { label, run: () => navigate(at) };
      const before = unseen.get();
      if (!together) for (const { takeBack } of before) takeBack();
      const takeBack = isHere ? () => undefined : showToast('info', text, { sticky: true, action });
      unseen.set([...(together ? before : []), { value, takeBack }]);
    },
    saved: (): void => unseen.set(unseen.get().filter((each) => each !== shown)),
  };
}

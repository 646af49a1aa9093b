import { showToast, toastStore } from '@plimsoll/ui';
import { forgetVisit, recallVisit, rememberVisit } from '../platform/storage.ts';

/** A login and a logout begin a document of their own: keeps the toast of success that it would take away. */
export function keepLastToast(): void {
  addEventListener('pagehide', () => {
    const last = toastStore.read().findLast(({ kind }) => kind === 'ok');
    if (last) rememberVisit('toast', last.text);
  });
}

/** Shows once what the document before was about to. */
export function showKeptToast(): void {
  const text = recallVisit('toast');
  forgetVisit('toast');
  if (text) showToast('ok', text);
}

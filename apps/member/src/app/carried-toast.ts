import { showToast, toastStore } from '@plimsoll/ui';
import { currentToken, onTokenChange } from '../platform/session.ts';
import { forgetVisit, recallVisitJson, rememberVisit } from '../platform/storage.ts';

/**
 * A login, a logout and, where a page script ran, the end of a login begin a document of their own: keeps the toast that
 * it would take away, a success or why the login ended.
 */
export function keepLastToast(): void {
  let isOver = false;
  onTokenChange(() => {
    isOver = currentToken() === null;
  });
  addEventListener('pagehide', () => {
    const last = toastStore.read().findLast(({ kind }) => kind === 'ok' || (isOver && kind === 'bad'));
    if (last) rememberVisit('toast', JSON.stringify([last.kind, last.text]));
  });
}

/** Shows once what the document before was about to. */
export function showKeptToast(): void {
  const kept = recallVisitJson<['ok' | 'bad', string]>('toast');
  forgetVisit('toast');
  if (kept) showToast(...kept);
}

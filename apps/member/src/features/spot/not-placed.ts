import { dismissToast, toastStore } from '@plimsoll/ui';

/** Takes back the success that an answer has just announced, before it is drawn: its order was cancelled at once. */
export function takeBackSuccess(): void {
  const last = toastStore.read().at(-1);
  if (last?.kind === 'ok') dismissToast(last.id);
}

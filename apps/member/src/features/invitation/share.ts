import { copyText } from '../../platform/copy.ts';

/** How handing a link on ended. */
export type Shared = 'shared' | 'copied' | 'left' | 'failed';

/** Whether the device has a way of its own to hand a link on. */
export const canShare = (): boolean => 'share' in navigator;

/**
 * Hands a link on by the device's own sheet; onto the clipboard where that fails. Says whether the reader left the
 * sheet without.
 */
export async function shareLink(data: {
  readonly title: string;
  readonly text: string;
  readonly url: string;
}): Promise<Shared> {
  try {
    await navigator.share(data);
    return 'shared';
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'left';
    return (await copyText(data.url)) ? 'copied' : 'failed';
  }
}

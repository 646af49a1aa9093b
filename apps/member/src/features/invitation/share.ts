import { copyText } from '../../platform/copy.ts';

export type Shared = 'shared' | 'copied' | 'left' | 'failed';

/** Whether the device can share links. */
export const canShare = (): boolean => 'share' in navigator;

/** Shares a link by the device's sheet; copies it where that fails. */
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

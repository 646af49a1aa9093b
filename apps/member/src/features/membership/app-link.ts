import type { Settings } from '@plimsoll/contract';

/** The app's download link for this device; on others any. Null without a valid one. */
export function appLink(settings: Pick<Settings, 'ios_url' | 'android_url'>, userAgent: string): string | null {
  const isApple = /iphone|ipad|ipod|macintosh/i.test(userAgent);
  const [first, second] = isApple ? [settings.ios_url, settings.android_url] : [settings.android_url, settings.ios_url];
  const isKnown = isApple || /android/i.test(userAgent);
  const link = first || (isKnown ? '' : second);
  return /^https?:\/\//i.test(link) ? link : null;
}

type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'> & { readonly standalone?: boolean };

/** True in a browser of an iPhone or iPad, where only the reader can add the app; false in the added app. */
export const isAddedByHand = ({ userAgent, maxTouchPoints, standalone = false }: Device): boolean =>
  !standalone && (/iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1));

import { HOME } from '../features/home/index.ts';
import { whenIdle } from '../platform/idle.ts';
import { currentLanguage, speak } from '../platform/language.ts';
import { queryClient } from '../platform/query.ts';
import '../platform/install-offer.ts';
import { keptSettings, settingsQuery } from '../platform/settings.ts';
import { warmOverlays } from '@plimsoll/ui';
import { loadLaterStyles } from '../platform/lazy-screen.tsx';
import { screens } from './routes.tsx';

/**
 * Words, settings, and the code of the screen that is asked for: all at once. Rejects when words or settings cannot be
 * had.
 */
export async function prepare(): Promise<void> {
  const kept = keptSettings();
  // What is kept is drawn with at once and looked at anew behind it.
  if (kept) queryClient.setQueryData(settingsQuery.queryKey, kept, { updatedAt: 1 });
  await Promise.all([
    speak(currentLanguage()).catch(() => speak('en')),
    kept ? undefined : queryClient.fetchQuery(settingsQuery),
    location.pathname === '/' ? HOME.warm() : undefined,
  ]);
}

/** Until then the first screen has the machine to itself, unless the reader touches it. */
const WARM_AFTER_MS = 5000;

/** One after the other, each in a moment of its own: the styles and code of what may come next. */
async function warm(): Promise<void> {
  for (const task of [loadLaterStyles, warmOverlays, ...screens.map((screen) => screen.warm)]) {
    await whenIdle();
    // One that cannot be had keeps none of the others away.
    await task().catch(() => undefined);
  }
}

/**
 * Once the first screen stands: warms what may come next, and keeps the app on the device for when there is no
 * connection.
 */
export function warmUp(): void {
  let isBegun = false;
  const begin = () => {
    if (isBegun) return;
    isBegun = true;
    void import('./keep-focus.ts').then(({ keepFocus }) => keepFocus()).catch(() => undefined);
    const isKept = 'serviceWorker' in navigator && import.meta.env.PROD;
    // What cannot be fetched now is fetched when it is needed.
    void (isKept ? import('./keep-up.ts').then(({ keepUp }) => keepUp(warm)) : warm()).catch(() => undefined);
  };
  addEventListener('pointerdown', begin, { once: true, passive: true });
  addEventListener('keydown', begin, { once: true });
  setTimeout(begin, WARM_AFTER_MS);
}

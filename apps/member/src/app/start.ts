import { HOME } from '../features/home/index.ts';
import { WIDE_FRAME } from '../features/wide/index.ts';
import { currentLanguage, speak } from '../platform/language.ts';
import { queryClient } from '../platform/query.ts';
import '../platform/install-offer.ts';
import { keptSettings, settingsQuery } from '../platform/settings.ts';
import { isDesktop } from '../platform/use-is-desktop.ts';

/**
 * Loads words, settings and the code of the first screen together. Rejects when words or settings are unavailable.
 */
export async function prepare(): Promise<void> {
  const kept = keptSettings();
  // Cached settings are drawn at once and read again meanwhile.
  if (kept) queryClient.setQueryData(settingsQuery.queryKey, kept, { updatedAt: 1 });
  await Promise.all([
    speak(currentLanguage()).catch(() => speak('en')),
    kept ? undefined : queryClient.fetchQuery(settingsQuery),
    location.pathname === '/' ? HOME.warm() : undefined,
    // Drawn with the first screen, so that nothing moves.
    isDesktop() ? WIDE_FRAME.warm().catch(() => undefined) : undefined,
  ]);
}

/** Once the first screen is drawn: loads what no first load needs. Without it the app works, and screens poll. */
export const goOn = (): void =>
  void import('./warm-up.ts').then(
    ({ warmUp }) => warmUp(),
    () => undefined,
  );

import { SLICES } from '@plimsoll/i18n/english';
import { expect, test, type Page } from '@playwright/test';

/** What a page without a connection complains of. */
export const CUT = /net::ERR_|Failed to load resource|Failed to fetch|WebSocket/;

/** How many files of words are kept, once the service worker is at work. */
const kept = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const words = await (await caches.open('words')).keys();
    return navigator.serviceWorker.controller ? words.length : 0;
  });

/**
 * Each screen is fetched in an idle moment, at the latest a second after the one before; a crowded machine takes a
 * while for all of them.
 */
const INSTALLED_MS = 150_000;

/** Opens the app and waits until all of it is on the device: its words come last. */
export async function install(page: Page, path = '/'): Promise<void> {
  test.setTimeout(test.info().timeout + INSTALLED_MS);
  await page.goto(path);
  await page.mouse.down();
  await page.mouse.up();
  await expect.poll(() => kept(page), { timeout: INSTALLED_MS }).toBeGreaterThanOrEqual(SLICES.later.length);
}

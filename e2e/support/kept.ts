import { SLICES } from '@plimsoll/i18n/english';
import { expect, test, type Page } from '@playwright/test';

/** Errors of a page without a connection. */
export const CUT = /net::ERR_|Failed to load resource|Failed to fetch|WebSocket/;

const FIRST_VIEW = 'the first view';

/** What the words are of that a browser without a connection has. */
const kept = (page: Page): Promise<string[]> =>
  page.evaluate(async (firstView) => {
    if (!navigator.serviceWorker.controller) return [];
    const words = await (await caches.open('words')).keys();
    return words.map(({ url }) => /\/words-[\w-]+\.(\w+)-/.exec(url)?.[1] ?? firstView);
  }, FIRST_VIEW);

/** Screens are fetched when idle, at most a second between two; a busy machine takes a while for all. */
const INSTALLED_MS = 150_000;

/** Opens the app and waits until it is cached; locale files come last. */
export async function install(page: Page, path = '/'): Promise<void> {
  test.setTimeout(test.info().timeout + INSTALLED_MS);
  await page.goto(path);
  await page.mouse.down();
  await page.mouse.up();
  await expect
    .poll(() => kept(page), { timeout: INSTALLED_MS })
    .toEqual(expect.arrayContaining([...SLICES.later, FIRST_VIEW]));
}

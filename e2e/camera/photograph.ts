import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { show, storageFor, type Screen } from '../support/screens.ts';
import type { Shot } from './sheet.ts';

const THEMES = ['night', 'day'] as const;
type Theme = (typeof THEMES)[number];
const WIDTHS = [360, 430] as const;
const HEIGHT = 844;

interface Camera {
  readonly browser: Browser;
  readonly url: string;
  readonly folder: string;
  readonly token: string | undefined;
}

/**
 * The height of the whole page, so that what is fixed to the bottom is at its bottom; the window's height while a sheet
 * is open.
 */
async function heightOf(page: Page): Promise<number> {
  if ((await page.getByRole('dialog').count()) > 0) return HEIGHT;
  return Math.max(HEIGHT, await page.evaluate(() => document.documentElement.scrollHeight));
}

async function photographIn(
  { browser, url, folder, token }: Camera,
  screen: Screen,
  language: string,
  theme: Theme,
): Promise<Shot[]> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: WIDTHS[0], height: HEIGHT },
    isMobile: true,
    hasTouch: true,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    timezoneId: 'UTC',
    storageState: storageFor(url, { theme, language, token }),
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    await show(page, screen);
    mkdirSync(folder, { recursive: true });
    const shots: Shot[] = [];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await page.setViewportSize({ width, height: await heightOf(page) });
      const path = join(folder, `${screen.name}.${language}.${theme}.${width}.png`);
      await page.screenshot({ path });
      shots.push({ path, caption: `${language} ${theme} ${width}` });
    }
    return shots;
  } finally {
    await context.close();
  }
}

/** Photographs a screen in one language, dark and light, on a narrow and a wide phone. */
export async function photograph(camera: Camera, screen: Screen, language: string): Promise<Shot[]> {
  const shots: Shot[] = [];
  for (const theme of THEMES) shots.push(...(await photographIn(camera, screen, language, theme)));
  return shots;
}

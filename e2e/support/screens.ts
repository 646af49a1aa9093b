import type { Page } from '@playwright/test';
import { intercept } from './answers.ts';
import { ASSET_SCREENS } from './asset-screens.ts';
import { KEY_SCREENS } from './key-screens.ts';
import { LOOK_SCREENS } from './look-screens.ts';
import { MONEY_SCREENS } from './money-screens.ts';
import { OPTION_SCREENS } from './option-screens.ts';
import { PORTFOLIO_SCREENS } from './portfolio-screens.ts';
import { RUNNING_SCREENS } from './running-screens.ts';
import { settingsWith, type Screen, type Viewer } from './screen-kind.ts';
import { TRADING_SCREENS } from './trading-screens.ts';
export { settingsWith, type Screen, type Viewer };

/** Every photographed and checked state of the member app. */
export const SCREENS: readonly Screen[] = [
  ...TRADING_SCREENS,
  ...OPTION_SCREENS,
  ...ASSET_SCREENS,
  ...MONEY_SCREENS,
  ...LOOK_SCREENS,
  ...PORTFOLIO_SCREENS,
  ...RUNNING_SCREENS,
  ...KEY_SCREENS,
];

/** What the browser stores of a reader. */
export interface Dress {
  readonly theme: 'night' | 'day';
  readonly language: string;
  readonly token: string | undefined;
}

export const entriesFor = ({ theme, language, token }: Dress): { name: string; value: string }[] => [
  { name: 'theme', value: theme },
  { name: 'language', value: language },
  { name: 'dirOf', value: language },
  ...(token === undefined ? [] : [{ name: 'token', value: token }]),
];

export const storageFor = (origin: string, dress: Dress) => ({
  cookies: [],
  origins: [{ origin, localStorage: entriesFor(dress) }],
});

/** No unread notice pops up over what takes more than the ten seconds from poll to poll. */
const withoutPopUps = (page: Page) =>
  intercept(page, '**/api/getNoticeList', async (asked) =>
    (await asked.text()) === 'page=1&limit=1' ? Response.json({ code: 1, msg: '', data: { list: [] } }) : undefined,
  );

/** Brings a page to a screen and waits until it is idle. */
export async function show(page: Page, screen: Screen): Promise<void> {
  // Before a screen's own, which goes before it: one of them is the pop-up.
  await withoutPopUps(page);
  await screen.before?.(page);
  await page.goto(screen.path);
  await page.locator('main').waitFor();
  // The page's own skeleton: the lazy boundary's has no heading.
  await page.locator('main h1').waitFor({ state: 'attached' });
  if (screen.isBusy) await page.locator('main .bone').first().waitFor();
  else await screen.open?.(page);
  await page.evaluate(async () => {
    // Mask images fire no load event.
    const drawings = [...document.querySelectorAll('[style*="url("]')].flatMap((each) =>
      [...(each.getAttribute('style') ?? '').matchAll(/url\("([^"]+)"\)/g)].map(([, url]) => url ?? ''),
    );
    await Promise.all(
      [...new Set(drawings)].map(async (src) => {
        const image = new Image();
        image.src = src;
        await image.decode().catch(() => undefined);
      }),
    );
    await document.fonts.ready;
    await Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished.catch(() => undefined)),
    );
  });
}

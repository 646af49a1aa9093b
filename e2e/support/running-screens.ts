import { placeOption } from './gestures.ts';
import type { Screen } from './screen-kind.ts';

/** What runs beside every screen, and what became of an order. */
export const RUNNING_SCREENS: readonly Screen[] = [
  {
    name: 'home-running',
    as: 'trader',
    path: '/options',
    async open(page) {
      await placeOption(page);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.locator('nav a[href="/"]').click();
      await page.locator('section a[href*="/options?currentSymbol="]').first().waitFor();
      await page.locator('#ranking li').first().waitFor();
    },
  },
];

import type { Page } from '@playwright/test';

import { fail, hold } from './answers.ts';
import type { Screen } from './screen-kind.ts';

const drawn = (page: Page) => page.getByRole('slider').waitFor();

/** The states of the portfolio. */
export const PORTFOLIO_SCREENS: readonly Screen[] = [
  {
    name: 'portfolio',
    as: 'trader',
    path: '/portfolio',
    async open(page) {
      await drawn(page);
      await page.locator('main details summary').click();
    },
  },
  {
    name: 'portfolio-point',
    as: 'trader',
    path: '/portfolio',
    async open(page) {
      await page.getByRole('slider').press('Enter');
      await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    },
  },
  { name: 'portfolio-empty', as: 'newcomer', path: '/portfolio', open: (page) => page.locator('main h2').waitFor() },
  { name: 'portfolio-loading', as: 'trader', path: '/portfolio', before: hold('**/api/getPortfolio'), isBusy: true },
  {
    name: 'portfolio-failed',
    as: 'trader',
    path: '/portfolio',
    before: fail('**/api/getPortfolio'),
    open: (page) => page.getByRole('alert').getByRole('heading').waitFor(),
  },
];

import { fail, hold } from './answers.ts';
import type { Screen } from './screen-kind.ts';
import { UP, DIRECTIONS, placeable, writeOption, confirmOption, placeOption, settledOptions } from './gestures.ts';

export const OPTION_SCREENS: readonly Screen[] = [
  {
    name: 'options',
    as: 'trader',
    path: '/options?currentSymbol=btcusdt&name=BTC%2FUSDT',
    async open(page) {
      await placeable(page);
      await page.locator('main canvas, main .tick-chart').first().waitFor();
    },
  },
  {
    name: 'options-sheet',
    as: 'trader',
    path: '/options',
    async open(page) {
      await placeable(page);
      await writeOption(page);
    },
  },
  {
    name: 'options-errors',
    as: 'newcomer',
    path: '/options',
    async open(page) {
      await placeable(page);
      await page.locator(DIRECTIONS).first().click();
      await page.locator(`[role=dialog] ${UP}`).click();
      await page.locator('[aria-invalid=true]').waitFor();
    },
  },
  {
    name: 'options-confirm',
    as: 'trader',
    path: '/options',
    async open(page) {
      await placeable(page);
      await writeOption(page);
      await confirmOption(page);
    },
  },
  { name: 'options-progress', as: 'trader', path: '/options', open: placeOption },
  {
    name: 'options-running',
    as: 'trader',
    path: '/options',
    async open(page) {
      await placeOption(page);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.locator('main .tick-chart[data-drawn]').waitFor();
    },
  },
  {
    name: 'options-in-progress',
    as: 'trader',
    path: '/options',
    async open(page) {
      await placeOption(page);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.locator('header [role=group] button').nth(1).click();
      await page.locator('#options-orders li').first().waitFor();
    },
  },
  { name: 'options-settled', as: 'trader', path: '/options?view=orders', open: settledOptions },
  {
    name: 'options-detail',
    as: 'trader',
    path: '/options?view=orders',
    async open(page) {
      await settledOptions(page);
      await page.locator('#options-orders article > button').first().click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'options-proof',
    as: 'trader',
    path: '/options?view=orders',
    async open(page) {
      await settledOptions(page);
      await page.locator('#options-orders article a').first().click();
      await page.locator('main ol > li').first().waitFor();
    },
  },
  {
    name: 'options-no-tape',
    as: 'trader',
    path: '/options?view=orders',
    before: fail('**/api/tape?*'),
    async open(page) {
      await settledOptions(page);
      await page.locator('#options-orders article a').first().click();
      await page.getByRole('alert').getByRole('heading').waitFor();
    },
  },
  {
    name: 'options-limits',
    as: 'trader',
    path: '/options',
    async open(page) {
      await placeable(page);
      await page.locator('header button[aria-haspopup=dialog]').nth(2).click();
      await page.locator('[role=dialog] form input').waitFor();
    },
  },
  {
    name: 'options-stats',
    as: 'trader',
    path: '/options?view=orders',
    async open(page) {
      await settledOptions(page);
      await page.locator('main a[href*="view=stats"]').click();
      await page.locator('main table tbody tr').first().waitFor();
    },
  },
  {
    name: 'options-stats-empty',
    as: 'newcomer',
    path: '/options?view=stats',
    open: (page) => page.locator('main h2').first().waitFor(),
  },
  {
    name: 'options-empty',
    as: 'newcomer',
    path: '/options?view=orders',
    open: (page) => page.locator('#options-orders h2').waitFor(),
  },
  {
    name: 'options-loading',
    as: 'trader',
    path: '/options',
    before: hold('**/{api/getMarketList,api/getHyConfig,huobiapi/market/detail*}'),
    isBusy: true,
  },
  {
    name: 'options-failed',
    as: 'trader',
    path: '/options?view=orders',
    before: fail('**/api/getHyOrderList'),
    async open(page) {
      await page.getByRole('alert').getByRole('heading').waitFor();
    },
  },
  {
    name: 'options-offline',
    as: 'trader',
    path: '/options',
    async open(page) {
      await placeable(page);
      await page.context().setOffline(true);
      await page.locator('.bg-warn-tint:visible').first().waitFor();
    },
  },
  {
    name: 'options-missing',
    as: 'trader',
    path: '/options?currentSymbol=nothing&name=NO%2FTHING',
    open: (page) => page.locator('main h2').waitFor(),
  },
];

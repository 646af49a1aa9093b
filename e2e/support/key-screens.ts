import type { Page } from '@playwright/test';
import { answer } from './answers.ts';
import type { Screen } from './screen-kind.ts';

const LIST = '/security?view=keys';
const FORM = `${LIST}&step=new`;
const SUBMIT = 'main form button[type=submit]';

const KEY = {
  id: 1003,
  name: 'Hedge at night',
  shown: '1a2b3c4d',
  kind: 'hmac',
  trade: 1,
  transfer: 1,
  networks: ['203.0.113.0/24', '2001:db8:7:0:0:0:0:0/48'],
  markets: ['btcusdt', 'ethusdt'],
  day_cap: '50000.00000000',
  loss_cap: '1250.50000000',
  addtime: '2026-03-21T14:20:00.000Z',
  expires: '2026-06-19T14:20:00.000Z',
  last_used: '2026-04-02T09:05:00.000Z',
  last_address: '203.0.113.*',
  cancels: '2026-04-02T09:06:00.000Z',
  ended: null,
};
const BARE = {
  ...KEY,
  id: 1002,
  name: 'tax',
  kind: 'ed25519',
  trade: 0,
  transfer: 0,
  networks: [],
  markets: [],
  day_cap: null,
  loss_cap: null,
  expires: null,
  last_used: null,
  last_address: '',
  cancels: null,
};
const some = answer('**/api/getKeys', {
  list: [KEY, BARE, { ...KEY, id: 1001, name: 'first', cancels: null, ended: '2026-03-30T08:00:00.000Z' }],
});
const listed = (page: Page) => page.locator('main li h3').first().waitFor();
const submittable = (page: Page) => page.locator(SUBMIT).waitFor();

/** Everything that may be chosen is, and nothing is right. */
async function wrong(page: Page): Promise<void> {
  await submittable(page);
  await page.locator('main [role=switch]').first().click();
  await page.locator('main form [role=group]').last().locator('button').nth(1).click();
  const typed = page.locator('main form input:not([type=password])');
  // Two caps stand between the name and the networks.
  await typed.nth(1).fill('0');
  await typed.nth(3).fill('203.0.113.0/24, quay');
  await page.locator(SUBMIT).click();
  await page.locator('main [aria-invalid]').nth(3).waitFor();
}

async function made(page: Page): Promise<void> {
  await answer('**/api/makeKey', {
    id: 1004,
    access: '5e6f7a8b-1a2b3c4d-9c0d1e2f-5e6f7a8b',
    secret: 'q4T0vYJtXzqkq7c0v1sXw0m1oQ8oJ3JvJrjHq2d0y9E',
  })(page);
  await submittable(page);
  await page.locator('main form input').first().fill('bot');
  await page.locator('main form input[type=password]').fill('quay4load7line');
  await page.locator(SUBMIT).click();
  await page.locator('main pre').waitFor();
}

/** Keys of programs, in every state. */
export const KEY_SCREENS: readonly Screen[] = [
  { name: 'keys', as: 'trader', path: LIST, before: some, open: listed },
  { name: 'keys-none', as: 'trader', path: LIST, open: (page) => page.locator('main pre').waitFor() },
  {
    name: 'keys-delete',
    as: 'trader',
    path: LIST,
    before: some,
    async open(page) {
      await listed(page);
      await page.locator('main li button').first().click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  { name: 'keys-new', as: 'trader', path: FORM, open: submittable },
  { name: 'keys-new-wrong', as: 'trader', path: FORM, open: wrong },
  {
    name: 'keys-new-markets',
    as: 'trader',
    path: FORM,
    async open(page) {
      await submittable(page);
      await page.locator('main [aria-haspopup=dialog]').click();
      await page.getByRole('dialog').locator('li button').nth(2).click();
    },
  },
  { name: 'keys-made', as: 'trader', path: FORM, open: made, isLasting: true },
  {
    name: 'keys-made-leave',
    as: 'trader',
    path: FORM,
    async open(page) {
      await made(page);
      await page.goBack();
      await page.getByRole('alertdialog').waitFor();
    },
    isLasting: true,
  },
];

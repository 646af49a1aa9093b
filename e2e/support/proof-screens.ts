import type { Page } from '@playwright/test';
import { change, fail, hold } from './answers.ts';
import { atAccount, settledOptions } from './gestures.ts';
import { changeKept } from './kept-checkpoint.ts';
import type { Screen } from './screen-kind.ts';
import { serveWitnessed, WITNESSES } from './witnesses.ts';

const RECEIPT = 'a[href^="/proof?receipt="]';
const bills = atAccount('1', 'USDT', '1');

async function openReceipt(page: Page): Promise<void> {
  await page.locator(RECEIPT).first().click();
  await page.locator('main [role=status] .bg-good-tint').waitFor();
}

/** Of an option: its beginning, its line and its end. By its address: news of it may lie over its row. */
async function openOptionReceipt(page: Page): Promise<void> {
  await settledOptions(page);
  const proof = await page.locator('#options-orders a[href*="proof="]').first().getAttribute('href');
  await page.goto(`/proof?receipt=option.${proof?.split('=').at(-1)}`);
  await page.locator('main [role=status] .bg-good-tint').waitFor();
}

/** Shows a page other receipts than the server's. */
const receiptsWith = (other: object) =>
  change('**/api/getReceipt', ({ list }: { readonly list: readonly object[] }) => ({
    list: list.map((receipt) => ({ ...receipt, ...other })),
  }));

export const PROOF_SCREENS: readonly Screen[] = [
  {
    name: 'proof',
    as: 'visitor',
    path: '/proof',
    before: (page) =>
      serveWitnessed(
        page,
        WITNESSES.map((by) => ({ by, agoSeconds: 1 })),
      ),
    open: (page) => page.locator('main ol li').first().waitFor(),
  },
  {
    name: 'proof-unwitnessed',
    as: 'visitor',
    path: '/proof',
    before: (page) =>
      serveWitnessed(
        page,
        WITNESSES.map((by, at) => ({ by, ...(at === 0 ? { agoSeconds: 90 } : {}) })),
      ),
    open: (page) => page.locator('main ol li').first().waitFor(),
  },
  {
    name: 'proof-changed',
    as: 'visitor',
    path: '/proof',
    before: (page) => serveWitnessed(page, []),
    async open(page) {
      await page.locator('main ol li').first().waitFor();
      await page.waitForFunction(() => localStorage.getItem('log') !== null);
      await changeKept(page);
      await page.reload();
      await page.locator('main [role=alert]').waitFor();
    },
  },
  {
    name: 'proof-refused',
    as: 'visitor',
    path: '/proof',
    before: (page) => serveWitnessed(page, []),
    async open(page) {
      await page.locator('main ol li').first().waitFor();
      await page.locator('textarea').fill('{"entry":"no receipt"}');
      await page.locator('textarea + button').click();
      await page.locator('main [role=status]').waitFor();
    },
  },
  {
    name: 'proof-failed',
    as: 'visitor',
    path: '/proof',
    before: fail('**/log/**'),
    open: (page) => page.getByRole('alert').getByRole('heading').waitFor(),
  },
  { name: 'receipt', as: 'trader', path: bills, open: openReceipt },
  { name: 'receipt-option', as: 'trader', path: '/options?view=orders', open: openOptionReceipt },
  {
    name: 'receipt-wrong',
    as: 'trader',
    path: bills,
    before: receiptsWith({ salt: '0'.repeat(64) }),
    async open(page) {
      await page.locator(RECEIPT).first().click();
      await page.locator('main [role=status] .bg-danger-tint').waitFor();
    },
  },
  {
    name: 'receipt-none',
    as: 'trader',
    path: '/proof?receipt=journal.999999999',
    open: (page) => page.locator('main h2').waitFor(),
  },
  {
    name: 'receipt-loading',
    as: 'trader',
    path: '/proof?receipt=journal.1',
    before: hold('**/api/getReceipt'),
    isBusy: true,
  },
];

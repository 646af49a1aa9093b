import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { change } from './answers.ts';

const PHOTO = fileURLToPath(new URL('../../apps/member/public/icons/icon-512.png', import.meta.url));
export const payable = (page: Page) => page.locator('#deposit .mono, #deposit dl').first().waitFor();
/** Terms and destination are shown. */
export const withdrawable = (page: Page) => page.locator('#withdraw section dl').waitFor();

export async function writeDeposit(page: Page): Promise<void> {
  await payable(page);
  await page.locator('#deposit input[inputmode=decimal]').fill('1500');
  await page.locator('#deposit input[type=file]').setInputFiles(PHOTO);
  await page.locator('#deposit .text-good').waitFor();
}

/** Fills a withdrawal, for a furnished member. */
export async function writeWithdrawal(page: Page): Promise<void> {
  await withdrawable(page);
  await page.locator('#withdraw input[inputmode=decimal]').fill('150');
  await page.locator('#withdraw input[type=password]').fill('Anchor7down');
}

/** A similar address was used before. */
export const lookAlike = change(
  '**/api/getUserCoinBalance',
  (data: { readonly address_list: readonly { readonly address: string }[] }) => {
    const bound = data.address_list[0]?.address ?? '';
    const used = {
      address: `${bound.slice(0, 4)}Yh3LxWmRkF4bD7cZs2VjU8eK${bound.slice(28)}`,
      times: 3,
      last: '2026-03-18T10:00:00.000Z',
    };
    return { ...data, used_addresses: [used] };
  },
);

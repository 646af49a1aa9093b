import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

/** A picture of our own, as a proof. */
const PHOTO = fileURLToPath(new URL('../../apps/member/public/icons/icon-512.png', import.meta.url));
/** Where to send it is known. */
export const payable = (page: Page) => page.locator('#deposit .mono, #deposit dl').first().waitFor();
/** The terms of the coin are known, and where it goes. */
export const withdrawable = (page: Page) => page.locator('#withdraw section dl').waitFor();

/** A deposit is written, its proof uploaded. */
export async function writeDeposit(page: Page): Promise<void> {
  await payable(page);
  await page.locator('#deposit input[inputmode=decimal]').fill('1500');
  await page.locator('#deposit input[type=file]').setInputFiles(PHOTO);
  await page.locator('#deposit .text-good').waitFor();
}

/** A withdrawal is written, of a member who was furnished. */
export async function writeWithdrawal(page: Page): Promise<void> {
  await withdrawable(page);
  await page.locator('#withdraw input[inputmode=decimal]').fill('150');
  await page.locator('#withdraw input[type=password]').fill('Anchor7down');
}

import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { answer } from './answers.ts';

const PHOTO = fileURLToPath(new URL('../../apps/member/public/icons/icon-512.png', import.meta.url));
/** Not in any interface language. */
const REMARKS: Readonly<Record<number, string>> = { 1: '', 2: '', 3: 'The photo of the back is blurred' };

/** A member's identity in a state that needs an operator. */
export const identityAt = (rzstatus: 1 | 2 | 3) =>
  answer('**/api/getIdentity', {
    rzstatus,
    application: {
      id: 100_012,
      real_name: 'Lea Hanson',
      front_card: '/icons/icon-512.png',
      back_card: '/icons/icon-512.png',
      status: rzstatus,
      remark: REMARKS[rzstatus],
      addtime: '2026-03-18T09:12:00.000Z',
      updatetime: rzstatus === 1 ? '2026-03-18T09:12:00.000Z' : '2026-03-18T14:40:00.000Z',
    },
  });

export async function writeIdentity(page: Page): Promise<void> {
  await page.locator('#identity input:not([type=file])').fill('Lea Hanson');
  await page.locator('#identity input[type=file]').first().setInputFiles(PHOTO);
  await page.locator('#identity .text-good').first().waitFor();
}

import { fileURLToPath } from 'node:url';
import type { Page, Route } from '@playwright/test';

const PHOTO = fileURLToPath(new URL('../../apps/member/public/icons/icon-512.png', import.meta.url));
/** Said in no language, so that it is none's. */
const REMARKS: Readonly<Record<number, string>> = { 1: '', 2: '', 3: 'The photo of the back is blurred' };

/** A member whose identity stands so, which only an operator could bring about. */
export const identityAt = (rzstatus: 1 | 2 | 3) => (page: Page) =>
  page.route('**/api/getIdentity', (route: Route) =>
    route.fulfill({
      json: {
        code: 1,
        msg: '',
        data: {
          rzstatus,
          application: {
            id: 100_012,
            real_name: 'Lea Harbour',
            front_card: '/icons/icon-512.png',
            back_card: '/icons/icon-512.png',
            status: rzstatus,
            remark: REMARKS[rzstatus],
            addtime: '2026-03-18T09:12:00.000Z',
            updatetime: rzstatus === 1 ? '2026-03-18T09:12:00.000Z' : '2026-03-18T14:40:00.000Z',
          },
        },
      },
    }),
  );

/** An application with its name and one of its images. */
export async function writeIdentity(page: Page): Promise<void> {
  await page.locator('#identity input:not([type=file])').fill('Lea Harbour');
  await page.locator('#identity input[type=file]').first().setInputFiles(PHOTO);
  await page.locator('#identity .text-good').first().waitFor();
}

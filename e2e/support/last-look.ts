import type { Locator, Page } from '@playwright/test';

export const lastLook = (page: Page): Locator => page.getByRole('dialog', { name: 'Confirm payment' });

/** Confirms. An address used for the first time is compared before. */
export async function sayYes(page: Page, { isFirst }: { readonly isFirst: boolean }): Promise<void> {
  if (isFirst)
    await lastLook(page)
      .getByRole('checkbox', { name: /checked every character/ })
      .check();
  await lastLook(page)
    .getByRole('button', { name: /^Send / })
    .click();
}

import type { Locator, Page } from '@playwright/test';

export const lastLook = (page: Page): Locator => page.getByRole('dialog', { name: 'Confirm payment' });
/** The last look at a trade or a lock. */
export const tradeLook = (page: Page): Locator => page.getByRole('dialog', { name: 'Check and confirm' });

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

/** Slides a knob to the end by the pointer, in the reading direction. */
export async function slide(page: Page, name: string | RegExp): Promise<void> {
  const slider = page.getByRole('slider', { name });
  // Enabled, and where it stays.
  await slider.click({ trial: true });
  const box = await slider.boundingBox();
  if (!box) throw new Error('no slider');
  const isMirrored = (await slider.evaluate((each) => getComputedStyle(each).direction)) === 'rtl';
  const at = (fromStart: number) => box.x + (isMirrored ? box.width - fromStart : fromStart);
  const y = box.y + box.height / 2;
  await page.mouse.move(at(24), y);
  await page.mouse.down();
  await page.mouse.move(at(box.width / 2), y, { steps: 4 });
  await page.mouse.move(at(box.width - 4), y, { steps: 4 });
  await page.mouse.up();
}

import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { dismiss, Exchange } from './support/screen.ts';

test.use({ as: 'member' });

const slider = (page: Page, name: RegExp) => page.getByRole('slider', { name });
async function slide(page: Page, name: RegExp): Promise<void> {
  const box = await slider(page, name).boundingBox();
  if (!box) throw new Error('no slider');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 24, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, y, { steps: 4 });
  await page.mouse.move(box.x + box.width - 4, y, { steps: 4 });
  await page.mouse.up();
}

test('ten times the market asks for confirmation; the best offer is one tap away, and beyond the price band nothing is placed', async ({
  page,
  member,
}) => {
  const exchange = new Exchange(page);
  await exchange.open();
  const write = async (price: string) => {
    await exchange.choose('Buy', 'Limit');
    await exchange.price.fill(price);
    await exchange.quantity.fill('0.001');
    await exchange.submit.click();
  };
  await write('5000000');
  const sheet = page.getByRole('dialog', { name: 'Ten times the market price?' });
  await expect(sheet).toContainText('The decimal point may be in the wrong place.');
  await sheet.getByRole('button', { name: /^Use .* instead$/ }).click();
  await expect(sheet).toBeHidden();
  await expect(exchange.price).not.toHaveValue(/5.?000.?000/);

  await write('5000000');
  await expect(sheet).toBeVisible();
  await slider(page, /^Slide to place at/).click();
  await expect(sheet).toBeVisible();
  await slide(page, /^Slide to place at/);
  await dismiss(page, 'Order not placed: 5,000,000 is outside the price band of 50%');
  expect((await member.obtain('tradegetOrderList', {})).list).toEqual([]);
});

test('an order a tenth through the book is placed by sliding, or by holding Enter for a second', async ({
  page,
  member,
}) => {
  const exchange = new Exchange(page);
  await exchange.open();
  for (const how of ['slide', 'hold'] as const) {
    await exchange.choose('Buy', 'Limit');
    await exchange.price.fill('550000');
    await exchange.quantity.fill('0.001');
    await exchange.submit.click();
    await expect(page.getByRole('dialog', { name: 'Check your price' })).toBeVisible();
    if (how === 'slide') await slide(page, /^Slide to place at/);
    else {
      await slider(page, /^Slide to place at/).focus();
      await page.keyboard.down('Enter');
    }
    await dismiss(page, 'Order placed');
    if (how === 'hold') await page.keyboard.up('Enter');
  }
  await expect.poll(async () => (await member.obtain('tradegetOrderList', { status: '2' })).list.length).toBe(2);
});

import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { buyWhole, place, type Member } from './support/member.ts';
import { announced } from './support/screen.ts';

test.use({ as: 'member' });

const FAR_BELOW = '300000';

async function placeOpen(member: Member, count: number): Promise<void> {
  for (let order = 0; order < count; order += 1) {
    await place(member, { symbol: 'trxusdt', side: 'buy', price: '0.01', num: `${10 + order}` });
  }
}

function watchPages(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/tradegetOrderList')) return;
    const fields = new URLSearchParams(request.postData() ?? '');
    // The list alone names the side; the strip over the tabs looks at open orders too.
    if (!fields.has('type')) return;
    asked.push(`${fields.get('page')} of ${fields.get('limit')}`);
  });
  return asked;
}

const scrollTo = (page: Page, count: number) =>
  expect(async () => {
    await page.evaluate(() => globalThis.scrollTo(0, document.body.scrollHeight));
    await expect(rows(page)).toHaveCount(count, { timeout: 200 });
  }).toPass();

const rows = (page: Page): Locator => page.getByRole('list', { name: 'Spot orders' }).getByRole('listitem');

/** Drags a finger down slowly, so that the page follows. */
async function pullDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: string, y?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type: type as 'touchStart',
      touchPoints: y === undefined ? [] : [{ x: 195, y }],
    });
  await touch('touchStart', 300);
  for (let y = 300; y <= 620; y += 20) await touch('touchMove', y);
  await expect(page.getByText('Release to refresh')).toBeVisible();
  await touch('touchEnd');
  await session.detach();
}

test('orders are listed under the tab of their status, by the chosen side, and only open ones can be cancelled', async ({
  page,
  member,
}) => {
  await buyWhole(member, 'btcusdt', '0.005');
  await place(member, { symbol: 'btcusdt', side: 'sell', num: '0.002' });
  await place(member, { symbol: 'btcusdt', side: 'buy', price: FAR_BELOW, num: '0.001' });
  await place(member, { symbol: 'btcusdt', side: 'sell', price: '900000', num: '0.002' });
  const cancelled = await place(member, { symbol: 'ethusdt', side: 'buy', price: '1000', num: '0.5' });
  await member.obtain('tradecancelOrder', { bb_id: String(cancelled) });

  await page.goto('/trade-lst');
  await expect(page).toHaveTitle('Plimsoll · Spot orders');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).getByRole('button', { name: /^Cancel/ })).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Side' }).selectOption({ label: 'Sell' });
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Sell · Limit');
  await page.getByRole('tab', { name: 'Completed' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Sell · Market');
  await page.getByRole('combobox', { name: 'Side' }).selectOption({ label: 'Buy and sell' });
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).getByRole('button')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Cancelled' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('ETH/USDT');

  await page.getByRole('tab', { name: 'Open' }).click();
  await rows(page)
    .filter({ hasText: 'Sell' })
    .getByRole('button', { name: /^Cancel/ })
    .click();
  await announced(page, 'Order cancelled');
  await expect(rows(page)).toHaveCount(1);
});

test('a list longer than a page loads by scrolling, each page once, and says where it ends', async ({
  page,
  member,
}) => {
  await placeOpen(member, 23);
  const asked = watchPages(page);
  await page.goto('/trade-lst');
  await expect(rows(page).first()).toBeVisible();
  expect(asked[0]).toBe('1 of 10');
  await scrollTo(page, 23);
  await expect(page.getByText('No more records')).toBeVisible();
  expect(asked).toEqual(['1 of 10', '2 of 10', '3 of 10']);
});

test('pulling down reloads a list from its first page', async ({ page, member }) => {
  // News would bring the orders by itself.
  await page.routeWebSocket(/\/stream/, (socket) => socket.close());
  await page.goto('/trade-lst');
  await expect(page.getByText('No open orders')).toBeVisible();
  await placeOpen(member, 12);
  await pullDown(page);
  await expect(rows(page)).toHaveCount(10);
  await scrollTo(page, 12);
  await page.evaluate(() => globalThis.scrollTo(0, 0));
  const asked = watchPages(page);
  await placeOpen(member, 1);
  await pullDown(page);
  await expect(rows(page)).toHaveCount(10);
  await expect.poll(() => asked).toEqual(['1 of 10']);
});

test('an empty list leads to where an order is placed', async ({ page }) => {
  await page.goto('/trade-lst');
  await page.getByRole('link', { name: 'Place an order' }).click();
  await expect(page).toHaveURL('/exchange');
});

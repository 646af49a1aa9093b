import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';

const chartOf = (page: Page) => page.getByRole('slider', { name: 'Candles' });
const seriesOf = (page: Page) => page.locator('main ul').first().getByRole('listitem');

async function opened(page: Page) {
  await page.goto('/charts/demo');
  await chartOf(page).locator('canvas').first().waitFor();
}

test('the demo view is public, and says that its data is a sample', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await opened(page);
  await expect(page).toHaveURL('/charts/demo');
  await expect(page).toHaveTitle('Plimsoll · Candlestick demo');
  await expect(page.getByText('Sample data for demonstration only')).toBeVisible();
  expect(asked.filter((url) => /kline|\/stream$/.test(url))).toEqual([]);
});

test('there are five series, and of each average the first entries are dashes, as many as it has days', async ({
  page,
}) => {
  await opened(page);
  await expect(seriesOf(page)).toHaveCount(5);
  await expect(seriesOf(page).nth(0)).toHaveText('Daily');
  await expect(seriesOf(page).nth(1)).toHaveText(/^MA5 [\d,]+\.\d\d$/);
  await page.getByRole('slider', { name: 'Zoom from' }).press('Home');
  await expect(page.getByText('0% – 100%')).toBeVisible();
  await chartOf(page).press('Home');
  await expect(seriesOf(page)).toHaveText(['Daily', 'MA5 -', 'MA10 -', 'MA20 -', 'MA30 -']);
  for (let day = 1; day < 5; day += 1) await chartOf(page).press('ArrowRight');
  await expect(seriesOf(page).nth(1)).toHaveText('MA5 -');
  await chartOf(page).press('ArrowRight');
  await expect(seriesOf(page).nth(1)).toHaveText(/^MA5 [\d,]+\.\d\d$/);
  await expect(seriesOf(page).nth(2)).toHaveText('MA10 -');
  for (let day = 6; day <= 30; day += 1) await chartOf(page).press('ArrowRight');
  await expect(seriesOf(page).nth(4)).toHaveText(/^MA30 [\d,]+\.\d\d$/);
});

test('the cross-hair shows a day’s figures', async ({ page }) => {
  await opened(page);
  const box = await chartOf(page).boundingBox();
  if (!box) throw new Error('the chart is not to be seen');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const tip = page.getByRole('tooltip');
  for (const name of ['open', 'close', 'low', 'high', 'MA5', 'MA30']) await expect(tip).toContainText(name);
  const left = await tip.boundingBox();
  expect(left?.x ?? 0).toBeLessThan(box.x + box.width / 2);
  await page.mouse.move(box.x + box.width / 8, box.y + box.height / 2);
  await expect.poll(async () => (await tip.boundingBox())?.x ?? 0).toBeGreaterThan(box.x + box.width / 2);
});

test('the zoom stands at 50 to 100 percent at first, and moves by thumbs, buttons and the chart itself', async ({
  page,
}) => {
  await opened(page);
  const [from, to] = [page.getByRole('slider', { name: 'Zoom from' }), page.getByRole('slider', { name: 'Zoom to' })];
  await expect(page.getByText('50% – 100%')).toBeVisible();
  await expect(from).toHaveValue('50');
  await expect(to).toHaveValue('100');
  await to.press('ArrowLeft');
  await expect(page.getByText('50% – 99%')).toBeVisible();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(page.getByText('55% – 94%')).toBeVisible();
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await expect(page.getByText('50% – 99%')).toBeVisible();
  const box = await chartOf(page).boundingBox();
  if (!box) throw new Error('the chart is not to be seen');
  await page.mouse.move(box.x + 40, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 200, box.y + 100, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByText('50% – 99%')).toBeHidden();
  expect(Number(await from.inputValue())).toBeLessThan(50);
});

test('everything fits on a phone, in type of twice the size too', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await opened(page);
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await beyond()).toBe(0);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await expect.poll(beyond).toBe(0);
});

test('the highest, the lowest and the average close are marked', async ({ page }) => {
  await opened(page);
  for (const mark of [/^highest close [\d,]+\.\d\d$/, /^lowest close [\d,]+\.\d\d$/, /^average close [\d,]+\.\d\d$/])
    await expect(page.getByText(mark)).toBeAttached();
});

test('up is red and down green, whatever the reader chose', async ({ page }) => {
  await opened(page);
  for (const choice of ['green-up', 'safe']) {
    await page.evaluate((updown) => {
      document.documentElement.dataset['updown'] = updown;
    }, choice);
    expect(
      await chartOf(page).evaluate((host) => {
        const style = getComputedStyle(host);
        return [
          style.getPropertyValue('--up') === style.getPropertyValue('--red'),
          style.getPropertyValue('--dn') === style.getPropertyValue('--green'),
        ];
      }),
    ).toEqual([true, true]);
  }
});

test('the chart takes the width the window has, and keeps its zoom', async ({ page }) => {
  await opened(page);
  await page.setViewportSize({ width: 360, height: 740 });
  const widthOf = () =>
    chartOf(page)
      .locator('table')
      .first()
      .evaluate((table) => table.getBoundingClientRect().width);
  await expect.poll(widthOf).toBe(360);
  await page.setViewportSize({ width: 430, height: 740 });
  await expect.poll(widthOf).toBe(430);
  await expect(page.getByText('50% – 100%')).toBeVisible();
});

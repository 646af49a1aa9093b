import type { Page } from '@playwright/test';
import { complaints } from './support/axe.ts';
import { expect, test } from './support/journey.ts';
import { buyWhole } from './support/member.ts';

const curve = (page: Page) => page.getByRole('slider');
const part = (page: Page, name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd').last();

test.describe('a member', () => {
  test.use({ as: 'member' });

  test('today’s profit on home leads to the portfolio, where money that came is no profit', async ({
    page,
    member,
  }) => {
    await buyWhole(member, 'btcusdt', '0.01');
    await page.goto('/');
    await page.getByRole('link', { name: 'profit today' }).click();
    await expect(page).toHaveURL('/portfolio');
    await expect(page.getByText('money in or out, not counted as profit')).toBeVisible();
    await expect(page.getByText('+10,000.00')).toBeVisible();
    // The fee was taken from the coin that was bought: something was lost, and no more than a percent of it.
    await expect(part(page, 'Fees')).toHaveText(/^−\d\.\d\d$/);
    const btc = page.getByRole('listitem').filter({ hasText: 'BTC' });
    await expect(btc).toContainText(/average [\d,]+\.\d\d/);

    const { parts, profit, points } = await member.obtain('getPortfolio', { range: 'day' });
    expect(Object.values(parts).reduce((all, each) => all + BigInt(each.replace('.', '')), 0n)).toBe(
      BigInt(profit.replace('.', '')),
    );
    expect(points.at(-1)?.profit).toBe(profit);
  });

  test('assets show today’s profit for all accounts, and not for one', async ({ page }) => {
    await page.goto('/assets');
    const today = page.getByRole('link', { name: 'profit today' });
    await expect(today).toContainText('0.00');
    await page.getByRole('tab', { name: 'Funds' }).click();
    await expect(today).toBeHidden();
  });

  test('a tap on the curve opens the balances of that moment, and a bill leads to its receipt', async ({ page }) => {
    await page.goto('/portfolio');
    const box = await curve(page).boundingBox();
    if (!box) throw new Error('there is no curve');
    await page.mouse.click(box.x + 4, box.y + box.height / 2);
    const sheet = page.getByRole('dialog', { name: 'Balances at this moment' });
    await expect(sheet.getByText('No coins with a balance')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();

    // On the curve of a month midnight is three points beside now.
    await page.mouse.click(box.x + box.width - 0.5, box.y + box.height / 2);
    await expect(sheet.getByRole('listitem').filter({ hasText: 'USDT' }).first()).toContainText('10,000');
    await expect(sheet).toContainText(/From the ledger at entry [\d,]+\./);
    await sheet.getByRole('link', { name: 'Receipt' }).first().click();
    await expect(page).toHaveURL(/\/proof\?receipt=journal\.\d+/);
  });

  test('by the keyboard alone: arrows read the curve, Enter opens a moment, Escape returns to it', async ({ page }) => {
    await page.goto('/portfolio');
    await curve(page).focus();
    const now = await curve(page).getAttribute('aria-valuetext');
    await page.keyboard.press('ArrowLeft');
    await expect(curve(page)).not.toHaveAttribute('aria-valuetext', now ?? '');
    await page.keyboard.press('Home');
    await expect(curve(page)).toHaveAttribute('aria-valuenow', '0');
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog');
    await expect(sheet).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(curve(page)).toBeFocused();
  });

  test('hidden figures are hidden in every place: head, axis, parts, coins, table and moment', async ({ page }) => {
    await page.goto('/portfolio');
    await page.getByRole('button', { name: 'Hide balances' }).click();
    await page.getByText('Figures as a table').click();
    await expect(page.locator('main table')).toBeVisible();
    await curve(page).press('Enter');
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
    expect(await page.locator('main .n, [role=dialog] .n').allTextContents()).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(curve(page)).not.toHaveAttribute('aria-valuetext', /USDT/);
  });

  test('a range keeps the screen while the next curve is fetched, and begins where it says', async ({ page }) => {
    await page.goto('/portfolio');
    const ranges = page.getByRole('group', { name: 'Range' });
    for (const [name, points] of [
      ['1h', 61],
      ['1D', 97],
      ['All', 61],
    ] as const) {
      await ranges.getByRole('button', { name, exact: true }).click();
      await expect(ranges.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true');
      await expect
        .poll(async () => Number(await curve(page).getAttribute('aria-valuemax')))
        .toBeGreaterThan(points - 3);
    }
    await page.getByRole('group', { name: 'Curve' }).getByRole('button', { name: 'Worth' }).click();
    await expect(curve(page)).toHaveAccessibleName(/^Worth over time, now 10,000\.00 USDT$/);
  });

  test.describe('in Arabic', () => {
    test.use({ locale: 'ar' });

    test('time runs to the right, words to the left, and everybody can use it', async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 780 });
      await page.goto('/portfolio');
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      await curve(page).focus();
      await page.keyboard.press('ArrowLeft');
      const last = Number(await curve(page).getAttribute('aria-valuemax'));
      await expect(curve(page)).toHaveAttribute('aria-valuenow', String(last - 1));
      expect(await complaints(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    });
  });
});

test.describe('a newcomer', () => {
  test.use({ as: 'newcomer' });

  test('without a line there is no curve, and a failure can be tried again', async ({ page, trouble }) => {
    trouble.expect(/net::ERR_/);
    await page.route('**/api/getPortfolio', (route) => route.abort('connectionreset'));
    await page.goto('/portfolio');
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    await page.unroute('**/api/getPortfolio');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'No portfolio yet' })).toBeVisible();
  });
});

import type { Page } from '@playwright/test';
import { complaints } from './support/axe.ts';
import { expect, test } from './support/journey.ts';
import { LAYOUT } from './support/layout.ts';
import { place } from './support/member.ts';
import { claimDeposit } from './support/operator.ts';

const curve = (page: Page) => page.getByRole('img', { name: /^Worth over time/ });
const HOUR_MS = 3_600_000;

test.describe('a member', () => {
  test.use({ as: 'member' });

  test('once the first steps are over their place is the curve of the day, which hides its figures with the others', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Three steps' })).toBeVisible();
    await expect(curve(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Hide', exact: true }).click();
    await expect(curve(page)).toHaveAccessibleName('Worth over time, now 10,000.00 USDT');
    // The member is of today.
    await expect(page.getByText('line: your worth at midnight 0.00')).toBeVisible();
    expect(await complaints(page)).toEqual([]);
    await page.getByRole('button', { name: 'Hide balances' }).click();
    await expect(curve(page)).toHaveAccessibleName('Worth over time, hidden');
    await expect(page.getByText('line: your worth at midnight')).toBeHidden();
    expect(await page.evaluate<string[]>(LAYOUT)).toEqual([]);
  });

  test('the lists begin with the own one where there is one, and it says how to begin it where there is none', async ({
    page,
    member,
  }) => {
    await page.goto('/');
    const tab = page.getByRole('tab', { name: 'My list' });
    await expect(page.getByRole('tab', { name: 'Gainers' })).toHaveAttribute('aria-selected', 'true');
    await tab.click();
    await page.getByRole('tabpanel').getByRole('link', { name: 'Add a market' }).click();
    await expect(page).toHaveURL('/market');

    await member.obtain('setFavourite', { market: '3', on: '1' });
    await page.reload();
    // Starred elsewhere: the screen begins with the own list only where it is known in time.
    await tab.click();
    const own = page.getByRole('list', { name: 'My list' }).getByRole('listitem');
    await expect(own).toHaveCount(1);
    const name = (await own.getByRole('link').first().innerText()).split('\n')[0] ?? '';
    await page.goto('/');
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await expect(own).toHaveCount(1);
    await expect(own).toContainText(name);
    expect(await complaints(page)).toEqual([]);
    await own.getByRole('link').click();
    await expect(page).toHaveURL(/\/options\?currentSymbol=/);
  });

  test.describe('in a wide window', () => {
    test.use({ isMobile: false, hasTouch: false, viewport: { width: 1280, height: 800 } });

    test('what waits and what came about since the last visit stand at the side', async ({ page, member, server }) => {
      await place(member, { symbol: 'btcusdt', side: 'buy', amount: '100' });
      await claimDeposit(server.url, member, '800', 12);
      await page.goto('/');
      const side = page.locator('.cols > aside');
      await expect(side.getByRole('heading', { name: 'Pending 1' })).toBeVisible();
      // This browser does not know of a visit before this one.
      await expect(side.getByRole('region', { name: 'Since you were here' })).toHaveCount(0);
      // What this visit began with is kept with the visit.
      await page.evaluate((at) => sessionStorage.setItem('here', String(at)), Date.now() - HOUR_MS);
      await page.reload();
      const since = side.getByRole('region', { name: 'Since you were here' });
      await expect(since.getByRole('listitem')).toHaveCount(1);
      expect(await complaints(page)).toEqual([]);
      await since.getByRole('link', { name: /^Bought [\d.]+ BTC at [\d,.]+$/ }).click();
      await expect(page).toHaveURL(/\/proof\?receipt=fill\.\d+/);
    });

    test('all that came about since the last visit is listed where it is counted', async ({ page, member }) => {
      for (let each = 0; each < 6; each += 1) await place(member, { symbol: 'btcusdt', side: 'buy', amount: '100' });
      await page.goto('/');
      await expect(page.locator('.cols > aside')).toBeVisible();
      await page.evaluate((at) => sessionStorage.setItem('here', String(at)), Date.now() - HOUR_MS);
      await page.reload();
      const since = page.getByRole('region', { name: 'Since you were here' });
      const bought = since.getByRole('link', { name: /^Bought [\d.]+ BTC at [\d,.]+$/ });
      await expect(bought).toHaveCount(5);
      const all = since.getByRole('button', { name: /^All 6 · Since you were here$/ });
      await all.click();
      await expect(all).toHaveAttribute('aria-expanded', 'true');
      await expect(bought).toHaveCount(6);
      expect(await complaints(page)).toEqual([]);
      await all.click();
      await expect(bought).toHaveCount(5);
    });
  });

  test.describe('in Arabic', () => {
    test.use({ locale: 'ar' });

    test('the curve runs from left to right, and nothing is cut', async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 780 });
      await page.goto('/');
      await page.locator('#first-use + button').click();
      const drawn = page.locator('[role=img][dir=ltr]');
      await expect(drawn).toBeVisible();
      const [path, box] = await Promise.all([drawn.locator('path').last().getAttribute('d'), drawn.boundingBox()]);
      expect(path).toMatch(/^M0\.0 .*L1000\.0 /);
      expect(box?.x).toBe(0);
      expect(await page.evaluate<string[]>(LAYOUT)).toEqual([]);
    });
  });
});

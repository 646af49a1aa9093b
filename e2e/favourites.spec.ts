import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';

const rowsOf = (page: Page) => page.getByRole('list', { name: 'Markets' }).getByRole('listitem');
const starOf = (page: Page, pair: string) => page.getByRole('button', { name: `Favorites: ${pair}` });

/** Waits until so many changes are saved: a request under way ends with its page. */
function savesOf(page: Page): (count: number) => Promise<void> {
  let saves = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/setFavourite')) saves += 1;
  });
  return (count) => expect.poll(() => saves).toBe(count);
}

test('a visitor’s star leads to login', async ({ page }) => {
  await page.goto('/market');
  await starOf(page, 'ETH/USDT').click();
  await expect(page).toHaveURL('/login');
});

test.describe('a member', () => {
  test.use({ as: 'member' });

  test('starred markets stand first in the list and the picker, in every later visit', async ({ page }) => {
    const saved = savesOf(page);
    await page.goto('/market');
    await starOf(page, 'SOL/USDT').click();
    await expect(rowsOf(page).first()).toContainText('SOL/USDT');
    await starOf(page, 'ETH/USDT').click();
    await expect(rowsOf(page).nth(1)).toContainText('ETH/USDT');
    await expect(starOf(page, 'ETH/USDT')).toHaveAttribute('aria-pressed', 'true');
    await saved(2);

    await page.goto('/exchange');
    await page.getByRole('button', { name: 'Markets' }).first().click();
    const picker = page.getByRole('dialog').getByRole('listitem');
    await expect(picker.first()).toContainText('SOL/USDT');
    await expect(picker.nth(1)).toContainText('ETH/USDT');
    await starOf(page, 'SOL/USDT').click();
    await expect(picker.first()).toContainText('ETH/USDT');
    await saved(3);

    await page.goto('/market');
    await expect(rowsOf(page).first()).toContainText('ETH/USDT');
    await page.getByRole('button', { name: 'Sort by price' }).click();
    await expect(rowsOf(page).first()).toContainText('BTC/USDT');
  });

  test('a star on home puts the market first in the picker', async ({ page }) => {
    const saved = savesOf(page);
    await page.goto('/');
    const ranking = page.getByRole('tabpanel', { name: 'Gainers' });
    const stars = ranking.getByRole('button', { name: /^Favorites: / });
    const pair = (await stars.last().getAttribute('aria-label'))?.replace('Favorites: ', '') ?? '';
    await starOf(page, pair).click();
    await expect(starOf(page, pair)).toHaveAttribute('aria-pressed', 'true');
    await saved(1);
    await page.goto('/exchange');
    await page.getByRole('button', { name: 'Markets' }).first().click();
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toContainText(pair);
  });

  test('a star is set and removed by keyboard, and keeps the focus', async ({ page }) => {
    await page.goto('/market');
    const star = starOf(page, 'XRP/USDT');
    await star.focus();
    await page.keyboard.press('Enter');
    await expect(rowsOf(page).first()).toContainText('XRP/USDT');
    await expect(star).toBeFocused();
    await page.keyboard.press(' ');
    await expect(star).toHaveAttribute('aria-pressed', 'false');
    await expect(rowsOf(page).first()).not.toContainText('XRP/USDT');
    await expect(star).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: /^XRP\/USDT/ })).toBeFocused();
  });

  test('a star that the server refuses is taken back', async ({ page, trouble }) => {
    void trouble;
    await page.route('**/api/setFavourite', (route) =>
      route.fulfill({ json: { code: 204, msg: 'There is no such market.', reason: 'not_found', data: null } }),
    );
    await page.goto('/market');
    await starOf(page, 'SOL/USDT').click();
    await expect(page.getByText('There is no such market.')).toBeVisible();
    await expect(starOf(page, 'SOL/USDT')).toHaveAttribute('aria-pressed', 'false');
    await expect(rowsOf(page).first()).toContainText('BTC/USDT');
  });

  test('in Arabic the star has its name and stands at the start of the row', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('language', 'ar'));
    await page.goto('/market');
    const star = page.getByRole('button', { name: 'المفضلة: ETH/USDT' });
    await star.click();
    await expect(star).toHaveAttribute('aria-pressed', 'true');
    const row = page.getByRole('listitem').filter({ has: star });
    const [own, all] = [await star.boundingBox(), await row.boundingBox()];
    expect(own && all && own.x + own.width > all.x + all.width - 24).toBe(true);
  });
});

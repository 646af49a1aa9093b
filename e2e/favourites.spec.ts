import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';

const rowsOf = (page: Page) => page.getByRole('list', { name: 'Markets' }).getByRole('listitem');
const ownRows = (page: Page) => page.getByRole('list', { name: 'My list' }).getByRole('listitem');
const starOf = (page: Page, pair: string) => page.getByRole('button', { name: `Favorites: ${pair}` });

/** Waits until so many changes are saved: a request under way ends with its page. */
function savesOf(page: Page, call = '/setFavourite'): (count: number) => Promise<void> {
  let saves = 0;
  page.on('response', (response) => {
    if (response.url().endsWith(call)) saves += 1;
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
    await expect(ownRows(page)).toHaveText([/^ETH\/USDTEther/]);
    await page.getByRole('tab', { name: 'USDT' }).click();
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

  test('a member’s own list is the first tab and the ticker, in the order that buttons and dragging give it', async ({
    page,
    member,
  }) => {
    const { list } = await member.obtain('getMarketList');
    for (const symbol of ['solusdt', 'ethusdt', 'xrpusdt', 'ltcbtc'])
      await member.obtain('setFavourite', { market: String(list.find((each) => each.symbol === symbol)?.id), on: '1' });
    const saved = savesOf(page, '/moveFavourite');
    const order = (...pairs: readonly string[]) =>
      expect(ownRows(page)).toHaveText(pairs.map((pair) => new RegExp(`^${pair}`)));
    // As on a device that has shown the list before: on another one the screen waits a second for it, and no longer.
    await page.addInitScript(() => localStorage.setItem('own', 'on'));
    await page.goto('/market');
    await expect(page.getByRole('tab', { name: 'My list' })).toHaveAttribute('aria-selected', 'true');
    await order('SOL/USDT', 'ETH/USDT', 'XRP/USDT', 'LTC/BTC');
    await expect(
      ownRows(page)
        .first()
        .getByRole('img', { name: /^Last 24 hours: low [\d.,]+, high [\d.,]+$/ }),
    ).toBeVisible();

    await page.getByRole('button', { name: 'Change the order' }).click();
    const down = page.getByRole('button', { name: 'Move SOL/USDT down' });
    await down.focus();
    await page.keyboard.press('Enter');
    await order('ETH/USDT', 'SOL/USDT', 'XRP/USDT', 'LTC/BTC');
    await expect(down).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: 'SOL/USDT 2 / 4' })).toBeAttached();
    await saved(1);

    const handle = await ownRows(page).last().locator('[data-handle]').boundingBox();
    const top = await ownRows(page).first().boundingBox();
    if (!handle || !top) throw new Error('the list is not there');
    const x = handle.x + handle.width / 2;
    await page.mouse.move(x, handle.y + handle.height / 2);
    await page.mouse.down();
    await page.mouse.move(x, top.y + top.height / 2, { steps: 8 });
    await page.mouse.up();
    await order('LTC/BTC', 'ETH/USDT', 'SOL/USDT', 'XRP/USDT');
    await saved(2);

    await page.goto('/');
    const ticker = page.getByRole('region', { name: 'Markets at a glance' }).getByRole('link', { includeHidden: true });
    await expect(ticker).toHaveText([/^LTC\/BTC/, /^ETH\/USDT/, /^SOL\/USDT/, /^XRP\/USDT/]);
  });

  test('the star in the head of a pair is the one of its row; without any the own list says how to begin', async ({
    page,
  }) => {
    const saved = savesOf(page);
    await page.goto('/market');
    await page.getByRole('tab', { name: 'My list' }).click();
    await expect(page.getByRole('heading', { name: 'Your list is empty' })).toBeVisible();
    await page.getByRole('button', { name: 'Add a market' }).click();
    await expect(page.getByRole('searchbox', { name: 'Search markets' })).toBeFocused();
    await page.goto('/exchange?currentSymbol=dogeusdt&name=DOGE%2FUSDT');
    await starOf(page, 'DOGE/USDT').click();
    await saved(1);
    await page.goto('/market');
    // This screen knew of no own list, and begins with one only where it is there in time.
    await page.getByRole('tab', { name: 'My list' }).click();
    await expect(ownRows(page)).toHaveText([/^DOGE\/USDTDogecoin/]);
    await starOf(page, 'DOGE/USDT').click();
    await expect(page.getByRole('button', { name: 'Add a market' })).toBeFocused();
    await saved(2);
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

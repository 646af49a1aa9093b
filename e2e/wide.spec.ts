import type { Page } from '@playwright/test';
import { complaints } from './support/axe.ts';
import { expect, test } from './support/journey.ts';
import { LAYOUT } from './support/layout.ts';
import { place } from './support/member.ts';
import { fund } from './support/options.ts';
import { Exchange } from './support/screen.ts';

const WIDTHS = [1024, 1280, 1440, 1920] as const;
/** Each in two columns besides the rail; forms have the balances beside them. */
const IN_COLUMNS = ['/', '/market', '/assets', '/recharge', '/exchangeb'] as const;

test.use({ as: 'member', isMobile: false, hasTouch: false, viewport: { width: 1280, height: 800 } });

const rail = (page: Page) => page.locator('.rail');
const finder = (page: Page) => page.getByRole('combobox');

async function settled(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await idle(page, path);
}

async function idle(page: Page, path: string): Promise<void> {
  await expect(rail(page)).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading').first(), path).toBeAttached();
  await expect(page.locator('[aria-busy=true]'), path).toHaveCount(0);
  await expect(page.locator('main .bone'), path).toHaveCount(0);
}

/** How the two columns and the rail stand: nothing over another, and all of the window's height begins with the bar. */
async function columnsOf(page: Page) {
  return page.evaluate(() => {
    const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    const side = boxOf('.cols > aside, .side');
    const main = boxOf('.cols > div') ?? boxOf('main');
    const bar = boxOf('.rail');
    if (!side || !main || !bar) return undefined;
    const isBeside = (a: DOMRect, b: DOMRect) => a.right <= b.left + 1 || b.right <= a.left + 1;
    return {
      areSeparate: isBeside(main, side) && isBeside(main, bar) && isBeside(side, bar),
      areLevel: Math.abs(main.top - side.top) < 100,
      railIsFirst: document.dir === 'rtl' ? bar.left > main.left : bar.left < main.left,
    };
  });
}

for (const language of ['en', 'ar']) {
  test(`wide pages stand in columns beside the rail, and nothing overflows: ${language}`, async ({ page }) => {
    test.setTimeout(240_000);
    await page.addInitScript((code) => localStorage.setItem('language', code), language);
    const found: string[] = [];
    // Loaded in the narrowest and the widest window, and drawn wider in between.
    for (const path of [...IN_COLUMNS, '/exchange', '/options', '/security', '/staking']) {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        if (width === WIDTHS[0] || width === WIDTHS.at(-1)) await page.goto(path);
        await idle(page, `${path} at ${width}`);
        if (IN_COLUMNS.some((each) => each === path))
          await expect
            .poll(() => columnsOf(page), { message: `${path} at ${width}` })
            .toEqual({ areSeparate: true, areLevel: true, railIsFirst: true });
        found.push(...(await page.evaluate<string[]>(LAYOUT)).map((each) => `${path} at ${width}: ${each}`));
      }
    }
    expect(found).toEqual([]);
  });
}

test('the frame and its pages are accessible, and the tabs of a phone give way to the rail', async ({ page }) => {
  for (const path of [...IN_COLUMNS, '/exchange']) {
    await settled(page, path);
    expect(await complaints(page), path).toEqual([]);
  }
  await expect(page.locator('.tab-bar')).toBeHidden();
  await rail(page).getByRole('link', { name: 'Staking' }).click();
  await expect(page).toHaveURL('/staking');
  await expect(rail(page).getByRole('link', { name: 'Staking' })).toHaveAttribute('aria-current', 'page');
  await page.setViewportSize({ width: 1000, height: 800 });
  await expect(rail(page)).toHaveCount(0);
});

test('a row of the table leads to options, its last column to spot, and a head sorts it', async ({ page }) => {
  await settled(page, '/market');
  const table = page.getByRole('table', { name: 'Markets' });
  await table.getByRole('button', { name: /Sort by price/ }).click();
  await expect(table.getByRole('columnheader', { name: /Last price/ })).toHaveAttribute('aria-sort', 'descending');
  await expect(table.getByRole('row').nth(1)).toContainText('BTC/USDT');
  // The price, and about how many dollars that is.
  const row = table.getByRole('row').filter({ hasText: 'ETH/USDT' });
  await expect(row.getByRole('cell').nth(1)).toHaveText(/^([\d,]+\.\d\d)≈\s\$\1$/);
  await table.getByRole('link', { name: 'ETH/USDT', exact: true }).click();
  await expect(page).toHaveURL(/\/options\?currentSymbol=ethusdt/);
  await page.goBack();
  await table.getByRole('link', { name: 'Trade ETH/USDT' }).click();
  await expect(page).toHaveURL(/\/exchange\?currentSymbol=ethusdt/);
});

for (const language of ['de', 'ru', 'bn', 'th'])
  test(`in the narrowest wide window the amount of a day stands below its pair: ${language}`, async ({ page }) => {
    await page.addInitScript((code) => localStorage.setItem('language', code), language);
    await page.setViewportSize({ width: 1024, height: 800 });
    await settled(page, '/market');
    const row = page.getByRole('row').filter({ hasText: 'ETH/USDT' });
    await expect(row.getByRole('cell').first()).toHaveText(/USDT[\d.,]+\s?\S*$/);
    await expect(row.locator('.to-32')).toBeVisible();
    await expect(row.getByRole('cell')).toHaveCount(3);
    expect(await page.evaluate<string[]>(LAYOUT)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 800 });
    await expect(row.locator('.to-32')).toBeHidden();
  });

test.describe('the palette', () => {
  test('opens by Ctrl-K and a slash, finds markets and screens by typing, and is left by Escape', async ({ page }) => {
    await settled(page, '/');
    await page.keyboard.press('Control+k');
    await expect(finder(page)).toBeFocused();
    expect(await complaints(page)).toEqual([]);
    await page.keyboard.type('sol');
    const first = page.getByRole('option').first();
    await expect(first).toContainText('SOL/USDT');
    await expect(first).toHaveAttribute('aria-selected', 'true');
    // By its name in any language too.
    await finder(page).fill('биткойн');
    await expect(first).toContainText('BTC/USDT');
    await page.keyboard.press('Escape');
    await expect(finder(page)).toHaveCount(0);

    await page.keyboard.press('/');
    await expect(finder(page)).toBeFocused();
    await expect(finder(page)).toHaveValue('');
    await page.keyboard.type('stak');
    await expect(page.getByRole('option').first()).toContainText('Staking');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/staking');
    await expect(finder(page)).toHaveCount(0);
    // The palette left no step of its own behind.
    await page.goBack();
    await expect(page).toHaveURL('/');
  });

  test('says what fits nothing, and names the coins that the member holds', async ({ page, member }) => {
    await place(member, { symbol: 'solusdt', side: 'buy', amount: '200' });
    await settled(page, '/assets');
    await page.getByRole('button', { name: 'Markets, screens' }).click();
    await expect(finder(page)).toBeFocused();
    await page.keyboard.type('sol');
    const coins = page.getByRole('group', { name: 'Coins' }).getByRole('option');
    await expect(coins).toContainText('SOL');
    await coins.click();
    await expect(page).toHaveURL(/\/trade-account\?.*name=SOL/);
    await expect(finder(page)).toHaveCount(0);
    await page.keyboard.press('Control+k');
    await expect(finder(page)).toBeFocused();
    await page.keyboard.type('zzzz');
    await expect(page.getByRole('status').filter({ hasText: 'Nothing matches “zzzz”' })).toBeVisible();
    await expect(page.getByRole('option')).toHaveCount(0);
  });

  test('has the keyboard when it opens again while it closes', async ({ page }) => {
    await settled(page, '/market');
    for (let turn = 0; turn < 5; turn += 1) {
      await page.keyboard.press('Control+k');
      await expect(finder(page)).toBeFocused();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+k');
      await expect(finder(page)).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(finder(page)).toHaveCount(0);
    }
  });

  test('keeps the keyboard when a page arrives under it', async ({ page }) => {
    const isOpen = Promise.withResolvers<void>();
    await page.route(/\/assets\/staking-screen-[\w-]+\.js/, async (route) => {
      await isOpen.promise;
      await route.continue();
    });
    await settled(page, '/market');
    await page.keyboard.press('Control+k');
    await expect(finder(page)).toBeFocused();
    await page.keyboard.type('Staking');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/staking');
    await page.keyboard.press('Control+k');
    await expect(finder(page)).toBeFocused();
    isOpen.resolve();
    await expect(page.locator('main h1')).toHaveText('Staking');
    await expect(finder(page)).toBeFocused();
  });

  test('a slash that is typed into a field stays a slash', async ({ page }) => {
    await settled(page, '/market');
    await page.getByRole('searchbox').click();
    await page.keyboard.type('BTC/');
    await expect(page.getByRole('searchbox')).toHaveValue('BTC/');
    await expect(finder(page)).toHaveCount(0);
  });

  test('in Arabic it finds screens by their Arabic titles', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('language', 'ar'));
    await settled(page, '/');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('الأمان');
    await expect(page.getByRole('option').first()).toContainText('الأمان');
    expect(await page.evaluate<string[]>(LAYOUT)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/security');
  });
});

test('what runs stands at the foot of the rail, on every tab', async ({ page, member }) => {
  await fund(member);
  await member.obtain('creatorder', { m_id: '1', ctime: '600', ctzed: '20', buytype: '1' });
  await settled(page, '/market');
  const strip = page.getByRole('region', { name: 'In progress' });
  await expect(strip).toBeVisible();
  const [bar, own] = await Promise.all([rail(page).boundingBox(), strip.boundingBox()]);
  expect(own?.x).toBe(bar?.x);
  expect((own?.x ?? 0) + (own?.width ?? 0)).toBeLessThanOrEqual((bar?.x ?? 0) + (bar?.width ?? 0));
  expect((own?.y ?? 0) + (own?.height ?? 0)).toBe(800);
});

test('spot shows the depth of the book and the newest trades of the market beside chart and form', async ({ page }) => {
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const exchange = new Exchange(page);
    await exchange.open();
    const views = page.getByRole('tablist', { name: 'Order book' });
    const trades = page.getByRole('table', { name: 'Recent trades' });
    const priceOf = (row: number) => trades.getByRole('row').nth(row).getByRole('cell').first();
    // A head and six trades, which go on by themselves.
    await expect(trades.getByRole('row')).toHaveCount(7);
    await expect(priceOf(1)).toHaveText(/^(Buy|Sell) [\d,]+\.\d\d$/);
    const newest = await trades.getByRole('row').nth(1).textContent();
    await expect.poll(() => trades.getByRole('row').nth(1).textContent()).not.toBe(newest);
    // The button that sends stays in view under the form.
    await expect(exchange.submit).toBeInViewport({ ratio: 1 });
    // The sums grow away from the best price; the feed's book has one level or more.
    const sums = exchange.side('Buy orders').locator('> :nth-child(3)');
    await expect(sums.first()).toHaveText(/^Sum [\d,.]+$/);
    const figures = (await sums.allTextContents()).map((each) => Number(each.replace('Sum ', '').replaceAll(',', '')));
    expect(figures).toEqual(figures.toSorted((a, b) => a - b));

    await views.getByRole('tab', { name: 'Book' }).press('ArrowRight');
    await expect(views.getByRole('tab', { name: 'Depth' })).toBeFocused();
    const depth = page.getByRole('slider', { name: 'Order book depth' });
    await expect(depth).toHaveAttribute('aria-valuetext', /^Sell orders, [\d,.]+ USDT, [\d,.]+ BTC$/);
    await depth.press('Home');
    await expect(depth).toHaveAttribute('aria-valuetext', /^Buy orders, /);
    await depth.press('End');
    await expect(depth).toHaveAttribute('aria-valuetext', /^Sell orders, /);
    expect(await page.evaluate<string[]>(LAYOUT), `depth at ${width}`).toEqual([]);
    expect(await complaints(page), `depth at ${width}`).toEqual([]);

    await views.getByRole('tab', { name: 'Depth' }).press('ArrowRight');
    await expect(views.getByRole('tab', { name: 'Trades' })).toBeFocused();
    await expect.poll(() => trades.getByRole('row').count()).toBeGreaterThan(7);
    expect(await page.evaluate<string[]>(LAYOUT), `trades at ${width}`).toEqual([]);
    expect(await complaints(page), `trades at ${width}`).toEqual([]);
    await expect(exchange.submit).toBeInViewport({ ratio: 1 });
  }
});

test('from right to left the prices of the book begin under their head', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'ar'));
  await page.setViewportSize({ width: 1280, height: 800 });
  await settled(page, '/exchange?currentSymbol=btcusdt&name=BTC/USDT');
  const row = page.locator('.book-beside ul.trades').first().getByRole('button').first();
  await expect(row).toBeVisible();
  // Where the figure itself stands: its box is as wide as the column.
  const gap = await row.evaluate((element) => {
    const written = document.createRange();
    written.selectNodeContents(element.firstElementChild ?? element);
    return element.getBoundingClientRect().right - written.getBoundingClientRect().right;
  });
  expect(Math.abs(gap)).toBeLessThan(2);
});

test('a phone loads nothing of the depth and the trades', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.setViewportSize({ width: 390, height: 844 });
  await new Exchange(page).open();
  await expect(page.getByRole('region', { name: 'Order book' })).toBeVisible();
  await expect(page.getByRole('region', { name: /^Open orders/ })).toBeVisible();
  expect(asked.filter((url) => /wide-book|history\/trade/.test(url))).toEqual([]);
});

test('spot by keyboard: B and S choose the side, arrows move the price, Enter sends', async ({ page }) => {
  const exchange = new Exchange(page);
  await exchange.open();
  await page.keyboard.press('s');
  await expect(exchange.form.getByRole('button', { name: 'Sell' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('b');
  await expect(exchange.form.getByRole('button', { name: 'Buy' })).toHaveAttribute('aria-pressed', 'true');
  await exchange.price.fill('90000');
  await exchange.price.press('ArrowUp');
  await expect(exchange.price).toHaveValue(/90,?000\.01/);
  await exchange.price.press('Shift+ArrowDown');
  await expect(exchange.price).toHaveValue(/89,?999\.91/);
  // In the field of a figure the letter is a key, not a text.
  await exchange.price.press('s');
  await expect(exchange.form.getByRole('button', { name: 'Sell' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('b');
  await exchange.quantity.fill('0.01');
  await expect(exchange.submit).toBeEnabled();
  const sent = page.waitForRequest('**/api/upbbbuy');
  await exchange.quantity.press('Enter');
  expect((await sent).postData()).toContain('num=0.01');
});

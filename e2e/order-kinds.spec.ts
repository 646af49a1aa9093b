import { readMessages } from '@plimsoll/i18n/catalogue';
import type { Page } from '@playwright/test';
import { complaints } from './support/axe.ts';
import type { FeedFile } from './support/feed-file.ts';
import { expect, test } from './support/journey.ts';
import { inOrder, notLost, pressOn, writeInto } from './support/keyboard.ts';
import { tradeLook } from './support/last-look.ts';
import { LAYOUT } from './support/layout.ts';
import { enterDemo } from './support/member.ts';
import { onOwnMarket } from './support/own-market.ts';
import { announced, Exchange, toast, untilMet } from './support/screen.ts';

/** Bitcoin so expensive that a book holds a twentieth of what is sold here: an order is filled in part at most. */
const THIN: FeedFile = { minutes: 240, price: 20_000_000, range: 8_000 };
const [BELOW_EVERY_BID, ABOVE_EVERY_BID] = ['19500000', '20900000'];

const more = (exchange: Exchange) => exchange.form.getByRole('button', { name: /^More/ });
const kind = (exchange: Exchange, name: string) => exchange.form.getByRole('radio', { name });
/** Confirms a last look as a screen reader sets its slide. */
const confirm = (page: Page) => page.getByRole('slider', { name: 'Slide to confirm' }).fill('100');
const rows = (page: Page) => page.getByRole('list', { name: 'Spot orders' }).getByRole('listitem');

test('what does not rest is filled at once or says why not, and only what adds to the book is post only', async ({
  browser,
}) => {
  await onOwnMarket(browser, { feed: THIN }, enterDemo, async ({ page, member }) => {
    const exchange = new Exchange(page);
    await exchange.open();
    await exchange.choose('Sell', 'Limit');
    await expect(more(exchange)).toHaveAttribute('aria-expanded', 'false');
    await more(exchange).click();
    await expect(kind(exchange, 'Good till cancelled (GTC)')).toBeChecked();
    await expect(kind(exchange, 'Fill or kill (FOK)')).toHaveAccessibleDescription(
      'Fills in full at once, or not at all.',
    );

    // Larger than the book: not a part of it is sold, and what was written is there for another try.
    await kind(exchange, 'Fill or kill (FOK)').check();
    await exchange.price.fill(BELOW_EVERY_BID);
    await exchange.quantity.fill('1');
    await exchange.meet(async () => {
      await exchange.submit.click();
      await expect(tradeLook(page)).toContainText(/Time in force\s*Fill or kill \(FOK\)/);
      await confirm(page);
    });
    const { result } = exchange;
    await expect(result).toContainText('Not filled');
    await expect(result).toContainText('nothing was filled. The order was cancelled.');
    await expect(toast(page, 'Order placed')).toHaveCount(0);
    await exchange.done();
    await expect(exchange.quantity).toHaveValue('1');

    // As much as the book takes, and no more.
    await kind(exchange, 'Immediate or cancel (IOC)').check();
    await exchange.meet(async () => {
      await exchange.submit.click();
      await expect(tradeLook(page)).toContainText('Immediate or cancel (IOC)');
      await confirm(page);
    });
    await expect(result).toContainText('Partially filled');
    const { list } = await member.obtain('tradegetOrderList', { status: '3', limit: '1' });
    const sold = list[0]?.coinnum.replace(/0+$/, '') ?? '';
    expect(Number(sold)).toBeGreaterThan(0);
    await expect(result).toContainText(`${sold} of 1 BTC filled at once. The rest was cancelled.`);
    await expect(result.getByRole('listitem').first()).toBeVisible();
    await exchange.done();
    await expect(exchange.quantity).toHaveValue('');

    await kind(exchange, 'Post only').check();
    await exchange.price.fill(BELOW_EVERY_BID);
    await exchange.quantity.fill('0.0001');
    await exchange.meet();
    await expect(result).toContainText('Choose a higher price or another time in force.');
    await exchange.done();
    await expect(exchange.openOrders).toContainText('No open orders');
    await exchange.price.fill(ABOVE_EVERY_BID);
    await exchange.send();
    await expect(exchange.openOrders.getByRole('listitem')).toContainText('Post only');

    // Folded away it still says what is chosen; another mode ends it.
    await more(exchange).click();
    await expect(kind(exchange, 'Post only')).toHaveCount(0);
    await expect(more(exchange)).toHaveText(/Post only$/);
    await exchange.choose('Sell', 'Market');
    await expect(more(exchange)).toHaveCount(0);
    await exchange.choose('Sell', 'Limit');
    await expect(more(exchange)).toHaveText('More');

    await page.goto('/trade-lst');
    await expect(rows(page)).toHaveText([/Sell · Limit.*Post only/]);
    await page.getByRole('tab', { name: 'Cancelled' }).click();
    await expect(rows(page)).toHaveText([/Post only/, /Immediate or cancel \(IOC\)/, /Fill or kill \(FOK\)/]);
  });
});

test.describe('a member', () => {
  test.use({ as: 'member' });

  test.describe('on a desktop', () => {
    test.use({ isMobile: false, hasTouch: false, viewport: { width: 1280, height: 800 } });

    test('by the keyboard alone a kind is found behind More, chosen by the arrows, and sent by Enter', async ({
      page,
      member,
    }) => {
      const exchange = new Exchange(page);
      await exchange.open();
      await pressOn(page, more(exchange));
      await inOrder(page, /^textbox "Price, USDT"/, /^button "More"/, /^radio "Good till/, /^textbox "Amount, BTC"/);
      await page.keyboard.press('Tab');
      await expect(kind(exchange, 'Good till cancelled (GTC)')).toBeFocused();
      await page.keyboard.press('ArrowUp');
      await expect(kind(exchange, 'Post only')).toBeChecked();
      // A choice takes no letters: the keys of the sides are the page's.
      await page.keyboard.press('s');
      await expect(exchange.form.getByRole('button', { name: 'Sell' })).toHaveAttribute('aria-pressed', 'true');
      await page.keyboard.press('b');
      await exchange.price.focus();
      await writeInto(page, exchange.price, '400000');
      await writeInto(page, exchange.quantity, '0.01');
      await expect(exchange.submit).toBeEnabled();
      await exchange.meet(() => page.keyboard.press('Enter'));
      await announced(page, 'Order placed');
      await notLost(page);
      expect((await member.obtain('tradegetOrderList')).list).toMatchObject([{ kind: 4, status: 1, type: 1 }]);
      await expect(exchange.openOrders.getByRole('listitem')).toContainText('Post only');
      expect(await complaints(page)).toEqual([]);
    });
  });

  test('in Arabic the kinds, a result and the lists stand from the right, and nothing is cut', async ({ page }) => {
    const words = readMessages('ar');
    const word = (key: string): string => (words.get(key) ?? '').replace('{coin}', 'USDT');
    await page.addInitScript(() => localStorage.setItem('language', 'ar'));
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/exchange?currentSymbol=btcusdt&name=BTC%2FUSDT');
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    const send = page.locator('main button[type=submit]');
    await expect(send).toBeEnabled();
    await page.getByRole('button', { name: word('spot.kind.more') }).click();
    await page.getByRole('radio', { name: word('spot.kind.maker') }).check();
    expect(await page.evaluate<string[]>(LAYOUT)).toEqual([]);
    expect(await complaints(page)).toEqual([]);

    await page.getByRole('textbox', { name: word('spot.form.price') }).fill('510000');
    await page.getByRole('textbox', { name: `${word('spot.form.quantity')}, BTC` }).fill('0.001');
    await untilMet(page, 'upbbbuy', () => send.click());
    const result = page.getByRole('dialog');
    await expect(result).toContainText(word('spot.kind.maker'));
    await expect(result).toContainText(word('spot.orders.notFilled'));
    expect(await page.evaluate<string[]>(LAYOUT)).toEqual([]);
    expect(await complaints(page)).toEqual([]);
    await result.getByRole('button', { name: word('spot.result.done') }).click();
    await expect(result).toBeHidden();

    await page.goto('/trade-lst');
    await page.getByRole('tab', { name: word('spot.orders.tabCancelled') }).click();
    await expect(page.getByRole('list', { name: word('spot.orders.title') }).getByRole('listitem')).toContainText(
      word('spot.kind.maker'),
    );
    expect(await page.evaluate<string[]>(LAYOUT)).toEqual([]);
  });
});

import { minus, parseAmount, type Amount } from '@plimsoll/money';
import type { FeedFile } from './support/feed-file.ts';
import { WIDE } from './support/fonts.ts';
import { expect, test } from './support/journey.ts';
import { LAYOUT } from './support/layout.ts';
import { slide } from './support/last-look.ts';
import { enterDemo, type Member } from './support/member.ts';
import { onOwnMarket } from './support/own-market.ts';
import { announced, digitsOf, dismiss, Exchange, isClosed, onHome } from './support/screen.ts';

const exact = (text: string): Amount => {
  const value = parseAmount(text);
  if (value === null) throw new Error(`${text} is no amount`);
  return value;
};

const BITCOIN = { m_id: '1' };

test.describe('with demo funds', () => {
  test.use({ as: 'newcomer' });

  test('a newcomer claims demo funds from the panel, once a day, and has them at home and to trade with', async ({
    page,
    member,
  }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Plimsoll, open member menu' }).click();
    await page.getByRole('button', { name: /^Demo funds/ }).click();
    await announced(page, 'Demo funds added');
    await page.getByRole('button', { name: /^Demo funds/ }).click();
    await announced(page, 'You have already received today’s demo funds');
    expect((await member.obtain('getUserBalanceList')).all_price).toBe('10000.00000000');
    await page.getByRole('dialog', { name: 'Account' }).getByRole('button', { name: 'Close' }).click();
    await isClosed(page);
    await expect(onHome(page, '10,000.00')).toBeVisible();
    const exchange = new Exchange(page);
    await exchange.open();
    await expect(exchange.available).toHaveText('10,000.00000000');
  });
});

test.describe('a member', () => {
  test.use({ as: 'member' });

  const shown = async (exchange: Exchange, member: Member, side: 'Buy' | 'Sell'): Promise<void> => {
    await exchange.form.getByRole('button', { name: side, exact: true }).click();
    await expect(async () => {
      const { usdt_balance, coin_balance } = await member.obtain('getMarketBalance', BITCOIN);
      expect(await digitsOf(exchange.available)).toBe(side === 'Buy' ? usdt_balance : coin_balance);
    }).toPass();
  };

  test('buys and sells at a limit and at the market, and every balance on screen is the server’s to the last digit', async ({
    page,
    member,
  }) => {
    const exchange = new Exchange(page);
    await exchange.open();
    await shown(exchange, member, 'Buy');

    // A limit above the market is filled at once, at the better price.
    await exchange.placeLimit('Buy', '505000', '0.0123');
    await exchange.done();
    // Where it takes two levels, each fill's fee is rounded by itself.
    await expect
      .poll(async () => (await member.obtain('getMarketBalance', BITCOIN)).coin_balance)
      .toMatch(/^0\.012287(?:69|70|71)$/);
    await shown(exchange, member, 'Buy');
    await shown(exchange, member, 'Sell');

    await exchange.choose('Buy', 'Market');
    await exchange.amount.fill('1234.56');
    await exchange.send();
    await exchange.done();
    await expect.poll(async () => (await member.obtain('tradegetOrderList', { status: '2' })).list.length).toBe(2);
    await shown(exchange, member, 'Buy');

    await exchange.placeLimit('Sell', '495000', '0.0034');
    await exchange.done();
    await shown(exchange, member, 'Sell');

    await exchange.choose('Sell', 'Market');
    await exchange.quantity.fill('0.002');
    await exchange.send();
    await exchange.done();
    await expect.poll(async () => (await member.obtain('tradegetOrderList', { status: '2' })).list.length).toBe(4);
    await shown(exchange, member, 'Sell');
    await shown(exchange, member, 'Buy');
  });

  test('an open order holds its cost, and releases it when cancelled', async ({ page, member }) => {
    const exchange = new Exchange(page);
    await exchange.open();
    await exchange.placeLimit('Buy', '400000.01', '0.01');
    await expect(exchange.available).toHaveText('5,999.99990000');
    await expect(exchange.openOrders.getByRole('listitem')).toHaveCount(1);
    await expect(exchange.openOrders).toContainText('400,000.010000');
    await exchange.openOrders.getByRole('button', { name: /^Cancel/ }).click();
    await announced(page, 'Order cancelled');
    await expect(exchange.openOrders).toContainText('No open orders');
    await expect(exchange.available).toHaveText('10,000.00000000');
    expect((await member.obtain('tradegetOrderList', { status: '3' })).list).toHaveLength(1);
  });

  test('more than the balance is reported and cleared, and an incomplete form names what is missing; neither is sent', async ({
    page,
  }) => {
    let sent = 0;
    await page.route('**/api/upbbbuy', (route) => {
      sent += 1;
      return route.continue();
    });
    const exchange = new Exchange(page);
    await exchange.open();
    await exchange.price.fill('500000');
    await exchange.quantity.fill('1');
    await dismiss(page, 'Available balance insufficient');
    await expect(exchange.quantity).toHaveValue('');
    await exchange.submit.click();
    await dismiss(page, 'Enter order amount');
    await exchange.price.fill('');
    await exchange.submit.click();
    await dismiss(page, 'Enter order price');
    await exchange.choose('Buy', 'Market');
    await exchange.amount.fill('10000.00000001');
    await dismiss(page, 'Available balance insufficient');
    await expect(exchange.amount).toHaveValue('');
    await exchange.submit.click();
    await dismiss(page, 'Enter order total');
    await exchange.choose('Sell', 'Limit');
    await exchange.quantity.fill('0.0001');
    await expect(exchange.quantity).toHaveValue('');
    expect(sent).toBe(0);
  });

  test('quantity and amount follow each other, shares fill them, and the price moves by a cent', async ({ page }) => {
    const exchange = new Exchange(page);
    await exchange.open();
    await exchange.price.fill('400000');
    await exchange.quantity.fill('0.01');
    await expect(exchange.amount).toHaveValue(/^4,?000$/);
    await exchange.form.getByRole('button', { name: /^Raise the price/ }).click();
    await expect(exchange.price).toHaveValue(/^400,?000\.01$/);
    await expect(exchange.amount).toHaveValue(/^4,?000\.0001$/);
    await exchange.form.getByRole('button', { name: /^Lower the price/ }).click();
    await exchange.amount.fill('2000');
    await expect(exchange.quantity).toHaveValue('0.005');
    for (const [share, quantity] of [
      ['25%', '0.00625'],
      ['50%', '0.0125'],
      ['75%', '0.01875'],
      ['100%', '0.025'],
    ] as const) {
      await exchange.form.getByRole('button', { name: share }).click();
      await expect(exchange.quantity).toHaveValue(quantity);
    }
  });

  test('a price tapped in the book stands in the form, and the book shows five and five, or nine of a side', async ({
    page,
  }) => {
    const exchange = new Exchange(page, 'ETH');
    await exchange.open();
    await expect(exchange.side('Sell orders')).toHaveCount(5);
    await expect(exchange.side('Buy orders')).toHaveCount(5);
    // The book may change before the tap: the row under the finger counts.
    await expect(async () => {
      const row = exchange.side('Buy orders').last();
      const price = (await row.innerText()).split('\n')[0] ?? '';
      expect(price).toMatch(/^[\d,]+\.\d{6}$/);
      await row.click();
      expect((await exchange.price.inputValue()).replaceAll(',', '')).toBe(
        price.replace(/0{4}$/, '').replaceAll(',', ''),
      );
    }).toPass();
    const depth = page.getByRole('combobox', { name: /depth/i });
    await depth.selectOption({ label: '9 sell' });
    await expect(exchange.side('Sell orders')).toHaveCount(9);
    await expect(exchange.side('Buy orders')).toHaveCount(0);
    await depth.selectOption({ label: '9 buy' });
    await expect(exchange.side('Buy orders')).toHaveCount(9);
  });

  test('a price of the book has its six places beside the amount on any phone, in a wide font too', async ({
    page,
  }) => {
    const level = (price: string) => ({ price, amount: '12.34560000' });
    const book = {
      sell: ['123456.78000000', '123457.00000000', '123999.99000000', '999999.99000000', '1234567.89000000'].map(level),
      buy: ['97421.01000000', '97421.00000000', '97420.90000000', '97400.00000000', '10000.00000000'].map(level),
    };
    await page.route('**/api/getHuoBiTradeFromRedis', (route) =>
      route.fulfill({ json: { code: 1, msg: 'Done', data: book } }),
    );
    const exchange = new Exchange(page);
    await exchange.open();
    const rows = page.getByRole('region', { name: 'Order book' }).getByRole('listitem').getByRole('button');
    await expect(exchange.side('Sell orders').last()).toContainText('123,456.78');
    /** How high rows are that have no seven digits before the point. */
    const heights = () =>
      rows.evaluateAll((all) =>
        all.flatMap((row) => (/\d,\d{3},/.test(row.textContent) ? [] : [row.getBoundingClientRect().height])),
      );
    const setFonts = (isWide: boolean) =>
      page.evaluate(
        ([fonts, isSet]) => {
          for (const [name, value] of Object.entries(fonts))
            document.documentElement.style.setProperty(name, isSet ? value : '');
        },
        [WIDE, isWide] as const,
      );
    for (const width of [360, 375, 390, 412, 430]) {
      await page.setViewportSize({ width, height: 844 });
      for (const text of await rows.allInnerTexts()) expect(text, `at ${width}`).toMatch(/^[\d,]+\.\d{6}\n12\.34560\n/);
      for (const isWide of [false, true]) {
        await setFonts(isWide);
        expect(await heights(), `at ${width}`).toEqual(Array.from({ length: 9 }, () => 25));
      }
      await setFonts(false);
      expect(await page.evaluate<string[]>(LAYOUT), `at ${width}`).toEqual([]);
    }
  });

  test('another market is chosen from the panel, by name', async ({ page }) => {
    const exchange = new Exchange(page);
    await exchange.open();
    await page.getByRole('button', { name: 'All markets' }).click();
    const panel = page.getByRole('dialog', { name: 'Markets' });
    await panel.getByRole('searchbox').fill('eth');
    await expect(panel.getByRole('listitem')).toHaveCount(2);
    await panel.getByRole('link', { name: /^ETH\/USDT/ }).click();
    await expect(page).toHaveURL(/currentSymbol=ethusdt/);
    await expect(new Exchange(page, 'ETH').submit).toBeVisible();
    await expect(panel).toBeHidden();
  });
});

/**
 * Bitcoin so expensive that a book holds a twentieth of what the demo member sells, more than a member may deal for in
 * the minutes of a journey: a crossing order is filled in part only.
 */
const THIN: FeedFile = { minutes: 240, price: 20_000_000, range: 8_000 };
/** Within a twentieth of the best, or the app would ask for confirmation. */
const BELOW_EVERY_BID = '19500000';

test('an order larger than the whole book fills in part and waits, and keeps its fills when cancelled', async ({
  browser,
}) => {
  await onOwnMarket(browser, { feed: THIN }, enterDemo, async ({ page, member }) => {
    const exchange = new Exchange(page);
    await exchange.open();
    const before = await member.obtain('getMarketBalance', BITCOIN);
    await exchange.choose('Sell', 'Limit');
    await exchange.price.fill(BELOW_EVERY_BID);
    // What the member's minute allows for, a hundredth of a bitcoin, is then well above a whole percent of it.
    await exchange.quantity.fill('0.5');
    await exchange.submit.click();
    // So large a trade is looked at.
    await slide(page, 'Slide to confirm');
    await dismiss(page, 'Order placed');
    const row = exchange.openOrders.getByRole('listitem').first();
    await expect(row.getByText(/^[1-9]\d?%$/)).toBeVisible();
    // Partly filled, it runs in the strip of every screen with tabs, one tap from the list of orders.
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    const strip = page.getByRole('region', { name: 'In progress' });
    await strip.getByRole('link', { name: /^BTC Sell · Limit [1-9]\d?% filled$/ }).click();
    await expect(page).toHaveURL('/trade-lst');
    await page.goBack();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Trade' }).click();
    await row.getByRole('button', { name: /^Cancel/ }).click();
    await announced(page, 'Order cancelled');

    const [order] = (await member.obtain('tradegetOrderList', { status: '3', limit: '1' })).list;
    const sold = exact(order?.coinnum ?? '');
    expect(sold > 0n && sold < exact('0.5')).toBe(true);
    const after = await member.obtain('getMarketBalance', BITCOIN);
    expect(minus(exact(before.coin_balance), exact(after.coin_balance))).toBe(sold);
    await exchange.choose('Sell', 'Limit');
    await expect.poll(() => digitsOf(exchange.available)).toBe(after.coin_balance);
    await page.goto('/trade-lst');
    await page.getByRole('tab', { name: 'Cancelled' }).click();
    await expect(page.getByRole('list', { name: 'Spot orders' }).getByRole('listitem').first()).toContainText(
      order?.coinnum ?? '',
    );
  });
});

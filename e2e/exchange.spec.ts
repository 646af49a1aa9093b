import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { PASSWORD } from './support/member.ts';
import { announced, digitsOf, dismiss, untilMet } from './support/screen.ts';

test.use({ as: 'member' });

const PAY = 'Anchor7down';
const amount = (page: Page): Locator => page.getByRole('textbox', { name: /^Amount, / });
const submit = (page: Page): Locator => page.getByRole('button', { name: /^Convert/ });
const total = (page: Page): Locator =>
  page.getByRole('region', { name: 'Conversion summary' }).locator('dl > div').last().locator('dd');

async function choose(page: Page, side: 'give' | 'receive', coin: string): Promise<void> {
  await page.getByRole('button', { name: side === 'give' ? /^From, / : /^To, / }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${coin}\\b`) })
    .click();
  await expect(page.getByRole('button', { name: `${side === 'give' ? 'From' : 'To'}, ${coin}` })).toBeVisible();
}

test('a member without a payment password sets one, returns, and converts at the shown price', async ({
  page,
  member,
}) => {
  await page.goto('/exchangeb');
  await expect(page).toHaveTitle('Plimsoll · Convert');
  await expect(page.getByRole('button', { name: 'From, USDT' })).toBeVisible();
  await amount(page).fill('1');
  await submit(page).click();
  await announced(page, 'You have no payment password yet');
  await page.getByRole('link', { name: 'Set payment password' }).click();
  await page.getByRole('textbox', { name: 'Login password' }).fill(PASSWORD);
  await page.getByRole('textbox', { name: 'New payment password' }).fill(PAY);
  await page.getByRole('textbox', { name: 'Confirm new password' }).fill(PAY);
  await page.getByRole('button', { name: 'Set payment password' }).click();
  await dismiss(page, 'Payment password saved');

  await choose(page, 'receive', 'BTC');
  await amount(page).fill('10000.01');
  await expect(amount(page)).toHaveAccessibleDescription('Available balance insufficient');
  await page.getByRole('button', { name: 'Use all available' }).click();
  await expect(submit(page)).toHaveText('Convert 10,000.00 USDT');
  await amount(page).fill('5000');
  await expect(page.getByText('Spread, 0.2%')).toBeVisible();
  await expect(total(page)).toHaveText(/^0\.0\d{7} BTC$/);
  // What was set on the way is written into the form that asked for it.
  await expect(page.getByRole('textbox', { name: 'Payment password' })).toHaveValue(PAY);
  await page.getByRole('textbox', { name: 'Payment password' }).fill('');
  await submit(page).click();
  await announced(page, 'Enter your payment password');
  await page.getByRole('textbox', { name: 'Payment password' }).fill('Wrong2026');
  // A busy machine may refuse a stale price before it checks the password.
  await expect(async () => {
    await submit(page).click();
    await expect(page.getByRole('textbox', { name: 'Payment password' })).toHaveAccessibleDescription(
      'Incorrect payment password',
      { timeout: 5000 },
    );
  }).toPass();
  await page.getByRole('textbox', { name: 'Payment password' }).fill(PAY);
  await untilMet(page, 'exchangeCoin', () => submit(page).click());
  await dismiss(page, 'Converted');
  await expect(page.getByText(/^You received 0\.0\d+ BTC$/)).toBeVisible();
  // The mark that bounded it links to the public tape.
  const mark = page.getByRole('link', { name: /^BTCUSDT mark price: [\d,.]+, number [\d,]+$/ });
  const onTape = (await (await page.request.get((await mark.getAttribute('href')) ?? '')).json()) as {
    data: { list: { market: string; price: string }[] };
  };
  expect(onTape.data.list).toMatchObject([{ market: 'btcusdt' }]);
  const shown = /mark price: ([\d,.]+),/.exec((await mark.textContent()) ?? '')?.[1]?.replaceAll(',', '');
  expect(Number(shown)).toBe(Number(onTape.data.list[0]?.price));
  await expect(amount(page)).toHaveValue('');

  const coins = await member.obtain('getCanExchangeCoin', { type: '1' });
  const balance = (title: string) => coins.find((coin) => coin.title === title)?.balance;
  expect(balance('USDT')).toBe('5000.00000000');
  expect(Number(balance('BTC'))).toBeGreaterThan(0);
  expect(Number(await digitsOf(page.getByText(/^You received/)))).toBe(Number(balance('BTC')));
  const { list } = await member.obtain('getBillList');
  expect(
    list
      .slice(0, 2)
      .map(({ remark }) => remark)
      .sort(),
  ).toEqual(['Converted, paid', 'Converted, received']);
});

test('coins without a market of their own go through USDT, the spread applies twice, and the two coins can be swapped', async ({
  page,
}) => {
  await page.goto('/exchangeb');
  await choose(page, 'receive', 'XRP');
  await choose(page, 'give', 'BTC');
  await expect(page.getByText('Spread per step, 0.2%')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Conversion summary' })).toContainText('BTCUSDTXRP');
  await page.getByRole('button', { name: 'Swap coins' }).click();
  await expect(page.getByRole('button', { name: 'From, XRP' })).toBeVisible();
  await page.getByRole('button', { name: 'Options', exact: true }).click();
  await expect(page).toHaveURL('/exchangeb?type=2');
  await page.getByRole('button', { name: 'Use all available' }).click();
  await expect(amount(page)).toHaveAccessibleDescription('Available balance insufficient');
});

test('an amount beyond the order book is reported before sending, and a large one has the price of the walk', async ({
  page,
}) => {
  await page.route('**/api/getHuoBiTradeFromRedis', (route) =>
    route.fulfill({
      json: {
        code: 1,
        msg: '',
        data: {
          buy: [],
          sell: [
            { price: '1000000.00000000', amount: '0.00200000' },
            { price: '2000000.00000000', amount: '0.00100000' },
          ],
        },
      },
    }),
  );
  await page.goto('/exchangeb');
  await choose(page, 'receive', 'BTC');
  await amount(page).fill('3000');
  // Two thousandths at a million, a half of a thousandth at two.
  await expect(total(page)).toHaveText('0.00250000 BTC');
  await amount(page).fill('4000.01');
  await expect(amount(page)).toHaveAccessibleDescription(
    'More than the order book can fill now. Enter a smaller amount',
  );
  await expect(total(page)).toHaveText('-- BTC');
  await submit(page).click();
  await announced(page, 'More than the order book can fill now. Enter a smaller amount');
});

test('while a price is not fresh nothing is estimated and the button says why', async ({ page }) => {
  await page.route('**/api/getCanExchangeCoin', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { price: unknown; markets: { mid: unknown }[] }[] };
    await route.fulfill({
      response,
      json: {
        ...answer,
        data: answer.data.map((coin) => ({
          ...coin,
          price: null,
          markets: coin.markets.map((market) => ({ ...market, mid: null })),
        })),
      },
    });
  });
  await page.goto('/exchangeb');
  await amount(page).fill('10');
  await expect(total(page)).toHaveText('-- BTC');
  await expect(page.getByRole('button', { name: 'Waiting for live prices' })).toBeDisabled();
});

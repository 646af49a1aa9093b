import type { Settings } from '@plimsoll/contract';
import type { Locator, Page, Route } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { announced, digitsOf, dismiss } from './support/screen.ts';
import { account, available, moveBehind, MoveFunds, rows } from './support/wallet.ts';

test.use({ as: 'member' });

async function withSwitches(page: Page, switches: Partial<Settings>): Promise<void> {
  await page.route('**/api/getSetting', async (route: Route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: Settings };
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, ...switches } } });
  });
}

const head = (page: Page): Locator =>
  page.locator('main section').filter({ hasText: 'Available' }).locator('p').first();

test('funds moved to options and back show in both accounts, their bills and the records', async ({ page, member }) => {
  await page.goto('/assets');
  await expect(page).toHaveTitle('Plimsoll · Assets');
  await expect(page.getByRole('region', { name: 'Funds' })).toContainText('10,000.00000000');
  await expect(page.getByRole('region', { name: 'Options' })).toContainText('No balance in this account');
  await page.getByRole('link', { name: 'Transfer', exact: true }).click();

  const move = new MoveFunds(page);
  await expect(move.picked('From')).toHaveText('Funds');
  await expect(move.picked('To')).toHaveText('Options');
  await move.amount.fill('2500.25');
  await expect(move.total('Options')).toHaveText('2,500.25000000 USDT');
  await expect(move.submit).toHaveText('Transfer 2,500.25 USDT');
  await move.submit.click();
  await dismiss(page, 'Transfer completed');
  await expect(move.amount).toHaveValue('');
  expect(await available(member)).toEqual({ 1: '7499.75000000', 2: '2500.25000000', 3: '0.00000000' });

  await move.form.getByRole('button', { name: 'Swap accounts' }).click();
  await expect(move.picked('From')).toHaveText('Options');
  // What "all" is, is computed of the balances that the page has.
  await move.amount.fill('1');
  await expect(move.total('Funds')).toHaveText('7,500.75000000 USDT');
  await move.amount.fill('');
  await move.form.getByRole('button', { name: 'Transfer all available' }).click();
  await expect(move.amount).toHaveValue(/^2,?500\.25$/);
  await move.amount.fill('500.25');
  await move.submit.click();
  // The words of the first transfer may still stand there, so they say nothing of the second.
  await expect.poll(() => available(member)).toMatchObject({ 1: '8000.00000000', 2: '2000.00000000' });

  await page.getByRole('link', { name: 'Transfer history' }).click();
  await expect(rows(page, 'Transfers')).toHaveText([
    /^Options to Funds500\.25000000 USDT.*Completed$/,
    /^Funds to Options2,500\.25000000 USDT.*Completed$/,
  ]);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(move.amount).toBeVisible();

  await page.goto('/assets');
  await page.getByRole('tab', { name: 'Options' }).click();
  await expect(page).toHaveURL('/assets?type=2');
  await expect(page.getByText('Options, total')).toBeVisible();
  await rows(page, 'Coins').filter({ hasText: 'USDT' }).getByRole('link').click();
  await expect(page).toHaveURL('/trade-account?id=1&name=USDT&type=2&usd=2000.00000000&conversion=2000.00000000');
  await expect(page.getByRole('heading', { name: 'USDT Options' })).toBeVisible();
  await expect(head(page)).toHaveText('2,000.00000000');
  await expect(rows(page, 'Transactions')).toHaveText([
    /^Transfer to Funds−500\.25000000/,
    /^Transfer from Funds\+2,500\.25000000/,
  ]);
  await expect(page.getByRole('tab')).toHaveText(['Transactions', 'Withdrawals', 'Deposits']);

  await page.goto(account('1'));
  await expect(head(page)).toHaveText('8,000.00000000');
  await expect(rows(page, 'Transactions')).toHaveText([
    /^Transfer from Options\+500\.25/,
    /^Transfer to Options−2,500\.25/,
    /^Demo funds\+10,000\.00000000/,
  ]);
});

test('an open account shows changes of its balance and new bills by itself', async ({ page, member }) => {
  await page.goto(account('2'));
  await expect(page.getByText('No transactions yet')).toBeVisible();
  await expect(head(page)).toHaveText('0.00000000');
  await moveBehind(member, '12.00000001');
  await expect(head(page)).toHaveText('12.00000001');
  await expect(rows(page, 'Transactions')).toHaveCount(1);
  await expect(rows(page, 'Transactions').first()).toContainText('+12.00000001');
  await moveBehind(member, '2', '2', '1');
  await expect(head(page)).toHaveText('10.00000001');
  await expect(rows(page, 'Transactions')).toHaveCount(2);
});

test('bills longer than a page load by scrolling, and say where they end', async ({ page, member }) => {
  for (let num = 1; num <= 12; num += 1) await moveBehind(member, String(num));
  const asked: (string | null)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/getBillList'))
      asked.push(new URLSearchParams(request.postData() ?? '').get('page'));
  });
  await page.goto(account('1'));
  await expect(rows(page, 'Transactions').first()).toContainText('Transfer to Options');
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(rows(page, 'Transactions')).toHaveCount(13, { timeout: 200 });
  }).toPass();
  await expect(page.getByText('No more records')).toBeVisible();
  expect(asked).toEqual(['1', '2']);
});

test('figures are hidden by six asterisks, on every screen of the wallet and on the next visit, until they are shown again', async ({
  page,
  member,
}) => {
  await moveBehind(member, '1234.5');
  const seen = () => page.locator('main').innerText();
  await page.goto('/assets?type=1');
  await expect(page.getByText('8,765.50').first()).toBeVisible();
  await page.getByRole('button', { name: 'Hide balances' }).click();
  await expect(page.locator('main .mask').first()).toHaveText('******');
  expect(await seen()).not.toMatch(/8,765|\d\.\d/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Show balances' })).toBeVisible();
  expect(await seen()).not.toMatch(/\d\.\d/);
  await page.getByRole('tab', { name: 'All' }).click();
  expect(await seen()).not.toMatch(/\d\.\d/);
  await page.goto(account('1'));
  await expect(rows(page, 'Transactions')).toHaveCount(2);
  expect(await seen()).not.toMatch(/\d\.\d/);
  await page.getByRole('button', { name: 'Show balances' }).click();
  await expect(head(page)).toHaveText('8,765.50000000');
});

test('zero balances can be hidden, and an account with nothing else says so', async ({ page }) => {
  await page.goto('/assets?type=1');
  await expect(rows(page, 'Coins').first()).toBeVisible();
  expect(await rows(page, 'Coins').count()).toBeGreaterThan(10);
  await page.getByRole('checkbox', { name: 'Hide zero balances' }).check();
  await expect(rows(page, 'Coins')).toHaveText(/^USDT10,000\.00000000≈ \$10,000\.00$/);
  await page.getByRole('tab', { name: 'Options' }).click();
  await page.getByRole('checkbox', { name: 'Hide zero balances' }).check();
  await page.getByRole('button', { name: 'Show all coins' }).click();
  expect(await rows(page, 'Coins').count()).toBeGreaterThan(10);
});

test.describe('switched off', () => {
  test('without quant there is no tab of it, and no link to it', async ({ page }) => {
    await withSwitches(page, { quantize_switch: 0 });
    await page.route('**/api/getUserBalanceList', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { data: { coinList: { type: number }[] } };
      await route.fulfill({
        response,
        json: { ...answer, data: { ...answer.data, coinList: answer.data.coinList.filter(({ type }) => type !== 3) } },
      });
    });
    await page.goto('/assets');
    await expect(page.getByRole('region', { name: 'Options' })).toBeVisible();
    await expect(page.getByRole('tab')).toHaveText(['All', 'Funds', 'Options']);
    const move = new MoveFunds(page);
    await move.open();
    await expect(move.form.getByRole('combobox', { name: 'To' }).locator('option')).toHaveText(['Funds', 'Options']);
  });

  test('with transfers switched off their links are gone and their page says so; earlier ones are still listed', async ({
    page,
    member,
  }) => {
    await moveBehind(member, '1');
    await withSwitches(page, { account_transfer_status: 0, flash_exchange_status: 0 });
    await page.goto('/assets');
    const ways = page.getByRole('navigation', { name: 'Actions' });
    await expect(ways.getByRole('button')).toHaveText(['Deposit', 'Withdraw']);
    await expect(ways.getByRole('link')).toHaveCount(0);
    await page.goto(account('1'));
    await expect(page.getByRole('navigation', { name: 'Actions' }).locator('a, button')).toHaveText([
      'Deposit',
      'Withdraw',
    ]);
    await page.goto('/changemoney');
    await expect(page.getByRole('heading', { name: 'Transfers are unavailable right now' })).toBeVisible();
    await expect(page.getByRole('form')).toHaveCount(0);
    await page.getByRole('link', { name: 'Transfer history' }).click();
    await expect(rows(page, 'Transfers')).toHaveCount(1);
  });

  for (const path of ['/assets', account('1')]) {
    test(`deposits and withdrawals lead from ${path.split('?')[0]} to customer service, or ask to contact it`, async ({
      page,
      context,
    }) => {
      await withSwitches(page, { recharge_status: 0, withdrawal_status: 0, custom_service: '' });
      await page.goto(path);
      await page.getByRole('button', { name: 'Deposit' }).click();
      await dismiss(page, 'Please contact support');
      await page.getByRole('button', { name: 'Withdraw' }).click();
      await announced(page, 'Please contact support');
      expect(new URL(page.url()).pathname).toBe(path.split('?')[0]);

      await page.unroute('**/api/getSetting');
      await withSwitches(page, { recharge_status: 1, withdrawal_status: 0, custom_service: '/market' });
      // The settings of the last visit are drawn with until those of this one are there.
      await page.evaluate(() => localStorage.removeItem('settings'));
      await page.goto(path);
      const [opened] = await Promise.all([
        context.waitForEvent('page'),
        page.getByRole('button', { name: 'Withdraw' }).click(),
      ]);
      await opened.waitForURL('**/market');
      await opened.close();
      await page.getByRole('button', { name: 'Deposit' }).click();
      await expect(page).toHaveURL('/recharge');
    });
  }
});

test('an address that names no account leads back to the assets', async ({ page }) => {
  await page.goto('/trade-account?id=999&name=NONE&type=1&usd=junk&conversion=junk');
  await expect(page.getByRole('heading', { name: 'Account not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to assets' }).click();
  await expect(page).toHaveURL('/assets');
});

test.describe('a newcomer', () => {
  test.use({ as: 'newcomer' });

  test('finds every account empty, and demo funds beside the balance', async ({ page }) => {
    await page.goto('/assets');
    await expect(page.getByText('No balance in this account')).toHaveCount(3);
    await page.getByRole('button', { name: 'Get demo funds' }).click();
    await expect(page.getByRole('region', { name: 'Funds' })).toContainText('10,000.00000000');
    await expect.poll(() => digitsOf(page.locator('main section').first().locator('p').first())).toBe('10000.00');
  });
});

test.describe('a visitor', () => {
  test.use({ as: 'visitor' });

  test('is sent to the login', async ({ page }) => {
    for (const path of ['/assets', account('1'), '/changemoney']) {
      await page.goto(path);
      await expect(page).toHaveURL('/login');
    }
  });
});

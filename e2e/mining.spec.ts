import type { Page } from '@playwright/test';
import { consoleContext, openScreen } from './support/console-screen.ts';
import { mined } from './support/earning-screens.ts';
import { test } from './support/console-journey.ts';
import { expect } from './support/journey.ts';
import { tradeLook } from './support/last-look.ts';
import { enterConsole, makeOperator, PAY_PASSWORD } from './support/operator.ts';
import { dismiss } from './support/screen.ts';
import { settingsWith } from './support/screens.ts';
import { available, rows } from './support/wallet.ts';
import { watch } from './support/watch.ts';

test.use({ as: 'member' });

const amount = (page: Page) => page.getByRole('textbox', { name: 'Amount, USDT' });
const submit = (page: Page) => page.locator('main button[type=submit]');
const valueOf = (page: Page, term: string) =>
  page.getByRole('region', { name: 'Order summary' }).locator('dl > div').filter({ hasText: term }).locator('dd');

test('a product is chosen, its estimate follows the amount, and what is locked is held and listed', async ({
  page,
  member,
}) => {
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Services' }).getByRole('link', { name: 'Lock mining' }).click();
  await expect(page).toHaveURL('/lockming');
  await expect(page).toHaveTitle('Plimsoll · Lock mining');
  const card = page.getByRole('article').filter({ hasText: 'Cutter 30' });
  await expect(card).toContainText('500 – 10,000 USDT');
  await expect(card).toContainText('0.012%');
  await expect(card).toContainText('30 days, 500.00 earns 1.80');
  await page.getByRole('link', { name: 'Lock in Cutter 30' }).click();
  await expect(page.getByRole('heading', { name: 'Cutter 30' })).toBeVisible();
  await expect(page.locator('main')).toContainText('10,000.00000000');

  await expect(amount(page)).toHaveValue('500');
  await expect(valueOf(page, 'Estimated earnings, 30 days')).toHaveText('1.80000000 USDT');
  await page.getByRole('button', { name: 'Increase amount', exact: true }).click();
  await expect(amount(page)).toHaveValue('600');
  await expect(valueOf(page, 'Daily payout')).toHaveText('0.07200000 USDT');
  await expect(valueOf(page, 'Estimated earnings, 30 days')).toHaveText('2.16000000 USDT');
  await page.getByRole('button', { name: 'Decrease amount', exact: true }).click();
  await page.getByRole('button', { name: 'Decrease amount', exact: true }).click();
  await expect(amount(page)).toHaveValue('500');
  for (const [text, wrong] of [
    ['10001', 'Enter 500 to 10,000 USDT'],
    ['499', 'Enter 500 to 10,000 USDT'],
    ['500.5', 'Enter whole USDT'],
  ] as const) {
    await amount(page).fill(text);
    await submit(page).click();
    await dismiss(page, wrong);
    await expect(amount(page)).toHaveAccessibleDescription(wrong);
    await expect(valueOf(page, 'Daily payout')).toHaveText('--');
  }
  await amount(page).fill('2500');
  await expect(submit(page)).toHaveText('Lock 2,500.00 USDT');
  await submit(page).click();
  // An order is never sent before the last look.
  const look = tradeLook(page);
  await expect(look).toContainText(/Locked until .* It cannot be released earlier\./);
  await expect(look.locator('dl')).toContainText('9.00000000 USDT');
  expect(await member.obtain('getMiningMachineOrders')).toEqual({ list: [] });
  await look.getByRole('button', { name: 'Lock', exact: true }).click();
  await dismiss(page, 'Coins locked');

  await expect(page).toHaveURL('/lockming?tab=orders');
  // It has taken the place of the form.
  await page.goBack();
  await expect(page).toHaveURL('/lockming');
  await page.goForward();
  const order = rows(page, 'Your orders').first();
  await expect(order).toContainText('Active, day 1 of 30');
  await expect(order).toContainText('2,500.00000000 USDT');
  await expect(order).toContainText('9.00000000');
  expect((await available(member))[1]).toBe('7500.00000000');
  const { list } = await member.obtain('getMiningMachineOrders');
  expect(list).toMatchObject([
    { status: 0, amount: '2500.00000000', days: 30, estimated_revenue: '9.00000000', total_revenue: '0.00000000' },
  ]);
  await expect(order).toContainText(`Order no. ${list[0]?.order_num}`);
  await expect(order.getByText(/^Start /)).toBeVisible();
  await expect(order.getByText(/^End /)).toBeVisible();
});

test('an amount beyond the balance is reported before sending', async ({ page, member }) => {
  await member.obtain('transfer', { c_id: '1', num: '9500', from_type: '1', to_type: '2' });
  await page.goto('/lockming-application?id=2');
  await expect(page.locator('main')).toContainText('500.00000000');
  await amount(page).fill('501');
  await submit(page).click();
  await dismiss(page, 'Available balance insufficient');
  expect(await member.obtain('getMiningMachineOrders')).toEqual({ list: [] });
});

test('running and released products are shown with their payments', async ({ page }) => {
  await mined(page);
  await page.goto('/lockming');
  await page.getByRole('tab', { name: 'Orders' }).click();
  const [running, released] = [page.getByRole('article').first(), page.getByRole('article').last()];
  await expect(running).toContainText('Active, day 12 of 30');
  await expect(running).toContainText('35.20000000');
  await expect(running.getByRole('img', { name: '11 of 30 days paid' })).toBeVisible();
  await expect(released).toContainText('Completed');
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Orders' })).toHaveAttribute('aria-selected', 'true');
});

test('while it is switched off the tile is gone and nothing can be locked; a product that is gone leads back', async ({
  page,
}) => {
  await settingsWith({ machine_switch: 0 })(page);
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Deposit' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Lock mining' })).toHaveCount(0);
  await page.goto('/lockming');
  await expect(page.getByText('New orders are closed right now.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Lock in Skiff 7' })).toHaveCount(0);
  await page.goto('/lockming-application?id=1');
  await expect(page.getByText('New orders are closed right now.')).toBeVisible();
  await expect(submit(page)).toHaveCount(0);
  await page.goto('/lockming-application?id=999');
  await page.getByRole('link', { name: 'View all products' }).click();
  await expect(page).toHaveURL('/lockming');
});

test('an operator sees what is locked and staked, with its journal, and what the platform has promised', async ({
  member,
  server,
  browser,
}) => {
  const owner = await enterConsole(server.url);
  const viewer = await makeOperator(server.url, owner, 'v.lookout', 'viewer');
  await member.obtain('resetpay', { logpassword: member.password, newpassword: PAY_PASSWORD });
  const { order_num } = await member.obtain('buyMiningMachine', { id: '2', amount: '2500' });
  const sol = (await member.obtain('getStakingProjects')).list.find(({ coin }) => coin.title === 'SOL');
  await member.obtain('exchangeCoin', {
    type: '1',
    from_coin_id: '1',
    to_coin_id: String(sol?.coin.id),
    amount: '5000',
    paypassword: PAY_PASSWORD,
  });
  const staked = await member.obtain('submitStaking', {
    id: String(sol?.id),
    s_id: String(sol?.staking_info[0]?.id),
    amount: '2',
    paypassword: PAY_PASSWORD,
  });

  const context = await consoleContext(browser, server.url, viewer);
  const trouble = await watch(context);
  const page = await context.newPage();
  await openScreen(page, 'mining-orders');
  await page.getByRole('link', { name: order_num }).click();
  const valueOf = (term: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.getByText(term, { exact: true }) })
      .locator('dd');
  await expect(valueOf('Days paid')).toHaveText('0 / 30');
  await expect(valueOf('Reserved earnings')).toContainText('9.00');
  await expect(page.getByText('Lock mining started')).toBeVisible();
  await openScreen(page, 'staking-orders');
  await page.getByRole('link', { name: staked.order_num }).click();
  await expect(valueOf('Type')).toHaveText('Fixed');
  await expect(page.getByRole('cell', { name: 'Staking started' })).toBeVisible();
  const { coins } = await viewer.call<{ coins: { coin: string; promised: string }[] }>('GET', '/reports/exposure');
  expect(coins.find(({ coin }) => coin === 'SOL')).toMatchObject({ promised: staked.total_revenue });
  expect(trouble.unexpected).toEqual([]);
  await context.close();
});

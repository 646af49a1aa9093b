import type { Page } from '@playwright/test';
import { interceptNothing } from './support/answers.ts';
import { staked } from './support/earning-screens.ts';
import { expect, test } from './support/journey.ts';
import { tradeLook } from './support/last-look.ts';
import { PAY_PASSWORD } from './support/operator.ts';
import { dismiss, untilMet } from './support/screen.ts';
import { settingsWith } from './support/screens.ts';
import { rows } from './support/wallet.ts';

test.use({ as: 'member' });

const card = (page: Page, coin: string) => page.getByRole('article', { name: coin });
const form = (page: Page, coin: string) => page.getByRole('form', { name: `Subscribe ${coin}` });
const valueOf = (page: Page, coin: string, term: string) =>
  form(page, coin).locator('dl > div').filter({ hasText: term }).locator('dd');

test('a duration is chosen, the return is shown before, and a flexible stake is redeemed', async ({ page, member }) => {
  await member.obtain('resetpay', { logpassword: member.password, newpassword: PAY_PASSWORD });
  const coins = await member.obtain('getCanExchangeCoin', { type: '1' });
  const idOf = (coin: string) => String(coins.find(({ title }) => title === coin)?.id);
  await member.obtain('exchangeCoin', {
    type: '1',
    from_coin_id: idOf('USDT'),
    to_coin_id: idOf('TRX'),
    amount: '500',
    paypassword: PAY_PASSWORD,
  });
  await settingsWith({ staking_list_switch: 1 })(page);
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Services' }).getByRole('link', { name: 'Staking' }).click();
  await expect(page).toHaveURL('/staking');
  await expect(page).toHaveTitle('Plimsoll · Staking');
  await expect(card(page, 'SOL')).toContainText('Fixed term');
  await expect(card(page, 'TRX')).toContainText('Flexible, redeem any time');
  await expect(card(page, 'TRX')).toContainText('4.60%');
  await card(page, 'TRX').getByRole('button', { name: /^30 d/ }).click();
  await expect(card(page, 'TRX')).toContainText('5.10%APR');
  await page.getByRole('button', { name: 'Subscribe, TRX' }).click();

  const amount = form(page, 'TRX').getByRole('textbox', { name: 'Amount' });
  const submit = form(page, 'TRX').getByRole('button', { name: /^Subscribe( |$)(?!all)/ });
  await expect(amount).toBeFocused();
  await submit.click();
  await dismiss(page, 'Enter the amount');
  await amount.fill('4');
  await submit.click();
  await dismiss(page, 'Minimum 5 TRX');
  await expect(amount).toHaveAccessibleDescription('Minimum 5 TRX');
  await amount.fill('365');
  await expect(valueOf(page, 'TRX', 'Earnings, 30 days')).toHaveText('1.53000000 TRX');
  await expect(valueOf(page, 'TRX', 'You receive at the end')).toHaveText('366.53000000 TRX');
  await submit.click();
  await dismiss(page, 'Enter your payment password');
  await form(page, 'TRX').getByRole('textbox', { name: 'Payment password' }).fill(PAY_PASSWORD);
  await submit.click();
  await expect(tradeLook(page)).toContainText('366.53000000 TRX');
  // A flexible stake is not locked.
  await expect(tradeLook(page)).not.toContainText('Locked until');
  await tradeLook(page).getByRole('button', { name: 'Subscribe', exact: true }).click();
  await dismiss(page, 'Subscribed');
  await expect(form(page, 'TRX').getByText('365.00 TRX subscribed.')).toBeVisible();
  await expect(amount).toHaveValue('');

  await form(page, 'TRX').getByRole('link', { name: 'View your subscriptions' }).click();
  await expect(page).toHaveURL('/staking-list');
  const stake = rows(page, 'Your subscriptions').first();
  await expect(stake).toContainText('Active');
  await expect(stake).toContainText('365.00000000 TRX');
  await stake.getByRole('button', { name: /^Redeem subscription S/ }).click();
  const sure = page.getByRole('alertdialog', { name: 'Redeem this subscription?' });
  await expect(sure).toContainText('If you keep it to the end, it earns 1.53 TRX.');
  await expect(sure.locator('dl > div').last()).toContainText('365.00');
  await sure.getByRole('button', { name: 'Redeem' }).click();
  await dismiss(page, 'Redeemed');
  await expect(stake).toContainText('Redeemed');
  await expect(stake.getByRole('button')).toHaveCount(0);
  expect((await member.obtain('getStakingOrderList')).list).toMatchObject([
    { status: 2, total_revenue: '0.00000000', days: 30, coin: 'TRX' },
  ]);
});

test('a member without the coin gets it from the form, and returns to it', async ({ page, member }) => {
  await member.obtain('resetpay', { logpassword: member.password, newpassword: PAY_PASSWORD });
  await page.goto('/staking');
  await page.getByRole('button', { name: 'Subscribe, USDT' }).click();
  await expect(form(page, 'USDT')).toContainText('10,000.00000000');
  await expect(form(page, 'USDT').getByRole('link', { name: 'Get USDT' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Subscribe, TRX' }).click();
  await form(page, 'TRX').getByRole('link', { name: 'Get TRX' }).click();
  await expect(page).toHaveURL(/\/exchangeb\?to=\d+&stake=\d+$/);
  await expect(page.getByRole('button', { name: 'To, TRX' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Amount, USDT' }).fill('100');
  await page.getByRole('textbox', { name: 'Payment password' }).fill(PAY_PASSWORD);
  await untilMet(page, 'exchangeCoin', () => page.getByRole('button', { name: /^Convert 100/ }).click());
  await page.getByRole('link', { name: 'Back to staking' }).click();
  await expect(page).toHaveURL(/\/staking\?join=\d+$/);
  await expect(form(page, 'TRX')).toBeVisible();
  await expect(form(page, 'TRX').getByRole('link', { name: 'Get TRX' })).toHaveCount(0);
});

test('the link to one’s stakes is hidden until the site shows it; stakes are listed by status', async ({
  page,
  member,
}) => {
  await page.goto('/staking');
  await expect(card(page, 'SOL')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Your subscriptions' })).toHaveCount(0);
  await settingsWith({ staking_list_switch: 1 })(page);
  await staked(page);
  await page.reload();
  await page.getByRole('link', { name: 'Your subscriptions' }).click();
  await expect(page.getByRole('article')).toHaveCount(4);
  // Only active flexible stakes can be redeemed.
  await expect(page.getByRole('button', { name: /^Redeem subscription/ })).toHaveCount(1);
  await interceptNothing(page);
  await page.getByRole('tab', { name: 'Completed' }).click();
  await expect(page.getByRole('heading', { name: 'No subscriptions with this status' })).toBeVisible();
  expect(await member.obtain('getStakingOrderList')).toEqual({ list: [] });
});

test('while it is switched off the tile is gone and nothing can be joined', async ({ page }) => {
  await settingsWith({ staking_switch: 0 })(page);
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Deposit' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Staking' })).toHaveCount(0);
  await page.goto('/staking');
  await expect(page.getByText('New subscriptions are closed right now.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Subscribe/ })).toHaveCount(0);
});

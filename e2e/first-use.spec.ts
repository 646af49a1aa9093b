import { complaints } from './support/axe.ts';
import { expect, test } from './support/journey.ts';
import { loaded } from './support/loaded.ts';
import { PASSWORD, place, registerMember } from './support/member.ts';

const ENGLISH = {
  account: 'Email or phone',
  password: 'Password',
  submit: 'Log in',
  why: 'Log in to open this page: Deposit',
  deposit: 'Deposit',
} as const;
const ARABIC = {
  account: 'البريد الإلكتروني أو الهاتف',
  password: 'كلمة المرور',
  submit: 'تسجيل الدخول',
  why: 'سجّل الدخول لفتح هذه الصفحة: إيداع',
  deposit: 'إيداع',
} as const;

for (const [language, words] of [
  ['en', ENGLISH],
  ['ar', ARABIC],
] as const) {
  test(`the login says why it is asked and leads to where the visitor was going: ${language}`, async ({
    page,
    server,
  }) => {
    const { email } = await registerMember(server.url, { funded: false });
    await page.addInitScript((code) => localStorage.setItem('language', code), language);
    await page.goto('/');
    await page.getByRole('main').getByRole('link', { name: words.deposit }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByText(words.why)).toBeVisible();
    await page.getByRole('textbox', { name: words.account }).fill(email);
    await page.getByRole('textbox', { name: words.password }).fill(PASSWORD);
    await loaded(page, () => page.getByRole('button', { name: words.submit, exact: true }).click());
    await expect(page).toHaveURL('/recharge');
    await expect(page.getByRole('heading', { name: words.deposit, exact: true })).toBeVisible();
  });
}

test('who registers on the way to a page arrives there too, with what its address says', async ({ page }) => {
  await page.goto('/exchangeb?to=2');
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Log in to open this page: Convert')).toBeVisible();
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByText('Log in to open this page: Convert')).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill(`way-${Date.now()}@quay.example`);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(PASSWORD);
  await loaded(page, () => page.getByRole('button', { name: 'Create account' }).click());
  await expect(page).toHaveURL('/exchangeb?to=2');
});

test('who turns back home and logs in from there is asked nothing and stays home', async ({ page, server }) => {
  const { email } = await registerMember(server.url, { funded: false });
  await page.goto('/assets');
  await expect(page.getByText('Log in to open this page: Assets')).toBeVisible();
  await page.goto('/');
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(page.getByRole('textbox', { name: 'Email or phone' })).toBeVisible();
  await expect(page.getByText(/Log in to open/)).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Email or phone' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await loaded(page, () => page.getByRole('button', { name: 'Log in' }).click());
  await expect(page.getByText('Total balance')).toBeVisible();
  await expect(page).toHaveURL('/');
});

test.describe('a newcomer', () => {
  test.use({ as: 'newcomer' });

  test('gets funds, trades, and checks the receipt; then the three steps are over', async ({ page, member }) => {
    const card = page.getByRole('region', { name: 'Three steps' });
    const now = card.locator('[aria-current=step]');
    await page.goto('/');
    await expect(now).toContainText('Get funds');
    expect(await complaints(page)).toEqual([]);
    await card.getByRole('button', { name: 'Get demo funds' }).click();
    await expect(now).toContainText('First trade');
    await card.getByRole('link', { name: 'Buy BTC' }).click();
    await expect(page.getByRole('form', { name: 'Place an order' })).toBeVisible();
    await place(member, { symbol: 'btcusdt', side: 'buy', amount: '100' });
    await page.goto('/');
    await expect(now).toContainText('Check it yourself');
    await expect(async () => {
      await page.goto('/');
      await card.getByRole('link', { name: 'Receipt' }).click();
      await expect(page).toHaveURL(/\/proof\?receipt=fill\.\d+/);
      await expect(page.getByText('Every step verified')).toBeVisible({ timeout: 3000 });
    }).toPass();
    await page.goto('/');
    await expect(page.getByText('Total balance')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Deposit' }).first()).toBeVisible();
    await expect(card).toHaveCount(0);
  });

  test('who hides the three steps is not shown them again', async ({ page }) => {
    const card = page.getByRole('region', { name: 'Three steps' });
    await page.goto('/');
    await card.getByRole('button', { name: 'Hide' }).click();
    await expect(card).toHaveCount(0);
    await page.reload();
    await expect(page.getByText('Total balance')).toBeVisible();
    await expect(card).toHaveCount(0);
  });

  test('finds articles about the platform, and help, in the demo', async ({ page }) => {
    await page.goto('/introduction');
    const list = page.getByRole('list', { name: 'Articles' });
    await expect(list.getByRole('button')).toHaveCount(4);
    await list.getByRole('button', { name: /Help and safety/ }).click();
    await expect(page.getByRole('dialog')).toContainText('We never ask for your password.');
  });
});

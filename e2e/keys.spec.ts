import { readMessages } from '@plimsoll/i18n/catalogue';
import type { Page } from '@playwright/test';
import { complaints } from './support/axe.ts';
import { expect, test } from './support/journey.ts';
import { LAYOUT } from './support/layout.ts';
import { PASSWORD } from './support/member.ts';
import { announced } from './support/screen.ts';
import { readAccounts } from './support/signed-call.ts';

test.use({ as: 'member' });

const shownUnder = (page: Page, name: string) => page.locator('main p', { hasText: name }).locator('+ div code');

test('a key is made, a program works with it, its last use is listed, and once deleted it is refused', async ({
  page,
  server,
  member,
}) => {
  await page.goto('/security');
  await page.getByRole('link', { name: /API keys/ }).click();
  await expect(page.getByRole('heading', { name: 'No API keys yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Create API key' }).click();

  await page.getByRole('textbox', { name: 'Name' }).fill('Hedge');
  await page.getByRole('switch', { name: /^Trade/ }).click();
  await page.getByRole('textbox', { name: /^Max. orders/ }).fill('500');
  await page.getByRole('textbox', { name: 'IP addresses' }).fill('127.0.0.0/8, quay');
  await page.getByRole('button', { name: /^Markets/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'BTC/USDT' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Markets BTC/USDT' })).toBeVisible();
  await page.getByRole('button', { name: 'Create API key' }).click();
  await announced(page, '“quay” is not an IP address or a network');
  await page.getByRole('textbox', { name: 'IP addresses' }).fill('127.0.0.0/8');
  await page.getByRole('textbox', { name: 'Login password' }).fill('not4this');
  await page.getByRole('button', { name: 'Create API key' }).click();
  await expect(page.getByRole('textbox', { name: 'Login password' })).toHaveAccessibleDescription(
    'Incorrect login password',
  );
  await page.getByRole('textbox', { name: 'Login password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create API key' }).click();

  await expect(page.getByRole('heading', { name: 'Save your API key' })).toBeFocused();
  const made = {
    access: await shownUnder(page, 'Access key').innerText(),
    secret: await shownUnder(page, 'Secret key').innerText(),
  };
  await expect(page.locator('main pre')).toContainText(`apiKey: '${made.access}'`);
  await expect(page.locator('main pre')).toContainText(`${server.url}/huobiapi`);

  // It is not lost by accident: neither by the button at the top nor by the back gesture.
  await page.locator('main .page-head').getByRole('button', { name: 'Back' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.goBack();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Back' }).click();
  await expect(page.getByText(made.secret)).toBeVisible();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page).toHaveURL('/security?view=keys');

  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Hedge' }) });
  await expect(card).toContainText(made.access.slice(0, 8));
  for (const fact of ['Read', 'Trade', 'BTC/USDT', '127.0.0.0/8', '500.00 USDT', 'Unlimited', 'Not used yet'])
    await expect(card).toContainText(fact);
  await expect(page.getByText(made.secret)).toHaveCount(0);
  expect(await readAccounts(server.url, made)).toMatchObject({ status: 'ok' });
  // It is written beside the call, which does not wait for it.
  await expect
    .poll(async () => (await member.obtain('getKeys')).list.map(({ last_address: from }) => from))
    .toEqual(['127.0.0.*']);
  await page.reload();
  await expect(card).toContainText('127.0.0.*');
  await page.goBack();
  await expect(page.getByRole('link', { name: /API keys.*1/ })).toBeVisible();
  await page.getByRole('link', { name: /API keys/ }).click();

  await card.getByRole('button', { name: 'Delete “Hedge”' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  const over = page.getByRole('region', { name: 'No longer valid' });
  await expect(over.getByRole('heading', { name: 'Hedge' })).toBeVisible();
  await expect(over.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'No API keys yet' })).toBeVisible();
  expect(await readAccounts(server.url, made)).toMatchObject({
    status: 'error',
    'err-code': 'api-signature-not-valid',
  });
});

test('a key that is left unsaved is gone, as the dialog warned', async ({ page }) => {
  await page.goto('/security?view=keys');
  await page.getByRole('link', { name: 'Create API key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Lost');
  await page.getByRole('textbox', { name: 'Login password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create API key' }).click();
  await expect(page.getByRole('heading', { name: 'Save your API key' })).toBeVisible();
  await page.goBack();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/security?view=keys');
  await expect(page.getByRole('heading', { name: 'Lost' })).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('in Arabic it is made from the right, and says what is missing', async ({ page, member }) => {
  const words = readMessages('ar');
  const word = (key: string): string => words.get(key) ?? '';
  await member.obtain('makeKey', { name: 'Hedge', trade: '1', networks: '203.0.113.0/24', password: PASSWORD });
  await page.addInitScript(() => localStorage.setItem('language', 'ar'));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/security?view=keys');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('heading', { name: 'Hedge' })).toBeVisible();
  expect(await page.evaluate<string[]>(LAYOUT)).toEqual([]);
  expect(await complaints(page)).toEqual([]);
  await page.getByRole('link', { name: word('keys.create') }).click();
  await page.getByRole('button', { name: word('keys.create') }).click();
  const name = page.getByRole('textbox', { name: word('security.passkeys.name') });
  await expect(name).toHaveAccessibleDescription(word('security.passkeys.nameMissing'));
  await name.fill('بوت');
  await page.getByRole('textbox', { name: word('security.prove.password') }).fill(PASSWORD);
  await page.getByRole('button', { name: word('keys.create') }).click();
  await expect(page.getByRole('heading', { name: word('keys.keep') })).toBeVisible();
  expect(await page.evaluate<string[]>(LAYOUT)).toEqual([]);
  expect(await complaints(page)).toEqual([]);
});

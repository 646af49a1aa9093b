import type { Page } from '@playwright/test';
import { ask } from '../apps/server/src/testing/api-client.ts';
import { expect, test } from './support/journey.ts';
import { loaded } from './support/loaded.ts';
import { PASSWORD, registerMember } from './support/member.ts';

async function logIn(page: Page, email: string): Promise<string> {
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email or phone' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await loaded(page, () => page.getByRole('button', { name: 'Log in' }).click());
  await expect(page.getByText('Total balance')).toBeVisible();
  return (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
}

test('what a script can read of a login is useless elsewhere, and the login survives reloads and new tabs', async ({
  page,
  context,
  browser,
  server,
}) => {
  const { email } = await registerMember(server.url, { funded: false });
  const token = await logIn(page, email);
  const [cookie, ...more] = await context.cookies();
  expect([cookie, more]).toMatchObject([{ httpOnly: true, sameSite: 'Strict', path: '/' }, []]);
  expect(
    await page.evaluate(
      (value) =>
        [document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)].join(' ').includes(value),
      cookie?.value ?? '',
    ),
  ).toBe(false);
  expect(await ask(server.url, 'getusr', {}, { token })).toMatchObject({ code: 401, reason: 'login_required' });
  const elsewhere = await browser.newContext({
    baseURL: server.url,
    storageState: { cookies: [], origins: [{ origin: server.url, localStorage: [{ name: 'token', value: token }] }] },
  });
  const thief = await elsewhere.newPage();
  await thief.goto('/security?view=sessions');
  await expect(thief).toHaveURL('/login');
  await elsewhere.close();

  await page.reload();
  await expect(page.getByText('Total balance')).toBeVisible();
  const tab = await context.newPage();
  await tab.goto('/security?view=sessions');
  const rows = tab.getByRole('list', { name: 'Devices and sessions' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('Bound to this browser');
  // The session that registered outside the browser.
  await expect(rows.nth(1)).toContainText('API client, not bound to a browser');
});

test('a second login in another tab does not end the first; logging out deletes its cookie', async ({
  page,
  context,
  server,
}) => {
  const [one, two] = [
    await registerMember(server.url, { funded: false }),
    await registerMember(server.url, { funded: false }),
  ];
  await page.goto('/login');
  await page.getByRole('checkbox', { name: 'Remember me' }).uncheck();
  await page.getByRole('textbox', { name: 'Email or phone' }).fill(one.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await loaded(page, () => page.getByRole('button', { name: 'Log in' }).click());
  await expect(page.getByText('Total balance')).toBeVisible();
  const tab = await context.newPage();
  await logIn(tab, two.email);
  expect(await context.cookies()).toHaveLength(2);
  await page.reload();
  await expect(page.getByText('Total balance')).toBeVisible();
  await tab.getByRole('heading', { level: 1 }).getByRole('button').click();
  await loaded(tab, () => tab.getByRole('button', { name: 'Log out' }).click());
  await expect(tab.getByRole('link', { name: 'Create account' })).toBeVisible();
  await expect.poll(async () => (await context.cookies()).length).toBe(1);
});

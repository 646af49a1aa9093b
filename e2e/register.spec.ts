import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { loaded } from './support/loaded.ts';
import { newEmail, PASSWORD, registerMember } from './support/member.ts';
import { announced } from './support/screen.ts';

const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });

interface Entries {
  readonly email?: string;
  readonly password?: string;
  readonly again?: string;
}

async function fill(page: Page, { email = newEmail(), password = PASSWORD, again = password }: Entries): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await field(page, 'Confirm password').fill(again);
}

const send = (page: Page): Promise<void> => page.getByRole('button', { name: 'Create account' }).click();

test('registering by e-mail makes a member who stands on the home page, logged in', async ({ page }) => {
  const email = newEmail();
  await page.goto('/');
  await page.getByRole('link', { name: 'Create account' }).click();
  await expect(page).toHaveURL('/register');
  await fill(page, { email });
  await loaded(page, () => send(page));
  await expect(page).toHaveURL('/');
  await page.getByRole('button', { name: 'Plimsoll, open member menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Account' })).toContainText(email);
});

test('registering by phone makes a member too', async ({ page }) => {
  await page.goto('/register');
  await page.getByRole('button', { name: 'Phone' }).click();
  const phone = String(Date.now());
  await field(page, 'Phone').fill(phone);
  await field(page, 'Password').fill(PASSWORD);
  await field(page, 'Confirm password').fill(PASSWORD);
  await send(page);
  await expect(page.getByText('Total balance')).toBeVisible();
});

test('the invitation of a link stands in the form and goes to the server, an unknown one is refused', async ({
  page,
  server,
}) => {
  const host = await registerMember(server.url, { funded: false });
  const { invit } = await host.obtain('getusr');
  await page.goto('/register?invite=NOSUCH');
  await expect(field(page, 'Invite code')).toHaveValue('NOSUCH');
  await fill(page, {});
  await send(page);
  await announced(page, 'This invite code does not exist. Check it and try again');

  await page.goto(`/register?invite=${invit}`);
  await expect(field(page, 'Invite code')).toHaveValue(invit);
  await fill(page, {});
  const [request] = await Promise.all([page.waitForRequest('**/api/register'), send(page)]);
  expect(new URLSearchParams(request.postData() ?? '').get('code')).toBe(invit);
  await expect(page.getByText('Total balance')).toBeVisible();
});

test('an invalid registration is reported beside its field and in a toast, and nothing is sent', async ({ page }) => {
  let sent = 0;
  await page.route('**/api/register', (route) => {
    sent += 1;
    return route.continue();
  });
  await page.goto('/register');
  const cases: readonly (readonly [Entries, string, string])[] = [
    [{ email: 'no address' }, 'Email', 'Enter a valid email or phone'],
    [{ password: 'abc12' }, 'Password', 'Use 8–128 characters, or 6–20 letters and digits'],
    [{ password: 'a1'.repeat(65) }, 'Password', 'Use 8–128 characters, or 6–20 letters and digits'],
    [{ password: 'quay-4' }, 'Password', 'Use 8–128 characters, or 6–20 letters and digits'],
    [{ again: 'another1' }, 'Confirm password', 'The two passwords differ'],
  ];
  for (const [entries, name, words] of cases) {
    await fill(page, entries);
    await send(page);
    await announced(page, words);
    await expect(field(page, name)).toHaveAccessibleDescription(words);
  }
  await page.getByRole('button', { name: 'Phone' }).click();
  for (const phone of ['12345', '1'.repeat(21), '12345a']) {
    await field(page, 'Phone').fill(phone);
    await send(page);
    await expect(field(page, 'Phone')).toHaveAccessibleDescription('Enter a valid email or phone');
  }
  expect(sent).toBe(0);
});

test('an address that is registered already is refused in the words of the server', async ({ page, server }) => {
  const { email } = await registerMember(server.url, { funded: false });
  await page.goto('/register');
  await fill(page, { email });
  await send(page);
  await announced(page, 'This account is already registered. Log in instead');
  await expect(page).toHaveURL('/register');
});

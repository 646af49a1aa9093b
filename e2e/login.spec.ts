import type { Page } from '@playwright/test';
import { ask } from '../apps/server/src/testing/api-client.ts';
import { expect, test } from './support/journey.ts';
import { loaded } from './support/loaded.ts';
import { PASSWORD, registerMember } from './support/member.ts';
import { announced } from './support/screen.ts';

test('a wrong password is refused, the right one leads home', async ({ page, server }) => {
  const { email } = await registerMember(server.url, { funded: false });
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email or phone' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill('not4this');
  await page.getByRole('button', { name: 'Log in' }).click();
  await announced(page, 'Incorrect username or password');
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAccessibleDescription(
    'Incorrect username or password',
  );
  await expect(page).toHaveURL('/login');

  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Total balance')).toBeVisible();
});

test('guessing at an account does not lock its member out: the page does a proof of work instead of waiting', async ({
  page,
  server,
  trouble,
}) => {
  // The browser logs every answer other than 200.
  trouble.expect(/^console: .* 429 .*\/api\/login/);
  const { email } = await registerMember(server.url, { funded: false });
  const guess = () => ask(server.url, 'login', { username: email, password: 'not4this' });
  for (let tries = 0; tries < 5; tries += 1) expect((await guess()).reason).toBe('bad_login');
  expect((await guess()).reason).toBe('too_many_requests');
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email or phone' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  // These browsers do not optimise scripts: the work takes ten times as long as for a member.
  await expect(page.getByText('Total balance')).toBeVisible({ timeout: 60_000 });
});

test('an empty login says what is missing, first the account, then the password', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Log in' }).click();
  await announced(page, 'Enter your email or phone');
  await page.getByRole('textbox', { name: 'Email or phone' }).fill('somebody@quay.example');
  await page.getByRole('button', { name: 'Log in' }).click();
  await announced(page, 'Enter your password');
});

test('a login that is not to be remembered ends with its tab', async ({ page, context, server }) => {
  const { email } = await registerMember(server.url, { funded: false });
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email or phone' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('checkbox', { name: 'Remember me' }).uncheck();
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Total balance')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/exchange');
  await expect(other).toHaveURL('/login');
});

/**
 * Answers for the document at `path` only a frame after the last overlay over the page before has closed, and its
 * reader has gone back where they do.
 */
async function answersLate(page: Page, path: string, goesBack = false): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    void page.exposeFunction('overlaysClosed', resolve);
  });
  await page.evaluate((isBack) => {
    const closedNow = () => requestAnimationFrame(() => requestAnimationFrame(Reflect.get(window, 'overlaysClosed')));
    new MutationObserver((_changes, observer) => {
      if (document.querySelector('[role$=dialog]')) return;
      observer.disconnect();
      if (!isBack) {
        closedNow();
        return;
      }
      addEventListener('popstate', closedNow, { once: true });
      history.back();
    }).observe(document.body, { childList: true, subtree: true });
  }, goesBack);
  await page.route(path, async (route) => {
    await closed;
    await route.continue();
  });
}

test.describe('a member', () => {
  test.use({ as: 'newcomer' });

  test('is sent home from login and registration', async ({ page }) => {
    for (const path of ['/login', '/register']) {
      await page.goto(path);
      await expect(page).toHaveURL('/');
      await expect(page.getByText('Total balance')).toBeVisible();
    }
  });

  test('logging out ends the session and its document, however slow the network', async ({ page, member }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Plimsoll, open member menu' }).click();
    await expect(page.getByRole('dialog', { name: 'Account' })).toBeVisible();
    await answersLate(page, '/');
    await loaded(page, () => page.getByRole('button', { name: 'Log out' }).click());
    await expect(page.getByRole('link', { name: 'Create account' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    expect((await member.ask('getusr')).code).toBe(401);
    await page.goto('/exchange');
    await expect(page).toHaveURL('/login');
  });

  test('so it does for a reader who goes back before the document has come', async ({ page, member }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Plimsoll, open member menu' }).click();
    await expect(page.getByRole('dialog', { name: 'Account' })).toBeVisible();
    await answersLate(page, '/', true);
    await loaded(page, () => page.getByRole('button', { name: 'Log out' }).click());
    await expect(page.getByRole('link', { name: 'Create account' })).toBeVisible();
    expect((await member.ask('getusr')).code).toBe(401);
  });

  test('so does ending this session in the list of them', async ({ page, member }) => {
    await page.goto('/security?view=sessions');
    await page.getByRole('button', { name: /^Log out / }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toBeVisible();
    await answersLate(page, '/login');
    await loaded(page, () => dialog.getByRole('button', { name: 'Log out' }).click());
    await expect(page).toHaveURL('/login');
    expect((await member.ask('getusr')).code).toBe(401);
  });

  test('a member whose login ended elsewhere gets a message and the login screen', async ({ page, member }) => {
    await page.goto('/exchange');
    await expect(page.getByRole('form', { name: 'Place an order' })).toBeVisible();
    await member.obtain('logout');
    await announced(page, 'Log in to continue');
    await expect(page).toHaveURL('/login');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });

  test('keeps the state of the panel over a reload in the same visit', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Plimsoll, open member menu' }).click();
    await expect(page.getByRole('dialog', { name: 'Account' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('dialog', { name: 'Account' })).toBeVisible();
    await page.getByRole('dialog', { name: 'Account' }).getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('dialog', { name: 'Account' })).toBeHidden();
  });
});

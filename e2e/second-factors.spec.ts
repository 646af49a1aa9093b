import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { sayYes } from './support/last-look.ts';
import { loaded } from './support/loaded.ts';
import { PASSWORD, type Member } from './support/member.ts';
import { PAY_PASSWORD, readyToWithdraw } from './support/operator.ts';
import { announced } from './support/screen.ts';
import { totpOf } from './support/totp.ts';
import { USDT } from './support/wallet.ts';

const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });
const SECOND = 'Code from your authenticator app';

const send = (page: Page): Promise<void> => button(page, 'Log in').click();
async function writeLogin(page: Page, { email }: Member, at = ''): Promise<void> {
  await page.goto(`${at}/login`);
  await field(page, 'Email or phone').fill(email);
  await field(page, 'Password').fill(PASSWORD);
}
/** A whole login: one that asks for no second factor. */
async function logIn(page: Page, member: Member, at = ''): Promise<void> {
  await writeLogin(page, member, at);
  await loaded(page, () => send(page));
  await expect(page.getByText('Total balance')).toBeVisible();
}
async function logOut(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.removeItem('token');
    sessionStorage.removeItem('goal');
  });
}
const keyOn = async (page: Page): Promise<string> =>
  (await page.locator('main p.mono').innerText()).replaceAll(/\s/g, '');
/** Each code is accepted once, so the next comes from an authenticator half a minute ahead. */
const next = (key: string): string => totpOf(key, 1);

/** Adds a virtual authenticator to the browser. @returns a switch for its consent. */
async function withVirtualKey(page: Page, context: BrowserContext): Promise<(enabled: boolean) => Promise<unknown>> {
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return (enabled) => cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
}
async function withTotp(member: Member): Promise<{ key: string; codes: readonly string[] }> {
  const { secret } = await member.obtain('startTotp', { password: PASSWORD });
  const { recovery_codes } = await member.obtain('confirmTotp', { second: totpOf(secret) });
  return { key: secret, codes: recovery_codes ?? [] };
}

test.describe('an authenticator app', () => {
  test.use({ as: 'newcomer' });

  test('is set up by its code, asked for at the next login, and spared where the browser is remembered', async ({
    page,
    member,
  }) => {
    await page.goto('/security');
    await page.getByRole('link', { name: /Authenticator app.*Off/ }).click();
    await page.getByRole('link', { name: 'Set up' }).click();
    await button(page, 'Continue').click();
    await expect(field(page, 'Login password')).toHaveAccessibleDescription('Enter your login password');
    await field(page, 'Login password').fill(PASSWORD);
    await button(page, 'Continue').click();
    await expect(page.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible();
    const key = await keyOn(page);
    const code = field(page, 'Then enter the code shown in the app.');
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    await code.fill('000');
    await button(page, 'Turn on').click();
    await expect(code).toHaveAccessibleDescription(/Incorrect code/);
    await code.fill(totpOf(key));
    await button(page, 'Turn on').click();
    await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused();
    await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
    await button(page, 'I have saved them').click();
    await expect(page.getByRole('link', { name: 'Move to another phone' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('link', { name: /Authenticator app.*On/ })).toBeVisible();
    await expect(page.getByRole('link', { name: /Recovery codes.*10 left/ })).toBeVisible();

    await logOut(page);
    await writeLogin(page, member);
    await send(page);
    await expect(page).toHaveURL('/login?step=second');
    await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible();
    await send(page);
    await expect(field(page, SECOND)).toHaveAccessibleDescription('Enter the code');
    await page.goBack();
    await expect(field(page, 'Password')).toBeVisible();
    await field(page, 'Password').fill(PASSWORD);
    await send(page);
    await field(page, SECOND).fill(next(key));
    await page.getByRole('checkbox', { name: /Trust this device/ }).check();
    await loaded(page, () => send(page));
    await expect(page.getByText('Total balance')).toBeVisible();

    await logOut(page);
    await logIn(page, member);
    expect(await member.ask('login', { username: member.email, password: PASSWORD })).toMatchObject({
      reason: 'second_factor_required',
    });
  });

  test('is removed by the password and a recovery code, and nothing is asked for then', async ({ page, member }) => {
    const { codes } = await withTotp(member);
    await page.goto('/security?view=authenticator');
    await page.getByRole('link', { name: 'Remove' }).click();
    await field(page, 'Login password').fill(PASSWORD);
    await button(page, 'Recovery code').click();
    await field(page, 'Recovery code').fill(codes[0] ?? '');
    await button(page, 'Remove').click();
    await announced(page, 'Authenticator app removed');
    await expect(page.getByRole('link', { name: 'Set up' })).toBeVisible();
    expect(await member.ask('login', { username: member.email, password: PASSWORD })).toMatchObject({ code: 1 });
    expect((await member.obtain('getNoticeList')).list.map(({ title }) => title)).toContain(
      'Authenticator app removed',
    );
  });
});

test.describe('a passkey', () => {
  test.use({ as: 'newcomer' });

  test('is added, logs in at a new device and by one tap in the login field, and is removed by itself', async ({
    page,
    context,
    member,
    server,
  }) => {
    // Passkeys need a host name.
    const home = server.url.replace('127.0.0.1', 'localhost');
    const touches = await withVirtualKey(page, context);
    await page.goto('/security?view=passkeys');
    await expect(page.getByText(`To add or use passkeys, open the app at ${home}.`)).toBeVisible();

    await logIn(page, member, home);
    await page.goto(`${home}/security?view=passkeys`);
    await page.getByRole('link', { name: 'Add passkey' }).click();
    await field(page, 'Name').fill('Work phone');
    await field(page, 'Login password').fill(PASSWORD);
    await button(page, 'Create passkey').click();
    await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible();
    await button(page, 'I have saved them').click();
    await expect(page.getByText('Work phone')).toBeVisible();

    await logOut(page);
    // Otherwise the field's offer is accepted at once.
    await touches(false);
    await writeLogin(page, member, home);
    await send(page);
    await expect(page.getByText('Your device will ask for your passkey.')).toBeVisible();
    await touches(true);
    await loaded(page, () => send(page));
    await expect(page.getByText('Total balance')).toBeVisible();

    // No typing and no password: the offer of the field is chosen.
    await logOut(page);
    await loaded(page, () => page.goto(`${home}/login`), 2);
    await expect(page.getByText('Total balance')).toBeVisible();
    await page.goto(`${home}/security?view=history`);
    await expect(page.getByRole('list', { name: 'Login history' }).getByRole('listitem').first()).toContainText(
      'passkey',
    );

    await page.goto(`${home}/security?view=passkeys`);
    await expect(page.getByText(/last used/)).toBeVisible();
    await page.getByRole('link', { name: 'Remove “Work phone”' }).click();
    await field(page, 'Login password').fill(PASSWORD);
    await button(page, 'Remove').click();
    await announced(page, 'Passkey removed');
    await expect(page.getByText('No passkeys yet')).toBeVisible();
    expect(await member.obtain('getSecurity')).toMatchObject({ passkeys: [], recovery_left: 0 });
  });
});

test.describe('a withdrawal', () => {
  test.use({ as: 'member' });

  test('asks for the second factor that is set, says beside its field what is wrong with it, and goes with it', async ({
    page,
    member,
  }) => {
    await readyToWithdraw(member);
    const { key } = await withTotp(member);
    await page.goto('/withdrawal');
    await page.getByRole('textbox', { name: /^Amount/ }).fill('100');
    await field(page, 'Payment password').fill(PAY_PASSWORD);
    await expect(field(page, SECOND)).toBeVisible();
    await button(page, /you receive/).click();
    await expect(field(page, SECOND)).toHaveAccessibleDescription('Enter the code');
    await field(page, SECOND).fill('12345');
    await button(page, /you receive/).click();
    await sayYes(page, { isFirst: true });
    await expect(field(page, SECOND)).toHaveAccessibleDescription(/Incorrect code/);
    await field(page, SECOND).fill(next(key));
    await button(page, /you receive/).click();
    await sayYes(page, { isFirst: true });
    await announced(page, 'Withdrawal requested');
    expect((await member.obtain('getWithdrawList', { c_id: USDT })).list).toHaveLength(1);
  });
});

test.describe('a passkey at a withdrawal', () => {
  test.use({ as: 'member' });

  test('signs the very words of the last look, and nothing where it was asked to sign others', async ({
    page,
    context,
    member,
    server,
  }) => {
    const home = server.url.replace('127.0.0.1', 'localhost');
    await withVirtualKey(page, context);
    await readyToWithdraw(member);
    await logIn(page, member, home);
    await page.goto(`${home}/security?view=passkeys`);
    await page.getByRole('link', { name: 'Add passkey' }).click();
    await field(page, 'Name').fill('Work phone');
    await field(page, 'Login password').fill(PASSWORD);
    await button(page, 'Create passkey').click();
    await button(page, 'I have saved them').click();
    await expect(page.getByText('Work phone')).toBeVisible();

    const look = page.getByRole('dialog', { name: 'Confirm payment' });
    const write = async (amount: string) => {
      await page.goto(`${home}/withdrawal`);
      await page.getByRole('textbox', { name: /^Amount/ }).fill(amount);
      await field(page, 'Payment password').fill(PAY_PASSWORD);
      await button(page, /you receive/).click();
      await expect(look).toContainText('Your passkey signs exactly');
    };
    await page.route('**/api/passkeyChallenge', (route) =>
      route.continue({ postData: (route.request().postData() ?? '').replace('num=100', 'num=900') }),
    );
    await write('100');
    await sayYes(page, { isFirst: true });
    await expect(page.getByText('The details have changed since you reviewed them')).toBeVisible();
    expect((await member.obtain('getWithdrawList', { c_id: USDT })).list).toHaveLength(0);

    await page.unroute('**/api/passkeyChallenge');
    await write('100');
    await sayYes(page, { isFirst: true });
    await announced(page, 'Withdrawal requested');
    expect((await member.obtain('getWithdrawList', { c_id: USDT })).list).toMatchObject([{ mum: '100.00000000' }]);
  });
});

test.describe('where one is logged in', () => {
  test.use({ as: 'newcomer' });

  test('every session is listed, this one marked, and another is ended from here at once', async ({
    page,
    member,
    browser,
    server,
  }) => {
    const elsewhere = await browser.newContext({ baseURL: server.url, storageState: { cookies: [], origins: [] } });
    const other = await elsewhere.newPage();
    await logIn(other, member);

    await page.goto('/security');
    await page.getByRole('link', { name: 'Devices and sessions' }).click();
    const rows = page.getByRole('list', { name: 'Devices and sessions' }).getByRole('listitem');
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText('This device');
    await expect(rows.nth(1)).toContainText('Chrome on Linux');
    await rows.nth(1).getByRole('button', { name: 'Log out Chrome on Linux' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
    await announced(page, 'Device logged out');
    await expect(rows).toHaveCount(1);
    await other.goto('/security');
    await expect(other).toHaveURL('/login');
    await elsewhere.close();
  });

  test('the history shows logins and failed attempts', async ({ page, member }) => {
    await member.ask('login', { username: member.email, password: 'not4this' });
    await page.goto('/security?view=history');
    const lines = page.getByRole('list', { name: 'Login history' }).getByRole('listitem');
    await expect(lines.first()).toContainText('Incorrect password');
    await expect(lines.nth(1)).toContainText('Logged in');
  });
});

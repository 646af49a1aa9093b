import { readMessages } from '@plimsoll/i18n/catalogue';
import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { mailTo } from './support/mail.ts';
import { PASSWORD } from './support/member.ts';
import { announced } from './support/screen.ts';

// The e-mail address of an account is proven, and changed, by mailed codes.

test.use({ as: 'newcomer' });

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const codeIn = (mail: string): string => /\b\d{6}\b/.exec(mail.slice(mail.indexOf('Subject:')))?.[0] ?? '';

test('a changed address is mailed to the old one, and logs in from then on', async ({ page, member, server }) => {
  const email = `new.${member.email}`;
  await page.goto('/security');
  await page.getByRole('link', { name: member.email }).click();
  await expect(page.getByText('Not confirmed')).toBeVisible();
  await page.getByRole('link', { name: 'Change' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await announced(page, 'Enter a valid email or phone');
  await field(page, 'New email address').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByRole('button', { name: /^Resend in/ })).toBeDisabled();
  const code = codeIn(await mailTo(server, email, 'verification code'));
  await field(page, 'Email verification code').fill(code === '000000' ? '000001' : '000000');
  await field(page, 'Login password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(field(page, 'Email verification code')).toHaveAccessibleDescription(
    'The verification code is incorrect or has expired. Request a new one',
  );
  await field(page, 'Email verification code').fill(code);
  await page.getByRole('button', { name: 'Save' }).click();
  await announced(page, 'Email address saved');
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
  const mail = await mailTo(server, member.email, 'Your email address is now');
  expect(mail).toMatch(/\/freeze\?token=[\w.-]+/);
  expect(await member.ask('login', { username: member.email, password: PASSWORD })).toMatchObject({
    reason: 'bad_login',
  });
  expect(await member.ask('login', { username: email, password: PASSWORD })).toMatchObject({ code: 1 });
});

test('where nothing leaves before, a withdrawal leads to proving the address, and back; in Arabic', async ({
  page,
  member,
  server,
}) => {
  const words = readMessages('ar');
  const say = (key: string): string => words.get(key) ?? '';
  await page.addInitScript(() => localStorage.setItem('language', 'ar'));
  await page.route('**/api/getSecurity', async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = (await response.json()) as { data: { email_proven: 0 | 1 } };
    await route.fulfill({ response, json: { ...rest, data: { ...data, email_needed: 1 - data.email_proven } } });
  });
  await page.goto('/withdrawal');
  await expect(page.locator('main button[type=submit]')).toBeDisabled();
  await page.getByRole('link', { name: say('security.email.confirm') }).click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.getByRole('button', { name: say('membership.register.sendCode') }).click();
  await field(page, say('membership.register.captcha')).fill(codeIn(await mailTo(server, member.email, 'رمز التحقق')));
  await page.getByRole('button', { name: say('security.email.confirm') }).click();
  await announced(page, say('answers.proveEmail'));
  await expect(page).toHaveURL('/withdrawal');
  await expect(page.locator('main form')).toBeVisible();
  await expect(page.getByText(say('security.email.needed'))).toHaveCount(0);
});

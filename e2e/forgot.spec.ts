import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageOf } from '@plimsoll/i18n';
import { readMessages } from '@plimsoll/i18n/catalogue';
import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { loaded } from './support/loaded.ts';
import { registerMember } from './support/member.ts';
import { announced } from './support/screen.ts';
import { totpOf } from './support/totp.ts';

const NEXT = 'Keelson2026';
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

/** The link in the newest mail to an address; a demo writes mails to files. */
async function linkMailedTo(dataDir: string, email: string): Promise<string> {
  let link: string | undefined;
  const folder = join(dataDir, 'mail');
  await expect
    .poll(
      () => {
        const mails = (existsSync(folder) ? readdirSync(folder) : [])
          .filter((name) => name.endsWith('.eml'))
          .sort()
          .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('=\r\n', ''));
        link = mails
          .filter((mail) => mail.includes(`To: ${email}`))
          .map((mail) => /\/forgot#([A-Za-z0-9_-]{22})\s/.exec(mail)?.[1])
          .findLast(Boolean);
        return link;
      },
      { message: `a link is mailed to ${email}` },
    )
    .toBeDefined();
  return `/forgot#${link}`;
}

test('a forgotten password is set by a mailed link, which ends the login that was open, and works once', async ({
  page,
  server,
}) => {
  const member = await registerMember(server.url, { funded: false });
  const { email } = member;
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL('/forgot');
  await button(page, 'Send link').click();
  await expect(field(page, 'Email')).toHaveAccessibleDescription(/valid email/);
  await field(page, 'Email').fill(email);
  await button(page, 'Send link').click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect(button(page, /^Resend in/)).toBeDisabled();
  await expect(page.getByText(email)).toBeVisible();

  const link = await linkMailedTo(server.dataDir, email);
  await page.goto(link);
  await expect(page.getByText(`For ${email}. You will be logged out on all devices.`)).toBeVisible();
  await field(page, 'New password').fill('short');
  await button(page, 'Set password').click();
  await expect(field(page, 'New password')).toHaveAccessibleDescription(/letters and digits/);
  await field(page, 'New password').fill('123456');
  await button(page, 'Set password').click();
  await expect(field(page, 'New password')).toHaveAccessibleDescription(/Avoid common passwords/);
  await field(page, 'New password').fill(NEXT);
  await button(page, 'Set password').click();
  await announced(page, 'Password changed. Log in with the new one');
  await expect(page).toHaveURL('/login');
  expect((await member.ask('getusr')).code).toBe(401);
  await field(page, 'Email or phone').fill(email);
  await field(page, 'Password').fill(NEXT);
  await loaded(page, () => button(page, 'Log in').click());
  await expect(page.getByText('Total balance')).toBeVisible();

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await button(page, 'Request a new link').click();
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible();
});

test('an unknown address gets the same answer', async ({ page }) => {
  await page.goto('/forgot');
  await field(page, 'Email').fill('nobody@quay.example');
  await button(page, 'Send link').click();
  await expect(page.getByText('If nobody@quay.example has an account, we have sent a link to it.')).toBeVisible();
});

test('in Arabic, with the code of an authenticator', async ({ page, server }) => {
  const words = readMessages('ar');
  const say = (key: string): string => words.get(key) ?? '';
  const member = await registerMember(server.url, { funded: false });
  const { email } = member;
  const { secret } = await member.obtain('startTotp', { password: member.password });
  await member.obtain('confirmTotp', { second: totpOf(secret) });
  await page.addInitScript(() => {
    localStorage.setItem('language', 'ar');
    localStorage.setItem('dirOf', 'ar');
  });
  await page.goto('/forgot');
  await expect(page.locator('html')).toHaveAttribute('dir', languageOf('ar').dir);
  await field(page, say('membership.register.email')).fill(email);
  await button(page, say('membership.forgot.send')).click();
  await expect(page.getByRole('heading', { name: say('membership.forgot.sentTitle') })).toBeVisible();
  await page.goto(await linkMailedTo(server.dataDir, email));
  await field(page, say('membership.forgot.newTitle')).fill(NEXT);
  await button(page, say('membership.forgot.submit')).click();
  await expect(field(page, say('security.second.code'))).toHaveAccessibleDescription(say('security.second.missing'));
  await field(page, say('security.second.code')).fill(totpOf(secret, 1));
  await button(page, say('membership.forgot.submit')).click();
  await expect(page).toHaveURL('/login');
  await announced(page, say('answers.newpwd'));
});

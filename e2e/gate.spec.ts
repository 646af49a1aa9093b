import type { Locator, Page } from '@playwright/test';
import { test } from './support/console-journey.ts';
import { expect } from './support/journey.ts';
import { lastLook, sayYes } from './support/last-look.ts';
import { mailTo } from './support/mail.ts';
import { PASSWORD } from './support/member.ts';
import { askWithdrawal, enterConsole, PAY_PASSWORD, readyToWithdraw } from './support/operator.ts';
import { announced, dismiss } from './support/screen.ts';

// The gate (RULES 8) as a member meets it: the last look, the limits, the mails, the freeze.

test.use({ as: 'member' });

const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const field = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('textbox', { name, exact: typeof name === 'string' });

const linkIn = (mail: string): string => /\/freeze\?token=[\w.-]+/.exec(mail)?.[0] ?? '';

async function writeWithdrawal(page: Page, amount: string): Promise<void> {
  await page.goto('/withdrawal');
  await page.locator('#withdraw input[inputmode=decimal]').fill(amount);
  await field(page, 'Payment password').fill(PAY_PASSWORD);
  await page.locator('main button[type=submit]').click();
}

test('the last look marks a used address as known, and shows where a similar one differs, group by group', async ({
  page,
  member,
  server,
}) => {
  await readyToWithdraw(member);
  const owner = await enterConsole(server.url);
  await owner.call('POST', `/withdrawals/${await askWithdrawal(member, '20')}/approve`, { remark: '' });
  await writeWithdrawal(page, '50');
  await expect(lastLook(page)).toContainText('used 1×');
  await expect(lastLook(page).getByRole('checkbox')).toHaveCount(0);
  await sayYes(page, { isFirst: false });
  await announced(page, 'Withdrawal requested');

  await page.route('**/api/getUserCoinBalance', async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = (await response.json()) as {
      data: { address_list: readonly { readonly address: string }[] };
    };
    const bound = data.address_list[0]?.address ?? '';
    await route.fulfill({
      response,
      json: {
        ...rest,
        data: {
          ...data,
          used_addresses: [
            {
              address: `${bound.slice(0, 4)}Yh3LxWmRkF4bD7cZs2VjU8eK${bound.slice(28)}`,
              times: 3,
              last: '2026-03-18T10:00:00.000Z',
            },
          ],
        },
      },
    });
  });
  await writeWithdrawal(page, '50');
  await expect(lastLook(page)).toContainText('This address starts and ends like one you used before');
  await expect(lastLook(page).locator('.mono').first().locator('.text-danger')).not.toHaveCount(0);
  await expect(button(page, 'Tick the box above first')).toBeDisabled();
});

test('an old session is asked for the login password in the same form, with errors beside it', async ({
  page,
  member,
}) => {
  await readyToWithdraw(member);
  // As it is twelve hours after the login.
  await page.route('**/api/getSecurity', async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...rest, data: { ...data, password_asked: 1 } } });
  });
  await page.goto('/withdrawal');
  const login = field(page, 'Login password');
  await expect(login).toBeVisible();
  await page.locator('#withdraw input[inputmode=decimal]').fill('50');
  await field(page, 'Payment password').fill(PAY_PASSWORD);
  await page.locator('main button[type=submit]').click();
  await dismiss(page, 'Enter your login password');
  await expect(login).toHaveAccessibleDescription('Enter your login password');
  await login.fill('Wrong2026x');
  await page.locator('main button[type=submit]').click();
  await sayYes(page, { isFirst: true });
  await expect(login).toHaveAccessibleDescription('Incorrect login password');
  await login.fill(PASSWORD);
  await page.locator('main button[type=submit]').click();
  await sayYes(page, { isFirst: true });
  await announced(page, 'Withdrawal requested');
});

test('the daily limit is shown with its used part, and a withdrawal beyond it is refused in words', async ({
  page,
  member,
  server,
}) => {
  await readyToWithdraw(member);
  const owner = await enterConsole(server.url);
  await owner.call('PATCH', '/settings', { daily_limit_uncertified: '100' });
  await expect.poll(async () => (await member.obtain('getLimits')).limit).toBe('100.00000000');
  await askWithdrawal(member, '60');
  await page.goto('/security');
  await expect(page.getByRole('region', { name: 'Limits, identity level 1' })).toContainText(
    /60 of 100.*Remaining: 40 USDT, more from/,
  );
  await writeWithdrawal(page, '50');
  await expect(
    lastLook(page).getByRole('img', { name: '24 h limit, identity level 1: 110 of 100 USDT' }),
  ).toBeVisible();
  await sayYes(page, { isFirst: true });
  await dismiss(page, 'This exceeds your 24-hour limit of 100 USDT. Remaining: 40 USDT');
  await owner.call('PATCH', '/settings', { daily_limit_uncertified: '1000000' });
});

test('a new address is mailed, with the phrase; its link freezes the account once, and two operators unfreeze it', async ({
  page,
  member,
  server,
  trouble,
}) => {
  trouble.expect(/401/);
  await page.goto('/security');
  await page.getByRole('link', { name: 'Set', exact: true }).click();
  await field(page, 'Your phrase').fill('grey heron');
  await field(page, 'Login password').fill(PASSWORD);
  await button(page, 'Save').click();
  await dismiss(page, 'Phrase saved');
  await expect(page.getByRole('region', { name: 'Anti-phishing phrase' })).toContainText('grey heron');

  await readyToWithdraw(member);
  const mail = await mailTo(server, member.email, 'USDT withdrawals now go to');
  expect(mail).toContain('Your anti-phishing phrase: grey heron');
  const link = linkIn(mail);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Was this not you?' })).toBeVisible();
  expect(await member.ask('getusr')).toMatchObject({ code: 1 });
  await button(page, 'Freeze account').click();
  await expect(page.getByRole('heading', { name: 'Your account is frozen' })).toBeVisible();
  expect(await member.ask('getusr')).toMatchObject({ code: 401 });
  expect(await member.ask('login', { username: member.email, password: PASSWORD })).toMatchObject({
    reason: 'frozen_member',
  });
  await page.goto(link);
  await button(page, 'Freeze account').click();
  await expect(page.locator('main').getByRole('alert')).toHaveText('This link has been used or has expired');

  const owner = await enterConsole(server.url);
  const { list } = await owner.call<{ list: readonly { readonly id: number }[] }>(
    'GET',
    `/members?q=${encodeURIComponent(member.email)}`,
  );
  expect(await owner.call('POST', `/members/${list[0]?.id}/unfreeze`, { remark: 'called back' })).toMatchObject({
    frozen: 0,
    self_frozen: null,
  });
  expect(await member.ask('login', { username: member.email, password: PASSWORD })).toMatchObject({ code: 1 });
});

test('in Arabic the link in the mail freezes the account, and the page is right to left', async ({
  page,
  member,
  server,
  trouble,
}) => {
  trouble.expect(/401/);
  await page.addInitScript(() => localStorage.setItem('language', 'ar'));
  await page.request.get('/api/setLang?lang=ar', { headers: { Token: member.token } });
  await readyToWithdraw(member);
  const mail = await mailTo(server, member.email, 'ستذهب سحوبات');
  expect(mail).toContain('إذا لم تكن أنت، فجمّد حسابك الآن');
  await page.goto(linkIn(mail));
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('heading', { name: 'لم تكن أنت؟' })).toBeVisible();
  // The page receives the end of its login before the answer to its freeze.
  const isOver = page.waitForResponse('**/api/getusr');
  await page.route('**/api/freezeMe', async (route) => {
    const response = await route.fetch();
    await isOver;
    await route.fulfill({ response });
  });
  await button(page, 'تجميد الحساب').click();
  await expect(page.getByRole('heading', { name: 'حسابك مجمّد' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('');
  expect(await member.ask('getusr')).toMatchObject({ code: 401 });
});

test('a member freezes the account in Security, after reading what stops and what stays', async ({
  page,
  member,
  trouble,
}) => {
  trouble.expect(/401/);
  await page.goto('/security');
  // It comes above the button, which moves under a tap.
  await expect(page.getByText('Anti-phishing phrase')).toBeVisible();
  await expect(page.locator('main .bone')).toHaveCount(0);
  await button(page, 'Freeze account').click();
  const question = page.getByRole('alertdialog', { name: 'Freeze your account?' });
  await expect(question.getByRole('listitem')).toHaveText([/^Ends:/, /^Blocked:/, /^Not affected:/]);
  await question.getByRole('button', { name: 'Freeze' }).click();
  await expect(page).toHaveURL('/freeze?done=1');
  await expect(page.getByRole('heading', { name: 'Your account is frozen' })).toBeVisible();
  expect(await member.ask('getusr')).toMatchObject({ code: 401 });
});

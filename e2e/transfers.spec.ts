import type { Locator, Page } from '@playwright/test';
import { test } from './support/console-journey.ts';
import { expect } from './support/journey.ts';
import { lastLook, sayYes, slide } from './support/last-look.ts';
import { registerMember, type Member } from './support/member.ts';
import { enterConsole, PAY_PASSWORD } from './support/operator.ts';
import { dismiss, toast } from './support/screen.ts';
import { settingsWith } from './support/screens.ts';
import type { FreshServer } from './support/server.ts';
import { account, available, rows, USDT } from './support/wallet.ts';

test.use({ as: 'member' });

const receiver = (page: Page): Locator => page.getByRole('textbox', { name: 'Recipient' });
const amount = (page: Page): Locator => page.getByRole('textbox', { name: 'Amount' });
const password = (page: Page): Locator => page.getByRole('textbox', { name: 'Payment password' });
const submit = (page: Page): Locator => page.locator('main button[type=submit]');
const valueOf = (page: Page, term: string | RegExp): Locator =>
  page.getByRole('region', { name: 'Summary' }).locator('dl > div').filter({ hasText: term }).locator('dd');

async function setTerms(server: FreshServer, rate: string, days: number): Promise<void> {
  const owner = await enterConsole(server.url);
  await owner.call('PATCH', `/coins/${USDT}`, { internal_transfer_sxf: rate, internal_transfer_days: days });
}

async function find(page: Page, { email }: Member): Promise<void> {
  await receiver(page).fill(email);
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('button', { name: 'Confirm recipient' }).click();
  await expect(page.getByText('confirmed', { exact: true })).toBeVisible();
}

test('the receiver is found by the exact name and confirmed, fee and arrival are shown before, and it arrives at once', async ({
  page,
  member,
  server,
}) => {
  await setTerms(server, '0.002', 0);
  await member.obtain('resetpay', { logpassword: member.password, newpassword: PAY_PASSWORD });
  const tom = await registerMember(server.url, { funded: false });
  await page.goto('/');
  await page.getByRole('link', { name: 'Send', exact: true }).click();
  await expect(page).toHaveURL('/transfer');
  await expect(page).toHaveTitle('Plimsoll · Send');

  await amount(page).fill('250');
  await submit(page).click();
  await dismiss(page, 'Find the recipient first');
  await receiver(page).fill(tom.email.slice(1));
  await receiver(page).press('Enter');
  await expect(receiver(page)).toHaveAccessibleDescription('Member not found');
  await receiver(page).fill(tom.email);
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByText(tom.email, { exact: true })).toBeVisible();
  await submit(page).click();
  await dismiss(page, 'Confirm the recipient first');
  await page.getByRole('button', { name: 'Confirm recipient' }).click();

  await expect(valueOf(page, 'Fee, 0.2%')).toHaveText('\u22120.50000000');
  await expect(valueOf(page, /^Arrival/)).toHaveText('Instant');
  await expect(valueOf(page, 'receives')).toHaveText('249.50000000');
  await submit(page).click();
  await dismiss(page, 'Enter your payment password');
  await password(page).fill('Wrong2026');
  await submit(page).click();
  await expect(lastLook(page)).toContainText(tom.email);
  await expect(lastLook(page)).toContainText('First time');
  await expect(lastLook(page)).toContainText(/250\S* from Funds, including \S*0\.5\S* fee/);
  await sayYes(page, { isFirst: false });
  await expect(password(page)).toHaveAccessibleDescription('Incorrect payment password');
  await password(page).fill(PAY_PASSWORD);
  await expect(submit(page)).toHaveText('Send 250.00 USDT');
  await submit(page).click();
  await sayYes(page, { isFirst: false });
  await expect(page.getByText(`250.00 USDT sent to`)).toBeVisible();
  await expect(receiver(page)).toHaveValue('');

  expect([(await available(member))[1], (await available(tom))[1]]).toEqual(['9750.00000000', '249.50000000']);
  const { list: notices } = await tom.obtain('getNoticeList');
  expect(notices).toMatchObject([
    { title: 'Payment received', content: `<p>${member.email} sent you 249.5 USDT. It is in your funds account.</p>` },
  ]);
  expect((await tom.obtain('getBillList')).list).toMatchObject([
    { st: 1, num: '249.50000000', remark: `Received from ${member.email}` },
  ]);
  await page.goto(account('1'));
  await expect(rows(page, 'Transactions').filter({ hasText: `Sent to ${tom.email}` })).toContainText('249.50');
});

test('a transfer that takes a day is listed as on its way, and is refunded when cancelled', async ({
  page,
  member,
  server,
}) => {
  await setTerms(server, '0.01', 1);
  await member.obtain('resetpay', { logpassword: member.password, newpassword: PAY_PASSWORD });
  const tom = await registerMember(server.url, { funded: false });
  await page.goto('/transfer');
  await find(page, tom);
  await page.getByRole('button', { name: 'Send all available' }).click();
  await expect(valueOf(page, /^Arrival/)).toHaveText(/^in 1 day, /);
  await password(page).fill(PAY_PASSWORD);
  await submit(page).click();
  await expect(lastLook(page)).toContainText('10,000 of 10,000 USDT');
  await slide(page, 'Slide to confirm');
  await expect(page.getByText(`10,000.00 USDT to`)).toBeVisible();
  await dismiss(page, 'Sent');
  expect((await available(member))[1]).toBe('0.00000000');

  await page.getByRole('link', { name: 'View sent' }).click();
  await expect(page).toHaveURL('/transfer-list');
  const card = rows(page, 'Sent to members').filter({ hasText: tom.email });
  await expect(card).toContainText('Pending');
  await expect(card).toContainText('9,900.00');
  await page.getByRole('tab', { name: 'Completed' }).click();
  await expect(page.getByRole('heading', { name: 'No transfers with this status' })).toBeVisible();
  await page.getByRole('tab', { name: 'Pending' }).click();
  await card.getByRole('button', { name: `Cancel sending 10,000.00 USDT to ${tom.email}` }).click();
  await dismiss(page, 'Transfer cancelled');
  await expect(page.getByRole('heading', { name: 'No transfers with this status' })).toBeVisible();
  await page.getByRole('tab', { name: 'Cancelled' }).click();
  await expect(card).toContainText('Arrival, cancelled');
  await expect(card.getByRole('button')).toHaveCount(0);
  expect([(await available(member))[1], (await available(tom))[1]]).toEqual(['10000.00000000', '0.00000000']);
});

test('while it is switched off the tile is gone, the page says so, and what was sent can still be seen', async ({
  page,
}) => {
  await settingsWith({ Internal_transfer_status: 0 })(page);
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Deposit' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Send', exact: true })).toHaveCount(0);
  await page.goto('/transfer');
  await expect(page.getByRole('heading', { name: 'Sending is unavailable right now' })).toBeVisible();
  await page.getByRole('link', { name: 'Sent to members' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing sent yet' })).toBeVisible();
  await expect(toast(page, 'could not')).toHaveCount(0);
});

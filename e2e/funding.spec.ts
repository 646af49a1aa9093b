import type { Locator, Page } from '@playwright/test';
import { test } from './support/console-journey.ts';
import { expect } from './support/journey.ts';
import { lastLook, sayYes } from './support/last-look.ts';
import { PASSWORD } from './support/member.ts';
import { askWithdrawal, enterConsole, makeOperator, PAY_PASSWORD, readyToWithdraw } from './support/operator.ts';
import { picture } from './support/picture.ts';
import { announced, dismiss } from './support/screen.ts';
import { settingsWith } from './support/screens.ts';
import { account, available, rows } from './support/wallet.ts';

test.use({ as: 'member' });

const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const photo = (seed: number) => ({ name: 'transfer.png', mimeType: 'image/png', buffer: picture(seed) });

const amount = (page: Page): Locator => page.getByRole('form').getByRole('textbox', { name: /^Amount/ });
const proof = (page: Page): Locator => page.getByRole('group', { name: 'Proof of payment' });
const submitDeposit = (page: Page): Locator => page.getByRole('button', { name: /^Submit deposit/ });
const submitWithdrawal = (page: Page): Locator => page.locator('main button[type=submit]');
const password = (page: Page): Locator => page.getByRole('textbox', { name: 'Payment password' });
const sheet = (page: Page): Locator => page.getByRole('dialog');
const valueOf = (within: Locator, term: string): Locator =>
  within.locator('dl > div').filter({ hasText: term }).locator('dd');
const steps = (page: Page): Locator => sheet(page).getByRole('list', { name: 'Progress' }).getByRole('listitem');

async function openWithdrawal(page: Page): Promise<void> {
  await page.goto('/withdrawal');
  await page.getByRole('region', { name: 'Withdrawal summary' }).waitFor();
}

test('a deposit is claimed with a photo, credited with the amount received, and its record shows both', async ({
  page,
  member,
  server,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
  await page.goto('/assets');
  await page.getByRole('navigation', { name: 'Actions' }).getByRole('button', { name: 'Deposit' }).click();
  await expect(page).toHaveURL('/recharge');
  await expect(page).toHaveTitle('Plimsoll · Deposit');
  await expect(page.getByText('Send only USDT over TRC20.')).toBeVisible();
  await page.getByRole('button', { name: 'ERC20' }).click();
  await expect(page.getByText('Send only USDT over ERC20.')).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code of the deposit address' })).toBeVisible();
  await page.getByRole('button', { name: 'Copy address' }).click();
  await dismiss(page, 'Copied');
  const address = await page.getByRole('region', { name: 'Deposit address' }).locator('.mono').innerText();
  expect(address.replaceAll(/\s/g, '')).toBe(await page.evaluate(() => navigator.clipboard.readText()));

  await submitDeposit(page).click();
  await dismiss(page, 'Enter the amount you sent');
  await expect(amount(page)).toHaveAccessibleDescription('Enter the amount you sent');
  await amount(page).fill('1500');
  await expect(submitDeposit(page)).toHaveText('Submit deposit of 1,500.00 USDT');
  await submitDeposit(page).click();
  await dismiss(page, 'Add an image of the payment');
  await proof(page)
    .locator('input')
    .setInputFiles({ name: 'note.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(proof(page)).toHaveAccessibleDescription('Choose a JPEG, PNG or WebP image of up to 25 megapixels');
  await dismiss(page, 'Choose a JPEG, PNG or WebP image');
  await proof(page).getByRole('button', { name: 'Remove image' }).click();
  await proof(page).locator('input').setInputFiles(photo(1));
  await expect(proof(page).getByRole('status')).toHaveText('Uploaded');
  const preview = await proof(page).getByRole('img').boundingBox();
  expect([preview?.width, preview?.height]).toEqual([160, 160]);
  await submitDeposit(page).click();
  // Returns to where it was opened from (recharge_subover_refre 2).
  await expect(page).toHaveURL('/assets');
  // And says at once where the deposit stands.
  await expect(steps(page)).toHaveText([/^Done: Submitted/, /^Now: Under review/, /^Next: Credited to Funds/]);
  const {
    list: [claimed],
  } = await member.obtain('getRechargeList');
  expect(claimed).toMatchObject({ num: '1500.00000000', status: 1, coin_net: 'ERC20', coinName: 'USDT' });

  await page.goto(account('1'));
  await page.getByRole('tab', { name: 'Deposits' }).click();
  const row = rows(page, 'Deposits').first();
  await expect(row).toContainText('Pending');
  await row.click();
  await expect(steps(page)).toHaveText([/^Done: Submitted/, /^Now: Under review/, /^Next: Credited to Funds/]);
  const owner = await enterConsole(server.url);
  await owner.call('POST', `/recharges/${claimed?.id}/approve`, { amount: '1480', remark: 'The wallet kept 20' });
  // The list polls while something is pending, and the sheet shows the result.
  await expect(steps(page)).toHaveText(
    [/^Done: Submitted/, /^Done: Checked by our team.*by operator \d+$/, /^Done: Credited to Funds/],
    { timeout: 20_000 },
  );
  await expect(sheet(page)).toContainText('1,480.00 USDT, credited');
  await expect(sheet(page)).toContainText('Amount received; 1,500.00 was submitted');
  await expect(sheet(page)).toContainText('The wallet kept 20');
  await sheet(page).getByRole('button', { name: 'Close' }).click();
  await expect(row).toContainText('Completed');
  expect((await available(member))[1]).toBe('11480.00000000');
});

test('a bank account is shown line by line, and a rejected deposit says why', async ({ page, member, server }) => {
  await page.goto('/recharge');
  await page.getByRole('button', { name: 'Wire transfer' }).click();
  const lines = page.getByRole('region', { name: 'Bank account for the transfer' });
  await expect(lines.locator('dt')).toHaveText(['Type', 'Bank', 'Account holder', 'Account number']);
  await expect(lines.getByRole('button')).toHaveCount(3);
  await expect(page.getByText('Transfer only USDT to this account only.')).toBeVisible();
  await amount(page).fill('25');
  await proof(page).locator('input').setInputFiles(photo(2));
  await expect(proof(page).getByRole('status')).toHaveText('Uploaded');
  await page.getByRole('link', { name: 'Deposits' }).click();
  await expect(page.getByRole('heading', { name: 'No deposits yet' })).toBeVisible();
  await page.goBack();
  await expect(amount(page)).toHaveValue('25');
  await expect(proof(page).getByRole('status')).toHaveText('Uploaded');
  await submitDeposit(page).click();
  await expect(page).toHaveURL('/');
  const {
    list: [claimed],
  } = await member.obtain('getRechargeList');
  const owner = await enterConsole(server.url);
  await owner.call('POST', `/recharges/${claimed?.id}/reject`, { remark: 'No such payment came' });
  await page.goto('/recharge?view=records');
  await expect(rows(page, 'Deposits')).toHaveText(/Rejected.*No such payment came/);
  expect((await available(member))[1]).toBe('10000.00000000');
});

test('a member without an address binds one, returns to the unchanged form, and confirms', async ({ page, member }) => {
  await openWithdrawal(page);
  await expect(page).toHaveTitle('Plimsoll · Withdraw');
  await expect(page.getByRole('button', { name: 'Add an address first' })).toBeDisabled();
  await amount(page).fill('1500');
  await page.getByRole('link', { name: 'Add address' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill(TRON);
  await page.getByRole('button', { name: 'Save address' }).click();
  await expect(page).toHaveURL('/withdrawal');
  await dismiss(page, 'Withdrawal address saved');
  await expect(page.getByRole('region', { name: 'To your saved address' }).locator('.mono')).toHaveText(TRON);
  await expect(amount(page)).toHaveValue('1,500');
  await submitWithdrawal(page).click();
  await dismiss(page, 'Set a payment password');
  await page.getByRole('link', { name: 'Set payment password' }).click();
  await page.getByRole('textbox', { name: 'Login password' }).fill(PASSWORD);
  await page.getByRole('textbox', { name: 'New payment password' }).fill(PAY_PASSWORD);
  await page.getByRole('textbox', { name: 'Confirm new password' }).fill(PAY_PASSWORD);
  await page.getByRole('button', { name: 'Set payment password' }).click();
  await dismiss(page, 'Payment password saved');

  const terms = await member.obtain('getUserCoinBalance', { c_id: '1', type: '1' });
  const summary = page.getByRole('region', { name: 'Withdrawal summary' });
  await expect(valueOf(summary, 'Deducted from Funds')).toHaveText('1,500.00000000');
  await page.getByRole('button', { name: 'Withdraw all available' }).click();
  await expect(amount(page)).toHaveValue('10,000');
  await amount(page).fill('1');
  await password(page).fill('Wrong2026');
  await submitWithdrawal(page).click();
  const range = `Enter ${Number(terms.txminnum)}.00 to 100,000.00 USDT`;
  await dismiss(page, range);
  await expect(amount(page)).toHaveAccessibleDescription(range);
  await amount(page).fill('10000.01');
  await expect(amount(page)).toHaveAccessibleDescription('Available balance insufficient');
  await amount(page).fill('1500');
  await submitWithdrawal(page).click();
  await expect(lastLook(page)).toContainText('TRC20');
  await expect(lastLook(page)).toContainText('First time');
  await expect(lastLook(page).locator('.mono')).toHaveText(TRON);
  await expect(lastLook(page).getByRole('button', { name: 'Tick the box above first' })).toBeDisabled();
  await expect(lastLook(page).getByRole('img', { name: /^24 h limit, identity level 1: 1,500/ })).toBeVisible();
  await sayYes(page, { isFirst: true });
  await expect(lastLook(page)).toBeHidden();
  await dismiss(page, 'Incorrect payment password');
  await expect(password(page)).toHaveAccessibleDescription('Incorrect payment password');
  expect((await member.obtain('getWithdrawList')).list).toEqual([]);

  await password(page).fill(PAY_PASSWORD);
  await submitWithdrawal(page).click();
  const net = await lastLook(page).locator('.text-36').innerText();
  await sayYes(page, { isFirst: true });
  await expect(page).toHaveURL('/');
  const { list } = await member.obtain('getWithdrawList');
  expect(list).toMatchObject([{ mum: '1500.00000000', status: 1, withdraw_type: 1, address: TRON }]);
  // The server computed what the form promised.
  expect(Number(net.replaceAll(/[^\d.]/g, ''))).toBe(Number(list[0]?.net));
  expect((await available(member))[1]).toBe('8500.00000000');
});

test('a large withdrawal needs two operators, and shows who approved it, that it was sent, or why not', async ({
  page,
  member,
  server,
}) => {
  await readyToWithdraw(member);
  const owner = await enterConsole(server.url);
  const second = await makeOperator(server.url, owner, `bosun-${Date.now()}`, 'treasurer');
  await owner.call('PATCH', '/settings', { four_eyes_threshold: '1000' });
  const large = await askWithdrawal(member, '5000');
  const small = await askWithdrawal(member, '20');
  await page.goto(account('1'));
  await page.getByRole('tab', { name: 'Withdrawals' }).click();
  const list = rows(page, 'Withdrawals');
  await expect(list).toHaveText([
    /^20\.00.*Pending.*Waiting for approval/,
    /^5,000\.00.*Two approvals needed, none yet/,
  ]);
  await owner.call('POST', `/withdrawals/${large}/approve`, { remark: '' });
  await owner.call('POST', `/withdrawals/${small}/reject`, { remark: 'Not your own wallet' });
  await page.reload();
  await page.getByRole('tab', { name: 'Withdrawals' }).click();
  await expect(list).toHaveText([/Rejected.*Not your own wallet · 20\.00 returned/, /Two approvals needed, one given/]);
  await list.last().click();
  await expect(steps(page)).toHaveText([
    /^Done: Requested.*5,000\.00 USDT on hold$/,
    /^Done: First approval.*by operator \d+$/,
    /^Now: Second approval/,
    /^Next: Sent/,
  ]);
  await second.call('POST', `/withdrawals/${large}/approve`, { remark: '' });
  await expect(steps(page).last()).toHaveText(/^Done: Sent/, { timeout: 20_000 });
  await page.goBack();
  await expect(sheet(page)).toBeHidden();
  await list.first().click();
  await expect(steps(page)).toHaveText([/^Done: Requested/, /^Ended: Rejected.*Not your own wallet$/]);
});

test('the answer to a withdrawal that is lost is asked for with the same key, a second tap sends nothing, and one withdrawal stands', async ({
  page,
  member,
  trouble,
}) => {
  trouble.expect(/net::ERR_|Failed to load resource/);
  await readyToWithdraw(member);
  await member.obtain('setBank', {
    bank_name: 'Haven Bank',
    card_number: '6222 0212 3456 7890',
    card_name: 'Ada Keel',
  });
  const keys: (string | undefined)[] = [];
  const tapped = Promise.withResolvers<void>();
  await page.route('**/api/withdraw', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    await tapped.promise;
    return route.abort('connectionreset');
  });
  await openWithdrawal(page);
  await page.getByRole('button', { name: 'Bank card' }).click();
  await expect(page.getByRole('radio', { name: /Haven Bank.*•••• 7890/ })).toBeChecked();
  await amount(page).fill('400');
  await password(page).fill(PAY_PASSWORD);
  await submitWithdrawal(page).click();
  await expect(lastLook(page)).toContainText('•••• 7890');
  const send = lastLook(page).getByRole('button').last();
  await send.click();
  await expect(send).toHaveAttribute('aria-busy', 'true');
  await send.click();
  tapped.resolve();
  await announced(page, 'Connection lost. Checking the status of your request.');
  await expect(page).toHaveURL('/');
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect((await member.obtain('getWithdrawList')).list).toMatchObject([
    { mum: '400.00000000', withdraw_type: 2, coin_net: 'Haven Bank' },
  ]);
  expect((await available(member))[1]).toBe('9600.00000000');
});

test('what is switched off is not offered: ways, passwords and the buttons that send', async ({ page, member }) => {
  await member.obtain('setusraddress', { c_id: '1', address: TRON });
  await settingsWith({ recharge_status: 0, withdrawal_status: 0, address_switch: 0, traders_password_switch: 0 })(page);
  await page.goto('/recharge');
  await expect(page.getByText('Deposits are unavailable right now.')).toBeVisible();
  await expect(page.locator('main button[type=submit]')).toHaveCount(0);
  await openWithdrawal(page);
  await expect(page.getByText('Withdrawals are unavailable right now.')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Withdraw to' }).getByRole('button')).toHaveText(['Bank card']);
  await expect(page.locator('main button[type=submit]')).toHaveCount(0);
  await expect(password(page)).toHaveCount(0);
  await expect(page.getByText('You have no bank card yet.')).toBeVisible();
  await settingsWith({ address_switch: 0, bank_switch: 0 })(page);
  await page.goto('/withdrawal');
  await expect(page.getByRole('heading', { name: 'Withdrawals are unavailable right now' })).toBeVisible();
});

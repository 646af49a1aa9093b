import type { SettingsItem } from '@plimsoll/contract/operator';
import type { Locator, Page } from '@playwright/test';
import { test as consoleJourney } from './support/console-journey.ts';
import { expect } from './support/journey.ts';
import { sayYes } from './support/last-look.ts';
import { askWithdrawal, enterConsole, PAY_PASSWORD, readyToWithdraw } from './support/operator.ts';
import { picture } from './support/picture.ts';
import { dismiss } from './support/screen.ts';
import { account, available, MoveFunds, rows, USDT } from './support/wallet.ts';

type Throw = (settings: Partial<SettingsItem>) => Promise<unknown>;

/** A journey that changes switches through the console's API; they are restored afterwards. */
const test = consoleJourney.extend<{ set: Throw }>({
  set: async ({ server }, give) => {
    const owner = await enterConsole(server.url);
    const before = await owner.call<SettingsItem>('GET', '/settings');
    const names = new Set<string>();
    await give((settings) => {
      for (const name of Object.keys(settings)) names.add(name);
      return owner.call('PATCH', '/settings', settings);
    });
    const now = await owner.call<SettingsItem>('GET', '/settings');
    const thrown = Object.entries(before).filter(
      ([name, value]) => names.has(name) && JSON.stringify(value) !== JSON.stringify(now[name as keyof SettingsItem]),
    );
    if (thrown.length > 0) await owner.call('PATCH', '/settings', Object.fromEntries(thrown));
  },
});
test.use({ as: 'member' });

const OFF = { code: 201, reason: 'switched_off' };
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const OTHER_TRON = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH';
const WHOLE_CARD = { bank_name: 'Haven Bank', card_number: '6222021234567890', card_name: 'Ada Keel' };

const ways = (page: Page): Locator => page.getByRole('navigation', { name: 'Actions' }).locator('a, button');
const bar = (page: Page): Locator => page.getByRole('navigation', { name: 'Actions' }).locator('a, button');
const submit = (page: Page): Locator => page.locator('main button[type=submit]');
const targets = (page: Page): Locator => page.getByRole('group', { name: 'Withdraw to' }).getByRole('button');
const payPassword = (page: Page): Locator => page.getByRole('textbox', { name: 'Payment password' });

for (const { flag, button, path, message, call, list } of [
  {
    flag: 'recharge_status',
    button: 'Deposit',
    path: '/recharge',
    message: 'Deposits are unavailable right now.',
    call: 'recharge',
    list: 'getRechargeList',
  },
  {
    flag: 'withdrawal_status',
    button: 'Withdraw',
    path: '/withdrawal',
    message: 'Withdrawals are unavailable right now.',
    call: 'withdraw',
    list: 'getWithdrawList',
  },
] as const) {
  test(`${flag} off: the server takes none, no page has a button for it, and every way there leads to customer service or asks for it`, async ({
    page,
    member,
    set,
  }) => {
    await set({ [flag]: 0, custom_service: '' });
    expect(await member.ask(call, { c_id: USDT, num: '5', type: '1' })).toMatchObject(OFF);
    expect(await member.ask(list)).toMatchObject({ code: 1 });
    for (const from of ['/assets', account('1')]) {
      await page.goto(from);
      await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
      await dismiss(page, 'Please contact support');
      expect(new URL(page.url()).pathname).toBe(from.split('?')[0]);
    }
    await page.goto(path);
    await expect(page.getByText(message)).toBeVisible();
    await expect(submit(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Contact support' })).toBeVisible();
    await page.goto(`${path}?view=records`);
    await expect(page.getByRole('heading', { name: /^No (deposits|withdrawals) yet$/ })).toBeVisible();
  });
}

test('address_switch and bank_switch off: their tab is gone and the server takes none of theirs; with both off there is no way at all', async ({
  page,
  member,
  set,
}) => {
  await readyToWithdraw(member);
  await member.obtain('setBank', WHOLE_CARD);
  const [card] = await member.obtain('getUserBankList');
  const toCard = {
    c_id: USDT,
    num: '20',
    type: '1',
    paypwd: PAY_PASSWORD,
    withdraw_type: '2',
    bank_id: String(card?.id),
  };
  const toAddress = { c_id: USDT, num: '20', type: '1', paypwd: PAY_PASSWORD, withdraw_type: '1' };
  await page.goto('/withdrawal');
  await expect(targets(page)).toHaveText(['Wallet address', 'Bank card']);
  await expect(targets(page).first()).toHaveAttribute('aria-pressed', 'true');

  await set({ address_switch: 0 });
  await page.goto('/withdrawal');
  await expect(targets(page)).toHaveText(['Bank card']);
  await expect(page.getByRole('radio', { name: /Haven Bank/ })).toBeChecked();
  expect(await member.ask('withdraw', toAddress)).toMatchObject(OFF);
  expect(await member.ask('withdraw', toCard)).toMatchObject({ code: 1 });

  await set({ address_switch: 1, bank_switch: 0 });
  await page.goto('/withdrawal');
  await expect(targets(page)).toHaveText(['Wallet address']);
  expect(await member.ask('withdraw', toCard)).toMatchObject(OFF);
  expect(await member.ask('withdraw', toAddress)).toMatchObject({ code: 1 });

  await set({ address_switch: 0 });
  await page.goto('/withdrawal');
  await expect(page.getByRole('heading', { name: 'Withdrawals are unavailable right now' })).toBeVisible();
  await expect(submit(page)).toHaveCount(0);
  expect(await member.ask('withdraw', toAddress)).toMatchObject(OFF);
});

test('account_transfer_status off: what is open on the screen is refused and closes, and no way leads there any more', async ({
  page,
  member,
  set,
}) => {
  const move = new MoveFunds(page);
  await move.open();
  await move.amount.fill('5');
  await set({ account_transfer_status: 0 });
  await move.submit.click();
  await dismiss(page, 'This feature is currently unavailable. Try again later');
  await expect(page.getByRole('heading', { name: 'Transfers are unavailable right now' })).toBeVisible();
  expect(await member.ask('transfer', { c_id: USDT, num: '5', from_type: '1', to_type: '2' })).toMatchObject(OFF);
  expect(await available(member)).toMatchObject({ 1: '10000.00000000' });
  expect(await member.ask('getTransferList')).toMatchObject({ code: 1 });
  await page.goto('/assets');
  await expect(ways(page)).toHaveText(['Deposit', 'Withdraw', 'Convert']);
  await page.goto(account('1'));
  await expect(bar(page)).toHaveText(['Deposit', 'Withdraw']);
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Convert' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Transfer' })).toHaveCount(0);
});

test('quantize_switch off: the third account is nowhere and takes nothing in; what it still holds is shown, and can be taken out', async ({
  page,
  member,
  set,
}) => {
  await set({ quantize_switch: 0 });
  expect(await member.ask('transfer', { c_id: USDT, num: '5', from_type: '1', to_type: '3' })).toMatchObject(OFF);
  await page.goto('/assets?type=3');
  await expect(page.getByRole('tab')).toHaveText(['All', 'Funds', 'Options']);
  await expect(page.getByRole('tab', { name: 'All' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('region', { name: 'Quant' })).toHaveCount(0);
  await page.goto(account('3'));
  await expect(page.getByRole('heading', { name: 'Account not found' })).toBeVisible();
  const move = new MoveFunds(page);
  await move.open();
  await expect(move.form.getByRole('combobox', { name: 'To' }).locator('option')).toHaveText(['Funds', 'Options']);

  await set({ quantize_switch: 1 });
  await member.obtain('transfer', { c_id: USDT, num: '7', from_type: '1', to_type: '3' });
  await set({ quantize_switch: 0 });
  await move.open('?from=3');
  await expect(move.picked('From')).toHaveText('Quant');
  await expect(move.form.getByRole('combobox', { name: 'To' }).locator('option')).toHaveText(['Funds', 'Options']);
  await move.amount.fill('7');
  await move.submit.click();
  await dismiss(page, 'Transfer completed');
  expect(await available(member)).toMatchObject({ 1: '10000.00000000' });
});

test('flash_exchange_status off: nothing is converted, and its page and its tiles are gone', async ({
  page,
  member,
  set,
}) => {
  await set({ flash_exchange_status: 0 });
  expect(
    await member.ask('exchangeCoin', { type: '1', from_coin_id: '1', to_coin_id: '2', amount: '5' }),
  ).toMatchObject(OFF);
  await page.goto('/exchangeb');
  await expect(page.getByRole('heading', { name: 'Converting is paused for now' })).toBeVisible();
  await expect(page.getByRole('form')).toHaveCount(0);
  await page.goto('/assets');
  await expect(ways(page)).toHaveText(['Deposit', 'Withdraw', 'Transfer']);
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Transfer' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Convert' })).toHaveCount(0);
});

test('traders_password_switch off: no form asks for a payment password, the security centre has no row for it, and the server does without', async ({
  page,
  member,
  set,
}) => {
  await member.obtain('setusraddress', { c_id: USDT, address: TRON });
  await set({ traders_password_switch: 0, withdrawal_subover_refre: 1 });
  await page.goto('/security');
  await expect(page.getByRole('link', { name: /Login password/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /Payment password/ })).toHaveCount(0);
  await page.goto('/exchangeb');
  await expect(page.getByRole('form')).toBeVisible();
  await expect(payPassword(page)).toHaveCount(0);
  await page.goto('/assets');
  await ways(page).filter({ hasText: 'Withdraw' }).click();
  await page.getByRole('textbox', { name: /^Amount/ }).fill('50');
  await expect(payPassword(page)).toHaveCount(0);
  await submit(page).click();
  await sayYes(page, { isFirst: true });
  // withdrawal_subover_refre 1: home, although it was opened from the assets.
  await expect(page).toHaveURL('/');
  expect((await member.obtain('getWithdrawList')).list).toMatchObject([{ mum: '50.00000000', status: 1 }]);
});

test('recharge_subover_refre: after a deposit one goes home with 1, back with 2', async ({ page, set }) => {
  for (const [at, [after, path]] of (
    [
      [1, '/'],
      [2, '/assets'],
    ] as const
  ).entries()) {
    await set({ recharge_subover_refre: after });
    await page.goto('/assets');
    await ways(page).filter({ hasText: 'Deposit' }).click();
    await page.getByRole('textbox', { name: /^Amount/ }).fill('25');
    const proof = page.getByRole('group', { name: 'Proof of payment' });
    await proof
      .locator('input')
      .setInputFiles({ name: 'transfer.png', mimeType: 'image/png', buffer: picture(10 + at) });
    await expect(proof.getByRole('status')).toHaveText('Uploaded');
    await submit(page).click();
    await expect(page).toHaveURL(path);
  }
});

test('can_edit_address, can_edit_bank and bank_swan_type off: what is bound stays, no second card is bound, and numbers stand whole', async ({
  page,
  member,
  set,
}) => {
  await member.obtain('setusraddress', { c_id: USDT, address: TRON });
  await member.obtain('setBank', WHOLE_CARD);
  await set({ can_edit_address: 0, can_edit_bank: 0, bank_swan_type: 0 });
  expect(await member.ask('setusraddress', { c_id: USDT, address: OTHER_TRON })).toMatchObject({
    code: 0,
    reason: 'address_fixed',
  });
  expect(await member.ask('setBank', { ...WHOLE_CARD, card_number: '4000123412341234' })).toMatchObject({
    code: 0,
    reason: 'card_fixed',
  });
  expect(await member.obtain('getUserCoinBalance', { c_id: USDT, type: '1' })).toMatchObject({
    address_list: [{ address: TRON }],
  });
  await page.goto(`/bindMentionAddress?id=${USDT}`);
  await expect(page.getByRole('region', { name: 'Your saved address' })).toBeVisible();
  await expect(submit(page)).toHaveCount(0);
  await page.goto('/bank');
  await expect(rows(page, 'Bank cards')).toContainText(['6222 0212 3456 7890']);
  await expect(page.getByRole('link', { name: 'Add bank card' })).toHaveCount(0);
  await page.goto('/withdrawal');
  await targets(page).last().click();
  await expect(page.getByRole('radio', { name: /6222 0212 3456 7890/ })).toBeChecked();
  await expect(page.getByRole('link', { name: 'Manage cards' })).toBeVisible();
});

test('identity_for_withdrawal on: an uncertified member is warned before sending, and the server refuses', async ({
  page,
  member,
  set,
}) => {
  await readyToWithdraw(member);
  await set({ identity_for_withdrawal: 1 });
  await page.goto('/withdrawal');
  await expect(submit(page)).toBeDisabled();
  expect(
    await member.ask('withdraw', { c_id: USDT, num: '20', type: '1', paypwd: PAY_PASSWORD, withdraw_type: '1' }),
  ).toMatchObject({ code: 0 });
  await set({ identity_for_withdrawal: 0 });
  expect(await askWithdrawal(member, '20')).toBeGreaterThan(0);
});

import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { announced, dismiss } from './support/screen.ts';
import { settingsWith } from './support/screens.ts';

test.use({ as: 'newcomer' });

const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

const save = (page: Page): Locator => page.getByRole('button', { name: /^(Save|Change) address$/ });
const bound = (page: Page): Locator => page.getByRole('region', { name: 'Your saved address' });

test('a withdrawal address is bound from the panel, checked by its network, and another takes its place', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Plimsoll, open member menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Withdrawal address' }).click();
  await expect(page).toHaveURL('/bindMentionAddress');
  await expect(page).toHaveTitle('Plimsoll · Withdrawal address');
  await expect(page.getByText('Enter only a USDT address on TRC20 or ERC20.')).toBeVisible();

  const field = page.getByRole('textbox', { name: 'Address' });
  await save(page).click();
  await expect(field).toHaveAccessibleDescription('Enter the address');
  await dismiss(page, 'Enter the address');
  await field.fill(TRON.replace('Q', 'q'));
  await save(page).click();
  await expect(field).toHaveAccessibleDescription(
    'This is not a valid USDT address. Check the address and its network',
  );
  await field.fill(TRON);
  await expect(page.locator('#bind-address .mono > .text-water')).toHaveText(['TR7N', 'gjLj', '6t']);
  await save(page).click();
  await dismiss(page, 'Withdrawal address saved');
  await expect(bound(page)).toContainText('TRC20');
  await expect(bound(page).locator('.mono')).toHaveText(TRON);
  await expect(bound(page)).toContainText('not used yet');

  await page.getByRole('textbox', { name: 'New address' }).fill(ETHEREUM);
  await save(page).click();
  await expect(bound(page).locator('.mono')).toHaveText(ETHEREUM);
  await expect(bound(page)).toContainText('ERC20');
});

test('an address is pasted, for the coin that the query names', async ({ page, context, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
  await page.goto('/bindMentionAddress?id=2');
  await expect(page.getByRole('button', { name: 'Coin BTC' })).toBeVisible();
  await page.evaluate(() => navigator.clipboard.writeText(' bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4\n'));
  await page.getByRole('button', { name: 'Paste' }).click();
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue(
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  );
  await save(page).click();
  await expect(bound(page)).toBeVisible();
  await page.getByRole('button', { name: 'Coin BTC' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^ETH/ }).click();
  await expect(bound(page)).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue('');
});

test('where addresses are fixed there is a way to bind the first one and none to change it', async ({
  page,
  member,
}) => {
  await member.obtain('setusraddress', { c_id: '1', address: TRON });
  await settingsWith({ can_edit_address: 0 })(page);
  await page.goto('/bindMentionAddress');
  await expect(bound(page)).toBeVisible();
  await expect(save(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Coin USDT' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^BTC/ }).click();
  await expect(page.getByText('Once saved, it cannot be changed here.')).toBeVisible();
  await expect(save(page)).toBeVisible();
});

test('a bank card is bound, masked to its last four digits, and changed', async ({ page, member }) => {
  await page.goto('/bank');
  await expect(page).toHaveTitle('Plimsoll · Bank cards');
  await page.getByRole('link', { name: 'Add bank card' }).click();
  const bind = page.getByRole('button', { name: 'Add card' });
  await bind.click();
  await announced(page, 'Enter the bank name');
  await page.getByRole('textbox', { name: 'Bank name' }).fill('Haven Bank');
  await page.getByRole('textbox', { name: 'Account holder' }).fill('Ada Keel');
  await page.getByRole('textbox', { name: 'Card number' }).fill('6222-0212');
  await expect(page.getByRole('textbox', { name: 'Card number' })).toHaveAccessibleDescription(
    'Enter 8–34 letters and digits',
  );
  await page.getByRole('textbox', { name: 'Card number' }).fill('6222 0212 3456 7890');
  await bind.click();
  await expect(page).toHaveURL('/bank');
  const row = page.getByRole('list', { name: 'Bank cards' }).getByRole('link');
  await expect(row).toContainText('•••• 7890');
  await expect(row).not.toContainText('6222');

  await row.click();
  await expect(page.getByRole('textbox', { name: 'Card number' })).toHaveValue('6222 0212 3456 7890');
  await page.getByRole('textbox', { name: 'Card number' }).fill('DE89370400440532013000');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(row).toContainText('•••• 3000');
  expect(await member.obtain('getUserBankList')).toMatchObject([
    { bank_name: 'Haven Bank', card_number: 'DE89370400440532013000', card_name: 'Ada Keel' },
  ]);
});

test('where cards are fixed one can be bound and no second, and numbers are whole where nothing masks them', async ({
  page,
  member,
}) => {
  await settingsWith({ can_edit_bank: 0, bank_swan_type: 0 })(page);
  await page.goto('/bank');
  await expect(page.getByRole('link', { name: 'Add bank card' })).toBeVisible();
  await member.obtain('setBank', {
    bank_name: 'Haven Bank',
    card_number: '6222021234567890',
    card_name: 'Ada Keel',
  });
  await page.reload();
  await expect(page.getByRole('list', { name: 'Bank cards' }).getByRole('link')).toContainText('6222 0212 3456 7890');
  await expect(page.getByRole('link', { name: 'Add bank card' })).toHaveCount(0);
  await page.goto('/bank?card=new');
  await expect(page.getByRole('textbox', { name: 'Bank name' })).toHaveCount(0);
});

/** Two with the same ending; lower case has no checksum. */
const BOOK_ONE = ETHEREUM.toLowerCase();
const BOOK_ALIKE = `0x${'1'.repeat(36)}${BOOK_ONE.slice(-4)}`;
test('addresses have names, are allowed, are distinguished from similar ones, and can be made the only ones', async ({
  page,
  member,
}) => {
  await page.goto('/bindMentionAddress');
  await page.getByRole('link', { name: 'Addresses', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No saved addresses yet' })).toBeVisible();
  const keep = async (address: string, name: string) => {
    await page.getByRole('link', { name: 'New address' }).click();
    await page.getByRole('button', { name: 'Save address' }).click();
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('Enter a name');
    await page.getByRole('textbox', { name: 'Address' }).fill(address);
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('button', { name: 'Save address' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible();
  };
  await keep(BOOK_ONE, 'Cold store');
  await keep(BOOK_ALIKE, 'Somebody');
  const entry = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(entry('Somebody')).toContainText('Starts or ends like another saved address');
  await page.getByRole('link', { name: /^Allow .*Cold store/ }).click();
  await expect(page.getByText('Allowing an address pauses withdrawals')).toBeVisible();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(entry('Cold store')).toContainText('allowed');
  await page.getByRole('link', { name: /^Remove .*Somebody/ }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(entry('Somebody')).toHaveCount(0);
  await page.getByRole('link', { name: /^Allowed addresses only/ }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('link', { name: /^Allowed addresses only.*On$/ })).toBeVisible();
  expect(await member.obtain('getAddressBook')).toMatchObject({
    allowed_only: 1,
    list: [{ label: 'Cold store', address: BOOK_ONE }],
  });
});

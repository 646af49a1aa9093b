import type { Page } from '@playwright/test';
import { consoleContext, openScreen } from './support/console-screen.ts';
import { test } from './support/console-journey.ts';
import { expect } from './support/journey.ts';
import { enterConsole, makeOperator } from './support/operator.ts';
import { picture } from './support/picture.ts';
import { lent } from './support/lent.ts';
import { dismiss } from './support/screen.ts';
import { settingsWith } from './support/screens.ts';
import { available } from './support/wallet.ts';
import { watch } from './support/watch.ts';

test.use({ as: 'member' });

const image = (page: Page, name: string) => page.getByRole('group', { name });
const amount = (page: Page) => page.getByRole('textbox', { name: 'Amount' });
const apply = (page: Page) => page.getByRole('button', { name: 'Apply', exact: true });
const IMAGES = ['Front of your ID', 'Back of your ID', 'Selfie with ID'] as const;

async function openApplication(page: Page, title: string): Promise<void> {
  await page.goto('/loans');
  await page.getByRole('link', { name: `Apply for ${title}` }).click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
}

async function addImage(page: Page, name: (typeof IMAGES)[number], seed: number): Promise<void> {
  await image(page, name)
    .locator('input')
    .setInputFiles({ name: `${seed}.png`, mimeType: 'image/png', buffer: picture(seed) });
  await expect(image(page, name).getByRole('status')).toHaveText('Uploaded');
}

test('a member applies with three photos, a treasurer approves, and the member has the money and a notice, and repays early', async ({
  page,
  member,
  server,
  browser,
}) => {
  const owner = await enterConsole(server.url);
  const treasurer = await makeOperator(server.url, owner, 'm.okafor', 'treasurer');
  await page.goto('/loans');
  await expect(page).toHaveTitle('Plimsoll · Loans');
  const card = page.getByRole('article').filter({ hasText: 'Haven line 30' });
  await expect(card).toContainText('Lender: Quayside Credit');
  await expect(page.getByRole('article').filter({ hasText: 'Plimsoll line 14' })).toBeVisible();
  await expect(card).toContainText('0.022%');
  await expect(card).toContainText('500 – 20,000 USDT');
  await expect(card).toContainText('30 days');
  await expect(card).toContainText('1,000.00 costs 6.60 in 30 days');
  await openApplication(page, 'Haven line 30');

  await expect(amount(page)).toHaveValue('500');
  await page.getByRole('button', { name: 'Increase amount', exact: true }).click();
  await expect(amount(page)).toHaveValue('600');
  await page.getByRole('button', { name: 'Decrease amount', exact: true }).click();
  await page.getByRole('button', { name: 'Decrease amount', exact: true }).click();
  await expect(amount(page)).toHaveValue('500');
  await amount(page).fill('20001');
  await apply(page).click();
  await dismiss(page, 'Enter 500 to 20,000 USDT');
  await expect(amount(page)).toHaveAccessibleDescription('Enter 500 to 20,000 USDT');
  await amount(page).fill('5000');
  const summary = page.getByRole('region', { name: 'Loan summary' });
  await expect(summary.locator('dd')).toHaveText(['5,000.00 USDT', '33.00 USDT', '5,033.00 USDT']);

  await apply(page).click();
  await dismiss(page, 'Add the front of your ID');
  await addImage(page, 'Front of your ID', 1);
  await apply(page).click();
  await dismiss(page, 'Add the back of your ID');
  await addImage(page, 'Back of your ID', 2);
  await apply(page).click();
  await dismiss(page, 'Add a selfie with your ID');
  await addImage(page, 'Selfie with ID', 3);
  await apply(page).click();
  await expect(page).toHaveURL('/loans?tab=orders');
  const loan = page.getByRole('article').filter({ hasText: 'Haven line 30' });
  await expect(loan).toContainText('Pending');
  await expect(loan).toContainText('Not yet due');
  await expect(loan.locator('dd')).toHaveText(['5,000.00', '33.00', '--', '5,033.00']);
  const {
    list: [applied],
  } = await member.obtain('getLoanRecords');
  const before = await available(member);

  const context = await consoleContext(browser, server.url, treasurer);
  const trouble = await watch(context);
  const consolePage = await context.newPage();
  await openScreen(consolePage, 'loans');
  await consolePage
    .getByRole('row')
    .filter({ hasText: applied?.order_num ?? 'none' })
    .click();
  await expect(consolePage.getByRole('list', { name: 'Images' }).getByRole('img')).toHaveCount(3);
  for (const each of await consolePage.getByRole('list', { name: 'Images' }).getByRole('img').all()) {
    await expect
      .poll(() => each.evaluate((shown: HTMLImageElement) => shown.complete && shown.naturalWidth > 0))
      .toBe(true);
  }
  await expect(consolePage.getByRole('list', { name: 'Checks' })).toContainText('House account covers the loan');
  await consolePage.getByRole('textbox', { name: 'Remark' }).fill('Fair winds');
  await consolePage.getByRole('button', { name: 'Approve and pay out 5,000.00' }).click();
  await expect(consolePage.getByText(`Approved by ${treasurer.username}`)).toBeVisible();
  expect(trouble.unexpected).toEqual([]);
  await context.close();

  // The list polls while a loan in it is open.
  await expect(loan).toContainText('Approved', { timeout: 20_000 });
  await expect(loan).toContainText('Due');
  await expect(loan).toContainText('Fair winds');
  await expect(loan.locator('time')).toHaveCount(1);
  expect([before[1], (await available(member))[1]]).toEqual(['10000.00000000', '15000.00000000']);
  expect((await member.obtain('getBillList', { c_id: '1', type: '1' })).list[0]).toMatchObject({
    st: 1,
    num: '5000.00000000',
    remark: 'Loan received',
  });
  expect((await member.obtain('getNoticeList')).list[0]?.title).toBe('Loan approved');

  await loan.getByRole('button', { name: /^Repay now, loan/ }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.locator('dd')).toHaveText(['5,000.00 USDT', '33.00 USDT', '5,033.00 USDT']);
  await dialog.getByRole('button', { name: 'Repay' }).click();
  await dismiss(page, 'Loan repaid');
  await expect(loan).toContainText('Repaid');
  await expect(loan.getByRole('button')).toHaveCount(0);
  expect((await available(member))[1]).toBe('9967.00000000');
});

test('a removed image is reported missing; an application is cancelled by its link, and a rejected one says why', async ({
  page,
  member,
  server,
}) => {
  await openApplication(page, 'Short tide 7');
  await amount(page).fill('250');
  for (const [at, name] of IMAGES.entries()) await addImage(page, name, 10 + at);
  await image(page, 'Back of your ID').getByRole('button', { name: 'Remove image' }).click();
  await apply(page).click();
  await dismiss(page, 'Add the back of your ID');
  await expect(image(page, 'Back of your ID')).toHaveAccessibleDescription('Add the back of your ID');
  await addImage(page, 'Back of your ID', 20);
  await apply(page).click();
  await expect(page).toHaveURL('/loans?tab=orders');
  const {
    list: [first],
  } = await member.obtain('getLoanRecords');
  await page.getByRole('button', { name: `Cancel application ${first?.order_num}` }).click();
  await dismiss(page, 'Application cancelled');
  await expect(page.getByRole('article').filter({ hasText: 'Short tide 7' })).toContainText('Cancelled');

  await openApplication(page, 'Short tide 7');
  for (const [at, name] of IMAGES.entries()) await addImage(page, name, 40 + at);
  await apply(page).click();
  await expect(page).toHaveURL('/loans?tab=orders');
  const {
    list: [second],
  } = await member.obtain('getLoanRecords');
  const owner = await enterConsole(server.url);
  await owner.call('POST', `/loans/${second?.id}/reject`, { remark: 'The photo is blurred' });
  await page.reload();
  await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Rejected' });
  const refused = page.getByRole('article');
  await expect(refused).toHaveCount(1);
  await expect(refused).toContainText('Rejected');
  await expect(refused).toContainText('The photo is blurred');
  await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Approved' });
  await expect(page.getByRole('heading', { name: 'No loans with this status' })).toBeVisible();
});

test('with the switch off nobody can apply, and existing loans are shown', async ({ page }) => {
  await settingsWith({ loan_switch: 0 })(page);
  await page.goto('/loans');
  await expect(page.getByText('New applications are closed right now.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Apply for/ })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Orders' }).click();
  await expect(page.getByRole('heading', { name: 'No loans yet' })).toBeVisible();
  await page.goto('/loans-application?id=1');
  await expect(page.getByText('New applications are closed right now.')).toBeVisible();
  await expect(apply(page)).toHaveCount(0);
  await page.goto('/loans-application?id=999');
  await expect(page.getByRole('heading', { name: 'This loan is no longer available' })).toBeVisible();
});

test('an overdue loan shows its late interest, and the amount to repay', async ({ page }) => {
  await lent(page);
  await page.goto('/loans?tab=orders');
  const loan = page.getByRole('article').filter({ hasText: 'L260311100011' });
  await expect(loan).toContainText('Late interest, 4 days');
  await expect(loan.locator('dd')).toHaveText(['5,000.00', '75.00', /2026/, '10.00', '5,085.00']);
  await expect(loan).toContainText('interest continues at the same rate');
  await loan.getByRole('button', { name: /^Repay now, loan/ }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.locator('dd')).toHaveText(['5,000.00 USDT', '75.00 USDT', '10.00 USDT', '5,085.00 USDT']);
});

import { expect, test } from './support/journey.ts';
import { announced } from './support/screen.ts';
import { account, available, moveBehind, MoveFunds, rows, USDT } from './support/wallet.ts';

test.use({ as: 'member' });

test('a wrong amount is reported beside its field and as a toast, and nothing is sent', async ({ page, member }) => {
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/transfer')) sent += 1;
  });
  const move = new MoveFunds(page);
  await move.open();
  await move.submit.click();
  await announced(page, 'Enter the amount');
  await expect(move.amount).toHaveAccessibleDescription('Enter the amount');
  await move.amount.fill('0');
  await move.submit.click();
  await expect(move.amount).toHaveAccessibleDescription('Enter an amount greater than zero');
  await move.amount.fill('10000.00000001');
  await expect(move.amount).toHaveAccessibleDescription('Available balance insufficient');
  await move.submit.click();
  await announced(page, 'Available balance insufficient');
  expect(sent).toBe(0);
  expect(await available(member)).toMatchObject({ 1: '10000.00000000' });
});

test('a refusal of the server is shown beside the amount, with the present balance', async ({ page, member }) => {
  const move = new MoveFunds(page);
  // Only the first answer of balances arrives, so the page shows money that is gone.
  let answers = 0;
  await page.route('**/api/getUserBalanceList', async (route) => {
    if ((answers += 1) === 1) await route.continue();
  });
  await move.open();
  await moveBehind(member, '9000', '1', '3');
  await move.amount.fill('5000');
  await page.unroute('**/api/getUserBalanceList');
  await move.submit.click();
  await announced(page, 'Available balance insufficient');
  await expect(move.amount).toHaveAccessibleDescription('Available balance insufficient');
  await expect(move.form).toContainText('1,000.00000000');
  expect(await available(member)).toMatchObject({ 1: '1000.00000000', 2: '0.00000000' });
});

test('a transfer whose answer is lost is sent again, and moves once', async ({ page, member, trouble }) => {
  trouble.expect(/net::ERR_/);
  const keys: (string | undefined)[] = [];
  await page.route('**/api/transfer', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  const move = new MoveFunds(page);
  await move.open();
  await move.amount.fill('40');
  await move.submit.click();
  await announced(page, 'Connection lost');
  await announced(page, 'Transfer completed');
  expect(new Set(keys).size).toBe(1);
  expect(await available(member)).toMatchObject({ 1: '9960.00000000', 2: '40.00000000' });
  expect((await member.obtain('getTransferList')).list).toHaveLength(1);
});

test('any coin and the third account can be chosen, with their balances', async ({ page, member }) => {
  const move = new MoveFunds(page);
  await move.open(`?coin=${USDT}&from=1`);
  await move.form.getByRole('button', { name: 'Coin USDT' }).click();
  const coins = page.getByRole('dialog', { name: 'Select a coin' });
  await expect(coins.getByRole('button', { name: /^USDT/ })).toContainText('10,000.00000000');
  await coins.getByRole('button', { name: /^BTC/ }).click();
  await expect(coins).toBeHidden();
  await expect(move.form.getByRole('button', { name: 'Coin BTC' })).toBeVisible();
  await move.form.getByRole('button', { name: 'Transfer all available' }).click();
  await expect(move.amount).toHaveAccessibleDescription('Available balance insufficient');
  await move.form.getByRole('button', { name: 'Coin BTC' }).click();
  await coins.getByRole('button', { name: /^USDT/ }).click();
  await move.form.getByRole('combobox', { name: 'To' }).selectOption({ label: 'Quant' });
  await move.amount.fill('0.5');
  await move.submit.click();
  await announced(page, 'Transfer completed');
  expect(await available(member)).toMatchObject({ 3: '0.50000000' });
  await page.goto(account('3'));
  await expect(page.getByRole('tab')).toHaveText(['Transactions', 'Transfers']);
  await page.getByRole('tab', { name: 'Transfers' }).click();
  await expect(rows(page, 'Transfers')).toHaveText(/^Funds to Quant0\.50000000 USDT/);
});

test('in Arabic all of it reads from right to left, and amounts may be written in its digits', async ({
  page,
  member,
}) => {
  await page.addInitScript(() => {
    localStorage.setItem('language', 'ar');
  });
  await page.goto('/changemoney');
  const form = page.getByRole('form', { name: 'تحويل' });
  await form.getByRole('textbox', { name: 'المبلغ' }).fill('١٢٫٥');
  await expect(form.locator('dl')).toContainText('12.50000000');
  await page.getByRole('button', { name: /^تحويل 12\.50 USDT$/ }).click();
  await announced(page, 'اكتمل التحويل');
  expect(await available(member)).toMatchObject({ 2: '12.50000000' });
  await page.goto(account('2'));
  await expect(rows(page, 'كشف الحساب')).toHaveText(/^تحويل من التمويل\+12\.50000000/);
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
  const [what, figure] = await Promise.all([
    page.locator('main article span').first().boundingBox(),
    page.locator('main article .n').first().boundingBox(),
  ]);
  expect(what?.x).toBeGreaterThan(figure?.x ?? 0);
});

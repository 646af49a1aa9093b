import { writeFileSync } from 'node:fs';
import { readMessages } from '@plimsoll/i18n/catalogue';
import type { Receipt } from '@plimsoll/proof/log';
import type { Page } from '@playwright/test';
import { change, interceptNothing } from './support/answers.ts';
import { follow } from './support/follow.ts';
import { expect, test } from './support/journey.ts';
import { atAccount } from './support/gestures.ts';
import { buyWhole, type Member } from './support/member.ts';
import { fund } from './support/options.ts';
import { titleAt } from './support/routes.ts';
import { bothHold } from './support/verifiers.ts';

// A member's own receipts: opened where the thing is shown, checked in the browser, kept as a file.

test.use({ as: 'member' });

/** From placing the shortest option to its end in the log, on a busy machine. */
const SETTLES_WITHIN_MS = 60_000;
const words = readMessages('en');
const wordOf = (key: string) => words.get(key) ?? key;

const verdict = (page: Page) => page.getByRole('main').getByRole('status').first();
const sections = (page: Page) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.locator('ol') });
const openReceipt = (page: Page) => page.getByRole('link', { name: 'Receipt', exact: true }).first().click();

/** Saves the shown receipts and has both verifiers check the file. */
async function keep(page: Page, url: string, member: Member, ...args: readonly string[]): Promise<void> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save receipt' }).click(),
  ]);
  const file = await download.path();
  const vkey = `${file}.vkey`;
  writeFileSync(vkey, await (await fetch(`${url}/log/vkey`)).text());
  const { id } = await member.obtain('getusr');
  await bothHold('receipt', file, '--vkey', vkey, '--log', `${url}/log`, '--member', String(id), ...args);
}

/** Answers `getReceipt` with other receipts than the server’s. */
const answerWith = (
  page: Page,
  listOf: (list: readonly Receipt[]) => Promise<readonly Receipt[]> | readonly Receipt[],
) =>
  change('**/api/getReceipt', async ({ list }: { readonly list: readonly Receipt[] }) => ({
    list: await listOf(list),
  }))(page);

test('an option has its receipt while it runs and when it is settled; the file is one that both verifiers accept', async ({
  page,
  member,
  server,
}) => {
  // The option's end, and its place in the log.
  test.setTimeout(180_000);
  await fund(member);
  const { order_id: id } = await member.obtain('creatorder', { m_id: '1', ctime: '30', ctzed: '30', buytype: '1' });
  await page.goto('/options?view=orders');
  await page.getByRole('list', { name: 'Orders' }).getByRole('listitem').getByRole('button').click();
  await page.getByRole('dialog').getByRole('link', { name: 'Receipt' }).click();
  await expect(page).toHaveURL(new RegExp(`/proof\\?receipt=option\\.${id}$`));
  await expect(verdict(page)).toContainText('Every step verified');
  await expect(sections(page).first()).toContainText('Option placed');
  await expect(sections(page).first()).toContainText('In the log at position');
  await expect(sections(page).first()).toContainText('30.00 USDT');
  await expect(sections(page)).toHaveCount(3, { timeout: SETTLES_WITHIN_MS });
  await expect(sections(page).last()).toContainText('Option settled');
  await expect(verdict(page)).toContainText('Every step verified', { timeout: SETTLES_WITHIN_MS });
  await keep(page, server.url, member, '--id', String(id));

  await page.getByRole('link', { name: 'Settlement details' }).click();
  await expect(page.getByText('Verified on this device.')).toBeVisible();
  await page.goto('/options?view=orders');
  await page.getByRole('tab', { name: 'Settled' }).click();
  await page.getByRole('list', { name: 'Settled' }).getByRole('listitem').getByRole('button').click();
  await page.getByRole('alertdialog').getByRole('link', { name: 'Receipt' }).click();
  await expect(verdict(page)).toContainText('Every step verified');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/options\?view=settled$/);
});

test('an order with fills has a receipt of each, an order without has no button', async ({ page, member, server }) => {
  await buyWhole(member, 'btcusdt', '0.005');
  await member.obtain('upbbbuy', { m_id: '1', type: '1', operate_type: '1', price: '300000', num: '0.001' });
  await page.goto('/trade-lst');
  await expect(page.getByRole('list', { name: 'Spot orders' }).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Receipt' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Completed' }).click();
  await openReceipt(page);
  await expect(verdict(page)).toContainText('Every step verified');
  await expect(sections(page).first()).toContainText('Buy · BTC/USDT');
  await expect(sections(page).first()).toContainText(/In the log at position [\d,]+/);
  await keep(page, server.url, member);
});

test('a bill has the receipt of its movement, and an exchange one at once', async ({ page, member, server }) => {
  await member.obtain('transfer', { c_id: '1', num: '12.5', from_type: '1', to_type: '2' });
  await page.goto(atAccount('1', 'USDT', '2'));
  await openReceipt(page);
  await expect(verdict(page)).toContainText('Every step verified');
  await expect(sections(page)).toContainText('Transfer of funds');
  await expect(sections(page)).toContainText('12.50 USDT');
  await expect(sections(page).getByText('Options', { exact: true })).toBeVisible();
  await keep(page, server.url, member);

  await member.obtain('resetpay', { logpassword: member.password, newpassword: 'anchor4down' });
  const coins = await member.obtain('getCanExchangeCoin', { type: '1' });
  const coin = coins.find(({ title }) => title === 'BTC');
  const { id } = await member.obtain('exchangeCoin', {
    type: '1',
    from_coin_id: '1',
    to_coin_id: String(coin?.id),
    amount: '50',
    paypassword: 'anchor4down',
  });
  await page.goto(`/proof?receipt=exchange.${id}`);
  await expect(verdict(page)).toContainText('Every step verified');
  await expect(sections(page)).toContainText('50.00 USDT');
  await keep(page, server.url, member);
});

test('a receipt is promised until the log has it, and is asked for again by itself', async ({ page, member }) => {
  await answerWith(page, (list) => list.map((each) => ({ ...each, index: null, proof: null, checkpoint: null })));
  // The page is there before the twelve seconds begin.
  await page.goto('/proof');
  await expect(page.getByText(/^This browser keeps this checkpoint/)).toBeVisible();
  await member.obtain('transfer', { c_id: '1', num: '1', from_type: '1', to_type: '2' });
  const { list: bills } = await member.obtain('getBillList');
  await follow(page, { to: `/proof?receipt=journal.${bills[0]?.journal}`, title: titleAt('/proof', 'en') });
  await expect(verdict(page)).toContainText('Promised, not yet in the log');
  await expect(page.getByText('Verified', { exact: true })).toHaveCount(4);
  // Twelve seconds later it is a broken promise.
  await expect(verdict(page)).toContainText('Step 4 failed');
  await expect(sections(page)).toContainText('and still not in the log.');
  await interceptNothing(page);
  await expect(verdict(page)).toContainText('Every step verified');
});

for (const language of ['en', 'ar'] as const)
  test(`what does not hold is named with what was found, and the file is offered: ${language}`, async ({
    page,
    member,
  }) => {
    const texts = readMessages(language);
    const own = (key: string) => texts.get(`receipts.${key}`) ?? key;
    await page.addInitScript((code) => {
      localStorage.setItem('language', code);
      localStorage.setItem('dirOf', code);
    }, language);
    await member.obtain('transfer', { c_id: '1', num: '1', from_type: '1', to_type: '2' });
    const { list: bills } = await member.obtain('getBillList');
    const path = `/proof?receipt=journal.${bills[0]?.journal}`;
    await answerWith(page, (list) => list.map((each) => ({ ...each, opened: { id: 1, lines: [] } })));
    await page.goto(path);
    await expect(verdict(page)).toContainText(texts.get('proof.failsText') ?? '');
    await expect(sections(page)).toContainText(own('found.commitment'));
    await expect(page.getByText(texts.get('proof.notChecked') ?? '', { exact: true })).toHaveCount(4);
    await expect(page.getByRole('link', { name: own('save') })).toHaveAttribute('download', /\.json$/);
    await interceptNothing(page);

    // Another of the member's, honest in itself.
    await answerWith(page, async () => {
      const other = await member.obtain('getReceipt', { kind: 'journal', id: String(bills.at(-1)?.journal) });
      return other.list;
    });
    await page.goto(path);
    await expect(sections(page)).toContainText(own('found.own'));
    await expect(page.getByText(texts.get('proof.failsStep') ?? '', { exact: true })).toHaveCount(1);
  });

test('what has no receipt says so, and a visitor is asked to log in', async ({ page, browser, server }) => {
  await page.goto('/proof?receipt=journal.999999999');
  await expect(page.getByRole('heading', { name: wordOf('receipts.none') })).toBeVisible();
  const visitor = await browser.newPage({ baseURL: server.url, storageState: { cookies: [], origins: [] } });
  await visitor.goto('/proof?receipt=journal.1');
  await expect(visitor).toHaveURL(/\/login$/);
  await visitor.close();
});

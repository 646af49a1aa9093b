import type { Browser, Locator, Page } from '@playwright/test';
import { askMember, PASSWORD, PAY_PASSWORD, type MemberUser } from './hostile/member-user.ts';
import { LivePlatform } from './hostile/platform.ts';
import { openScene, type Scene } from './hostile/scene.ts';
import { expect, test } from './support/journey.ts';
import { lastLook, sayYes } from './support/last-look.ts';
import { loaded } from './support/loaded.ts';
import { announced, dismiss } from './support/screen.ts';
import { START_MS } from './support/server.ts';
import { watch } from './support/watch.ts';

// Live mode as a member meets it, with prices from a local HTX server: after a change of address nothing may leave for
// 24 hours.

const NEXT_ADDRESS = 'TCFLL5dx5ZJdKnWuesXxi1VPwjLVmWZZy9';
const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });

let platform: LivePlatform;
let scene: Scene;
test.beforeAll(async () => {
  test.setTimeout(2 * START_MS);
  platform = await LivePlatform.open();
  scene = await openScene(platform);
});
test.afterAll(() => platform.close());

/** Logs a member in, in an English browser; `look` continues in it. */
async function inBrowser(browser: Browser, member: MemberUser, look: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ baseURL: await platform.url() });
  const trouble = await watch(context);
  const page = await context.newPage();
  await page.goto('/login');
  await field(page, 'Email or phone').fill(member.email);
  await field(page, 'Password').fill(PASSWORD);
  await loaded(page, () => button(page, 'Log in').click());
  await expect(page.getByText('Total balance')).toBeVisible();
  await look(page);
  await context.close();
  expect(trouble.unexpected, 'nothing goes wrong in the page').toEqual([]);
}

async function openWithdrawal(page: Page, language: 'en' | 'ar'): Promise<void> {
  await page.evaluate((next) => localStorage.setItem('language', next), language);
  await page.goto('/withdrawal');
  await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
}

test('after a change of address withdrawals wait a day, in English and Arabic, and then go there', async ({
  browser,
}) => {
  test.setTimeout(test.info().timeout + START_MS);
  const { thief: member, usdt, wire } = scene;
  const asked = async () =>
    (
      await askMember(
        wire,
        'withdraw',
        { c_id: usdt, num: '50', type: '1', withdraw_type: '1', paypwd: PAY_PASSWORD },
        { Token: member.token },
      )
    ).reason;

  await inBrowser(browser, member, async (page) => {
    await page.goto(`/bindMentionAddress?id=${usdt}`);
    await field(page, 'New address').fill(NEXT_ADDRESS);
    await field(page, 'Login password').fill(PASSWORD);
    await button(page, 'Change address').click();
    await dismiss(page, 'Withdrawal address saved');

    await openWithdrawal(page, 'en');
    await expect(page.getByText(/Withdrawals to new destinations are paused until /)).toBeVisible();
    await expect(button(page, 'Withdrawals paused')).toBeDisabled();
    expect(await asked()).toBe('withdrawals_wait');

    await openWithdrawal(page, 'ar');
    await expect(page.getByText(/السحب إلى وجهات جديدة متوقف حتى/)).toBeVisible();
    await expect(button(page, 'السحب متوقف مؤقتًا')).toBeDisabled();
  });

  await platform.nextDay();
  await member.login();
  await inBrowser(browser, member, async (page) => {
    await openWithdrawal(page, 'ar');
    await expect(page.locator('#withdraw')).toBeVisible();
    await expect(page.getByText(/السحب إلى وجهات جديدة متوقف/)).toHaveCount(0);

    await openWithdrawal(page, 'en');
    await page.locator('#withdraw input[inputmode=decimal]').fill('50');
    await page.locator('#withdraw input[type=password]').fill(PAY_PASSWORD);
    await page.locator('main button[type=submit]').click();
    await expect(lastLook(page).locator('.mono').first()).toContainText(NEXT_ADDRESS.slice(0, 4));
    await sayYes(page, { isFirst: true });
    await announced(page, 'Withdrawal requested');
  });
  const { list } = (await member.obtain('getWithdrawList', { page: '1', limit: '10' })) as {
    readonly list: readonly { readonly mum: string; readonly address: string }[];
  };
  expect(list[0]).toMatchObject({ mum: '50.00000000', address: NEXT_ADDRESS });
});

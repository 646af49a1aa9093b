import { LANGUAGES } from '@plimsoll/i18n';
import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { announced, isClosed } from './support/screen.ts';

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Language/ }).click();
  await page.getByRole('dialog', { name: 'Language' }).getByRole('button', { name }).click();
}

const direction = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.dir);
const langOf = async (page: Page, call: string): Promise<string | undefined> =>
  (await page.waitForRequest(`**/api/${call}`)).headers()['lang'];

test('Arabic is right to left, requested of the server, and remembered', async ({ page }) => {
  await page.goto('/');
  expect(await direction(page)).toBe('ltr');
  await choose(page, 'العربية');
  await expect.poll(() => direction(page)).toBe('rtl');
  await expect(page.getByRole('link', { name: 'الرئيسية' })).toBeVisible();
  // Mirrored: home, the first tab, is on the right.
  const home = await page.getByRole('link', { name: 'الرئيسية' }).boundingBox();
  expect(home?.x).toBeGreaterThan(195);
  await isClosed(page);
  const [lang] = await Promise.all([langOf(page, 'getBanner'), page.reload()]);
  expect(lang).toBe('ar');
  await expect(page.getByRole('link', { name: 'الرئيسية' })).toBeVisible();
  expect(await direction(page)).toBe('rtl');
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('ar');
});

test('Chinese is chosen, applied at once, and remembered', async ({ page }) => {
  await page.goto('/login');
  await choose(page, '简体中文');
  await expect(page.getByRole('heading', { name: '登录' })).toBeVisible();
  await isClosed(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: '登录' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-Hans');
});

test('a language is applied only when the words of the open screen are loaded', async ({ page, trouble }) => {
  trouble.expect(/words-zh-cn/);
  await page.goto('/login');
  const words = '**/words-zh-cn.membership-*.js';
  await page.route(words, (route) => route.abort());
  await choose(page, '简体中文');
  await announced(page, 'The server could not be reached');
  const sheet = page.getByRole('dialog', { name: 'Language' });
  await expect(sheet.getByRole('button', { name: 'English' })).toHaveAttribute('aria-current', 'true');
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
  await page.unroute(words);
  await sheet.getByRole('button', { name: '简体中文' }).click();
  await expect(page.getByRole('heading', { name: '登录' })).toBeVisible();
});

test('every language of the site is offered under the name its readers call it', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: /^Language/ }).click();
  const offered = page.getByRole('dialog', { name: 'Language' }).getByRole('listitem');
  await expect(offered).toHaveText(LANGUAGES.map(({ name }) => name));
});

for (const locale of ['zh-CN', 'zh-TW', 'zh-HK']) {
  test(`a first visit with a ${locale} browser is Chinese`, async ({ browser, server }) => {
    const context = await browser.newContext({ locale, baseURL: server.url });
    const page = await context.newPage();
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: '登录' })).toBeVisible();
    await context.close();
  });
}

test('a first visit in a language without words is English', async ({ browser, server }) => {
  const context = await browser.newContext({ locale: 'fi-FI', baseURL: server.url });
  const page = await context.newPage();
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await context.close();
});

test.describe('a member', () => {
  test.use({ as: 'member' });

  test('words of the server come in the language that was chosen', async ({ page, context }) => {
    await context.addInitScript(() => localStorage.setItem('language', 'zh-cn'));
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).getByRole('button').click();
    await page.getByRole('dialog').getByRole('button', { name: /USDT/ }).click();
    await expect(page.locator('.toast')).toHaveText(/[\u4e00-\u9fff]/);
  });

  test('the theme is changed in the panel, and kept', async ({ page, context }) => {
    const theme = (): Promise<string | undefined> => page.evaluate(() => document.documentElement.dataset['theme']);
    const ground = (): Promise<string> =>
      // Not by its role: the panel is open again after a reload, and hides what is under it.
      page.locator('main').evaluate((main) => getComputedStyle(main).backgroundColor);
    await page.goto('/');
    expect(await theme()).toBe('night');
    const dark = await ground();
    await page.getByRole('button', { name: 'Plimsoll, open member menu' }).click();
    await page.getByRole('switch', { name: 'Night mode' }).click();
    await expect.poll(theme).toBe('day');
    await page.reload();
    expect(await theme()).toBe('day');
    expect(await ground()).not.toBe(dark);
    expect((await context.cookies()).find(({ name }) => name === 'theme')?.value).toBe('day');
    await page.getByRole('switch', { name: 'Night mode' }).click();
    await expect.poll(theme).toBe('night');
  });

  test('the colours of up and down are a choice, and kept', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Plimsoll, open member menu' }).click();
    await page.getByRole('button', { name: 'Price colours' }).click();
    await page.getByRole('radio', { name: 'Red up, green down' }).check();
    await page.reload();
    expect(await page.evaluate(() => document.documentElement.dataset['updown'])).toBe('red-up');
  });
});

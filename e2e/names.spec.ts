import type { Page } from '@playwright/test';
import { complaints } from './support/axe.ts';
import { test as journey } from './support/console-journey.ts';
import { consoleContext, openScreen } from './support/console-screen.ts';
import { expect } from './support/journey.ts';
import { enterConsole, makeOperator, type Operator } from './support/operator.ts';
import { announced, isClosed } from './support/screen.ts';
import { watch } from './support/watch.ts';

// In order on one server: each changes what everybody reads.
journey.describe.configure({ mode: 'default' });

const test = journey.extend<object, { crew: { readonly owner: Operator; readonly second: Operator } }>({
  crew: [
    async ({ server }, give) => {
      const owner = await enterConsole(server.url);
      await owner.enrol();
      await give({ owner, second: await makeOperator(server.url, owner, 'h.vane', 'owner') });
    },
    { scope: 'worker' },
  ],
});

/** The first that was made. */
const idOf = async (owner: Operator, path: string): Promise<number> =>
  (await owner.call<{ list: { id: number }[] }>('GET', path)).list.at(-1)?.id ?? 0;
async function inLanguage(page: Page, code: string): Promise<void> {
  await page.addInitScript((language) => {
    if (localStorage.getItem('language') === null) localStorage.setItem('language', language);
  }, code);
}
/** Goes to another screen of the app, as a link does: what it has asked for stays. */
const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({ key: to, depth: 1 }, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
/** Changes the language at home. `word` is what the present one calls a language. */
async function changeLanguage(page: Page, word: string, to: string): Promise<void> {
  await follow(page, '/');
  await page.getByRole('button', { name: new RegExp(`^${word}:`) }).click();
  await page.getByRole('dialog').getByRole('button', { name: to, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await isClosed(page);
}
const group = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });

test('an owner names a tab in German: its readers have that name, others the default, in whatever language they change to', async ({
  browser,
  server,
  crew,
  page,
}) => {
  const id = await idOf(crew.owner, '/currencies?q=Payments');
  const context = await consoleContext(browser, server.url, crew.owner);
  const trouble = await watch(context);
  const console = await context.newPage();
  await openScreen(console, `currencies/${id}`);
  const summary = console.getByText('Names in other languages').first();
  await expect(console.getByLabel('Deutsch')).toBeHidden();
  await summary.click();
  await expect(console.getByLabel('Deutsch')).toHaveValue('Zahlungen');
  await expect(console.getByLabel('العربية')).toHaveAttribute('dir', 'rtl');
  await console.getByLabel('Deutsch').fill('x'.repeat(41));
  trouble.expect(/status of 422/);
  await console.getByRole('button', { name: 'Save' }).click();
  await expect(console.getByRole('group', { name: 'Names in other languages' }).getByRole('alert')).toBeVisible();
  expect(await complaints(console)).toEqual([]);
  await console.getByLabel('Deutsch').fill('Bezahlwährungen');
  // The field stays open while it is mended.
  await expect(console.getByLabel('Deutsch')).toBeVisible();
  await console.getByRole('button', { name: 'Save' }).click();
  await announced(console, 'Saved');
  expect(trouble.unexpected).toEqual([]);
  await context.close();

  await inLanguage(page, 'de');
  await page.goto('/');
  await follow(page, '/market');
  await expect(group(page, 'Bezahlwährungen')).toBeVisible();
  await group(page, 'Bezahlwährungen').click();
  await expect(page.getByRole('list', { name: 'Märkte' }).getByRole('listitem')).toHaveCount(3);
  await changeLanguage(page, 'Sprache', 'العربية');
  await follow(page, '/market');
  await expect(group(page, 'المدفوعات')).toBeVisible();
  await expect(group(page, 'Bezahlwährungen')).toHaveCount(0);
  await changeLanguage(page, 'اللغة', 'English');
  await follow(page, '/market');
  await expect(group(page, 'Payments')).toBeVisible();
});

test.describe('of a member who deposits', () => {
  test.use({ as: 'member' });

  test('two owners agree on what a network is called in Arabic, side by side, and it is asked for again when the language changes', async ({
    browser,
    server,
    crew,
    page,
  }) => {
    const id = await idOf(crew.owner, '/networks?q=USDT%20TRC20');
    const context = await consoleContext(browser, server.url, crew.owner);
    const trouble = await watch(context);
    const console = await context.newPage();
    await openScreen(console, `networks/${id}`);
    await console.getByText('Names in other languages').first().click();
    await console.getByLabel('العربية').fill('ترون');
    await console.getByRole('button', { name: 'Save' }).click();
    await expect(console).toHaveURL(/\/operator\/proposals\/\d+/);
    await expect(console.getByRole('row', { name: 'Name, العربية none ترون' })).toBeVisible();
    expect(await complaints(console)).toEqual([]);
    await crew.second.call('POST', `/proposals/${new URL(console.url()).pathname.split('/').at(-1)}/approve`, {
      remark: 'seen',
    });
    await expect(console.getByText(`Approved by ${crew.second.username}`)).toBeVisible();
    expect(trouble.unexpected).toEqual([]);
    await context.close();

    await inLanguage(page, 'ar');
    await page.goto('/');
    await follow(page, '/recharge');
    await expect(group(page, 'ترون')).toBeVisible();
    await expect(group(page, 'تحويل بنكي')).toBeVisible();
    await changeLanguage(page, 'اللغة', 'Deutsch');
    await follow(page, '/recharge');
    await expect(group(page, 'TRC20')).toBeVisible();
    await expect(group(page, 'Banküberweisung')).toBeVisible();
  });
});

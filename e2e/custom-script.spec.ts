import type { Page } from '@playwright/test';
import { test as consoleJourney } from './support/console-journey.ts';
import { expect } from './support/journey.ts';
import { enterConsole, makeOperator, type Operator } from './support/operator.ts';

// In order on one server: a server of its own would take longer than each of these journeys.
consoleJourney.describe.configure({ mode: 'default' });

const test = consoleJourney.extend<object, { owner: Operator; second: Operator }>({
  owner: [async ({ server }, give) => give(await enterConsole(server.url)), { scope: 'worker' }],
  second: [
    async ({ server, owner }, give) => give(await makeOperator(server.url, owner, 's.bosun', 'owner')),
    { scope: 'worker' },
  ],
});
test.use({ as: 'newcomer' });

/** Marks the page, then tries to write a script element and to create one from text. */
const SCRIPT = `document.documentElement.dataset.ran = String(Number(document.documentElement.dataset.ran || 0) + 1);
const inline = document.createElement('script');
inline.append("document.documentElement.dataset.inline = '1'");
try { document.head.append(inline); } catch (error) { document.documentElement.dataset.refused = error.name; }
try { document.body.insertAdjacentHTML('beforeend', '<img src=/none.png onerror="document.documentElement.dataset.inline = 2">'); } catch (error) { document.documentElement.dataset.refused = error.name; }
try { (0, eval)("document.documentElement.dataset.inline = '3'"); } catch (error) { document.documentElement.dataset.refused = error.name; }`;

/** Browser messages about what the policies blocked. */
const KEPT_OUT = /Content Security Policy|TrustedHTML|TrustedScript|require-trusted-types-for/;
const ranIn = (page: Page) => page.evaluate(() => document.documentElement.dataset['ran'] ?? '0');
const propose = async (owner: Operator, content: string) =>
  (await owner.call<{ id: number }>('POST', '/scripts', { content })).id;
/** Has the script run on every page that may. */
const approve = async (owner: Operator, second: Operator) =>
  second.call('POST', `/scripts/${await propose(owner, SCRIPT)}/approve`, { remark: 'read' });

const SENSITIVE = [
  '/security',
  '/modifyPwd',
  '/resetLegalPwd',
  '/withdrawal',
  '/bindMentionAddress',
  '/bank',
  '/real_authentication',
] as const;

test('a page script runs once a second owner approved it, not on pages about security, withdrawals or cards, and cannot insert code', async ({
  page,
  owner,
  second,
  trouble,
}) => {
  trouble.expect(KEPT_OUT);
  const id = await propose(owner, SCRIPT);
  await page.goto('/');
  await expect(page.getByRole('button', { name: /open member menu/ })).toBeVisible();
  const settings = await page.evaluate(
    async () => ((await (await fetch('/api/getSetting')).json()) as { data: { custom_script_src: string } }).data,
  );
  expect(settings.custom_script_src).toBe('');
  expect(await ranIn(page)).toBe('0');

  await second.call('POST', `/scripts/${id}/approve`, { remark: 'read' });
  await page.reload();
  await expect.poll(() => ranIn(page)).toBe('1');
  expect(await page.evaluate(() => document.documentElement.dataset['inline'])).toBeUndefined();
  expect(await page.evaluate(() => document.documentElement.dataset['refused'])).toBeTruthy();
  await page.getByRole('link', { name: 'Market', exact: true }).click();
  await expect(page).toHaveURL('/market');
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  expect(await ranIn(page)).toBe('1');

  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('custom-script')) asked.push(request.url());
  });
  for (const path of SENSITIVE) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 }), path).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect([path, await ranIn(page), asked]).toEqual([path, '0', []]);
  }
});

test('from a page where it ran, those pages open in a new document without it, by a tap, by back and by forward, at the same scroll position', async ({
  page,
  owner,
  second,
  trouble,
}) => {
  trouble.expect(KEPT_OUT);
  await approve(owner, second);
  await page.goto('/');
  await expect.poll(() => ranIn(page)).toBe('1');
  await page.getByRole('button', { name: /open member menu/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^Security/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  expect(await ranIn(page)).toBe('0');
  await page.evaluate(() => {
    document.documentElement.dataset['mark'] = 'kept';
  });
  await page.getByRole('link', { name: /Login password/ }).click();
  await expect(page).toHaveURL('/modifyPwd');
  expect(await page.evaluate(() => document.documentElement.dataset['mark'])).toBe('kept');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL('/security');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL('/');
  await expect.poll(() => ranIn(page)).toBe('1');
  // Closing the panel removes its own history entry.
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const withdraw = page.getByRole('heading', { level: 1, name: 'Withdraw' });
  await page.getByRole('navigation', { name: 'Services' }).getByRole('link', { name: 'Withdraw' }).click();
  await expect(withdraw).toBeVisible();
  expect(await ranIn(page)).toBe('0');
  await page.goBack();
  await expect.poll(() => ranIn(page)).toBe('1');
  await page.evaluate(() => {
    history.forward();
  });
  await expect(withdraw).toBeVisible();
  expect(await ranIn(page)).toBe('0');
  await page.goBack();
  await expect.poll(() => ranIn(page)).toBe('1');
  // A revoked script no longer runs after a reload, although the browser kept the old settings.
  const { list } = await owner.call<{ list: { id: number }[] }>('GET', '/scripts?status=2');
  await owner.call('POST', `/scripts/${list[0]?.id}/revoke`, { remark: 'enough' });
  await page.reload();
  await expect(page.getByRole('button', { name: /open member menu/ })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await ranIn(page)).toBe('0');
});

test('why a login ended is shown at the login, which is a new document after a page where it ran', async ({
  page,
  owner,
  second,
  trouble,
}) => {
  trouble.expect(KEPT_OUT);
  await approve(owner, second);
  await page.goto('/');
  await expect.poll(() => ranIn(page)).toBe('1');
  await page.evaluate(async () => {
    const token = sessionStorage.getItem('token') ?? localStorage.getItem('token') ?? '';
    await fetch('/api/logout', { method: 'POST', headers: { Token: token } });
  });
  await expect(page).toHaveURL('/login');
  // The document before is at this address, too, until the new one takes its place.
  await expect(page.locator('html')).not.toHaveAttribute('data-ran');
  await expect(page.getByRole('alert').getByText('Log in to continue')).toBeVisible();
  expect(await ranIn(page)).toBe('0');
});

test.describe('a visitor', () => {
  test.use({ as: 'visitor' });

  test('logs in and registers without it, also when it ran on the page before', async ({
    page,
    owner,
    second,
    trouble,
  }) => {
    trouble.expect(KEPT_OUT);
    await approve(owner, second);
    for (const [button, path] of [
      ['Log in', '/login'],
      ['Create account', '/register'],
    ] as const) {
      await page.goto('/');
      await expect.poll(() => ranIn(page)).toBe('1');
      await page.getByRole('main').getByRole('link', { name: button }).click();
      await expect(page).toHaveURL(path);
      await expect(page.locator('form input').first()).toBeVisible();
      expect([path, await ranIn(page)]).toEqual([path, '0']);
      await page.goto(path);
      await expect(page.locator('form input').first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect([path, await ranIn(page)]).toEqual([path, '0']);
    }
  });
});

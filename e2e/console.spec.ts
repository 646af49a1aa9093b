import type { Page } from '@playwright/test';
import { complaints, looksAt } from './support/axe.ts';
import { consoleContext, openScreen } from './support/console-screen.ts';
import { test as consoleJourney } from './support/console-journey.ts';
import { expect } from './support/journey.ts';
import { registerMember, type Member } from './support/member.ts';
import {
  applyForIdentity,
  askWithdrawal,
  claimDeposit,
  enterConsole,
  makeOperator,
  readyToWithdraw,
  type Operator,
} from './support/operator.ts';
import { announced } from './support/screen.ts';
import { totpOf } from './support/totp.ts';
import { available } from './support/wallet.ts';
import { watch } from './support/watch.ts';

interface Crew {
  readonly owner: Operator;
  readonly clerk: Operator;
  readonly treasurer: Operator;
  readonly viewer: Operator;
}

// In order on one server: a server of its own would take longer than each of these journeys.
consoleJourney.describe.configure({ mode: 'default' });

const test = consoleJourney.extend<object, { crew: Crew }>({
  crew: [
    async ({ server }, give) => {
      const owner = await enterConsole(server.url);
      // Large withdrawals need two, with second factors.
      await owner.enrol();
      await give({
        owner,
        clerk: await makeOperator(server.url, owner, 's.ibarra', 'clerk'),
        treasurer: await makeOperator(server.url, owner, 'm.okafor', 'treasurer'),
        viewer: await makeOperator(server.url, owner, 'v.lookout', 'viewer'),
      });
    },
    { scope: 'worker' },
  ],
});

const row = (page: Page, number: string) => page.getByRole('row').filter({ hasText: number });
const depositNumber = (id: number) => `D-${String(id).padStart(5, '0')}`;
const withdrawalNumber = (id: number) => `W-${String(id).padStart(5, '0')}`;

/** A member with a pending deposit; with `worth`, more money than one operator may send. */
async function customer(url: string, { clerk }: Crew, worth?: string): Promise<Member> {
  const member = await registerMember(url, { funded: true });
  await readyToWithdraw(member);
  if (worth !== undefined) {
    const id = await claimDeposit(url, member, worth, Date.now() % 200);
    await clerk.call('POST', `/recharges/${id}/approve`, { remark: '' });
  }
  return member;
}

test('an operator logs in, sets an authenticator, and is asked for its code from then on', async ({
  browser,
  server,
  crew,
}) => {
  const newcomer = await makeOperator(server.url, crew.owner, 'a.lindqvist', 'clerk');
  const context = await consoleContext(browser, server.url, undefined);
  const trouble = await watch(context);
  trouble.expect(/status of 401/, /status of 422/);
  const page = await context.newPage();
  const enter = async (password: string) => {
    await page.getByLabel('Username').fill(newcomer.username);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
  };
  // The login leads to the requested page.
  await page.goto('/operator/audit');
  await page.getByRole('heading', { name: 'Operator login' }).waitFor();
  await enter('not the password');
  await expect(page.getByRole('alert').filter({ hasText: 'Incorrect username or password' })).toBeVisible();
  await enter(newcomer.password);
  await expect(page.getByRole('heading', { name: 'Audit log', level: 1 })).toBeVisible();

  await page.getByRole('button', { name: /a.lindqvist/ }).click();
  await page.getByRole('menuitem', { name: 'Authenticator' }).click();
  const pane = page.locator('#authenticator');
  await pane.getByRole('textbox', { name: 'Current password' }).fill('wrong-password');
  await pane.getByRole('button', { name: 'Set up' }).click();
  await expect(pane.getByText('Wrong password')).toBeVisible();
  await pane.getByRole('textbox', { name: 'Current password' }).fill(newcomer.password);
  await pane.getByRole('button', { name: 'Set up' }).click();
  const key = await pane.locator('.mono').innerText();
  await expect(pane.getByRole('img', { name: 'QR code of the key' })).toBeVisible();
  // Of this period: it may be over before the server looks, and one more is accepted.
  const used = totpOf(key);
  await pane.getByRole('textbox', { name: 'Current code' }).fill(used);
  await pane.getByRole('button', { name: 'Confirm' }).click();
  await expect(pane.getByText('A code is required at every login.')).toBeVisible();

  await page.getByRole('button', { name: /a.lindqvist/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await enter(newcomer.password);
  await page.getByLabel('Authenticator code').fill(used);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'This code is wrong or has already been used' }),
  ).toBeVisible();
  await page.getByLabel('Authenticator code').fill(totpOf(key, 1));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  expect(trouble.unexpected).toEqual([]);
  await context.close();
});

test('a deposit appears by itself, its proof is marked as a repeat, and another amount is credited', async ({
  browser,
  server,
  crew,
}) => {
  const member = await customer(server.url, crew);
  const first = await claimDeposit(server.url, member, '700', 201);
  const context = await consoleContext(browser, server.url, crew.clerk);
  const trouble = await watch(context);
  const page = await context.newPage();
  await openScreen(page, 'deposits');
  await row(page, depositNumber(first)).waitFor();
  const second = await claimDeposit(server.url, member, '1500', 201);
  await row(page, depositNumber(second)).getByRole('link').click();
  await expect(page.getByText(`This proof was used before, in ${depositNumber(first)}.`)).toBeVisible();
  await page.getByRole('button', { name: 'View full size' }).click();
  await expect(page.getByRole('img', { name: /proof of payment/ })).toHaveJSProperty('naturalWidth', 600);
  await page.getByRole('textbox', { name: 'Amount received' }).fill('1480.5');
  await expect(page.getByText('19.50 USDT less than submitted')).toBeVisible();
  await page.getByRole('button', { name: 'Credit 1,480.50 USDT' }).click();
  await announced(page, `${depositNumber(second)} credited`);
  await expect(page.getByText('Approved by you')).toBeVisible();
  expect((await available(member))[1]).toBe('11480.50000000');
  trouble.expect(/status of 422/);
  await row(page, depositNumber(first)).getByRole('link').click();
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(page.getByText('Enter a reason: the member will read it')).toBeVisible();
  await page.getByRole('textbox', { name: 'Remark' }).fill('The same proof twice');
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(page.getByText('Rejected by you')).toBeVisible();
  expect(trouble.unexpected).toEqual([]);
  await context.close();
});

test('by the keyboard alone one operator approves, another sends, and a third is notified', async ({
  browser,
  server,
  crew,
}) => {
  const member = await customer(server.url, crew, '30000');
  const id = await askWithdrawal(member, '15000');
  const number = withdrawalNumber(id);
  const [treasurers, owners] = await Promise.all([
    consoleContext(browser, server.url, crew.treasurer),
    consoleContext(browser, server.url, crew.owner),
  ]);
  const troubles = await Promise.all([watch(treasurers), watch(owners)]);
  const page = await treasurers.newPage();
  await openScreen(page, 'withdrawals');
  await row(page, number).waitFor();
  const rowsBefore = await row(page, 'W-').allInnerTexts();
  for (let at = 0; at <= rowsBefore.findIndex((text) => text.includes(number)); at += 1) await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Approve (first of two)' })).toBeVisible();
  await expect(page.getByText('You can approve')).toBeVisible();
  const remark = page.getByRole('textbox', { name: 'Remark' });
  while (!(await remark.evaluate((field) => field === document.activeElement))) await page.keyboard.press('Tab');
  await page.keyboard.type('address used before');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await announced(page, `${number} approved by you. Another operator must approve.`);
  await expect(page.getByRole('button', { name: 'Another operator must approve' })).toBeDisabled();

  const other = await owners.newPage();
  await openScreen(other, `withdrawals/${id}`);
  await expect(other.getByText('“address used before”')).toBeVisible();
  await other.getByRole('button', { name: 'Approve and send 14,999.00' }).press('Enter');
  await announced(other, `${number} sent`);
  await announced(page, 'Another operator has already decided this');
  for (const { unexpected } of troubles) expect(unexpected).toEqual([]);
  await Promise.all([treasurers.close(), owners.close()]);
});

test('a role sees only what it may do, and an ended login returns to the same page', async ({
  browser,
  server,
  crew,
}) => {
  const member = await customer(server.url, crew);
  const id = await askWithdrawal(member, '50');
  const context = await consoleContext(browser, server.url, crew.viewer);
  const trouble = await watch(context);
  const page = await context.newPage();
  await openScreen(page, `withdrawals/${id}`);
  await expect(page.getByText('Your role cannot decide this.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reject', exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Approve (?:and|,)/ })).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Operators' })).toHaveCount(
    0,
  );
  await openScreen(page, 'operators');
  await expect(page.getByText('Your role cannot open this screen')).toBeVisible();
  await openScreen(page, `withdrawals/${id}`);
  trouble.expect(/status of 401/);
  await page.evaluate(() => sessionStorage.setItem('operatorToken', 'ended'));
  await page.getByRole('heading', { name: 'Operator login' }).waitFor();
  await page.getByLabel('Username').fill(crew.viewer.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(crew.viewer.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/operator/withdrawals/${id}`));
  expect(trouble.unexpected).toEqual([]);
  await context.close();
});

const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test('every screen is accessible: dark and light, in both directions, narrow, and in large type', async ({
  browser,
  server,
  crew,
}) => {
  test.setTimeout(300_000);
  const member = await customer(server.url, crew);
  const deposit = await claimDeposit(server.url, member, '240', 7);
  const withdrawal = await askWithdrawal(member, '60');
  const identity = await applyForIdentity(server.url, member, 'Lea Hanson', 11);
  const screens = [
    '',
    'deposits',
    `deposits/${deposit}`,
    'identities',
    `identities/${identity}`,
    'withdrawals',
    `withdrawals/${withdrawal}`,
    'audit',
    'operators',
    'operators/create',
    'me',
  ];
  for (const language of ['en', 'ar'] as const) {
    const context = await consoleContext(browser, server.url, crew.owner, { language });
    const trouble = await watch(context);
    const page = await context.newPage();
    for (const [place, path] of screens.entries()) {
      await page.setViewportSize({ width: 1440, height: 980 });
      await openScreen(page, path);
      for (const look of looksAt(place).filter((each) => each.language === language)) {
        await page.evaluate((theme) => {
          document.documentElement.dataset['theme'] = theme;
        }, look.theme);
        expect(await complaints(page), `${path}, ${language}, ${look.theme}`).toEqual([]);
      }
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      expect(await sideways(page), `${path}, ${language}, in large type`).toBeLessThanOrEqual(0);
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '';
      });
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await sideways(page), `${path}, ${language}, narrow`).toBeLessThanOrEqual(0);
    }
    expect(trouble.unexpected).toEqual([]);
    await context.close();
  }
});

test('the login is accessible', async ({ browser, server }) => {
  for (const theme of ['night', 'day'] as const) {
    const context = await consoleContext(browser, server.url, undefined, {
      theme,
      language: theme === 'day' ? 'ar' : 'en',
    });
    const page = await context.newPage();
    await page.goto('/operator/login');
    await page.locator('form').waitFor();
    expect(await complaints(page)).toEqual([]);
    await expect(page.locator('input[name=username]')).toHaveAttribute('autocomplete', 'username');
    await context.close();
  }
});

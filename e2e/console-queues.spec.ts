import type { Page } from '@playwright/test';
import { consoleContext, openScreen } from './support/console-screen.ts';
import { test } from './support/console-journey.ts';
import { expect } from './support/journey.ts';
import { registerMember } from './support/member.ts';
import { askWithdrawal, claimDeposit, enterConsole, makeOperator, readyToWithdraw } from './support/operator.ts';

/** Tables wider than their container, by name and by how much. */
const cut = (page: Page): Promise<string[]> =>
  page
    .getByRole('main')
    .getByRole('region')
    .evaluateAll((regions) =>
      regions
        .filter((region) => region.querySelector('table') !== null && region.scrollWidth > region.clientWidth)
        .map((region) => `${region.getAttribute('aria-label')}: ${region.scrollWidth} in ${region.clientWidth}`),
    );

test('at 1440 nothing of either queue is cut, with a row open or not, in English, Arabic and Chinese', async ({
  browser,
  server,
}) => {
  const owner = await enterConsole(server.url);
  const member = await registerMember(server.url, { funded: true });
  await readyToWithdraw(member);
  const refused = await askWithdrawal(member, '812.5');
  await owner.call('POST', `/withdrawals/${refused}/reject`, { remark: 'The address is not yours' });
  const withdrawal = await askWithdrawal(member, '1234.567891');
  const deposit = await claimDeposit(server.url, member, '123456.789123', 77);
  const found: string[] = [];
  for (const language of ['en', 'ar', 'zh-cn'] as const) {
    const context = await consoleContext(browser, server.url, owner, { language });
    const page = await context.newPage();
    for (const path of [
      'deposits',
      `deposits/${deposit}`,
      'withdrawals',
      `withdrawals/${withdrawal}`,
      'withdrawals?filter={"status":"3"}',
    ]) {
      await openScreen(page, path);
      await expect(page.getByRole('table').first()).toBeVisible();
      found.push(...(await cut(page)).map((table) => `${path}, ${language}: ${table}`));
    }
    if (language === 'ar') {
      await openScreen(page, `withdrawals/${withdrawal}`);
      await expect(page.getByRole('row').filter({ hasText: 'المجمّد لأجل' })).toHaveText([/خارجي/, /الرسوم/]);
    }
    await context.close();
  }
  expect(found).toEqual([]);
});

test('coins have the same logos as in the member app', async ({ browser, server }) => {
  const context = await consoleContext(browser, server.url, await enterConsole(server.url));
  const page = await context.newPage();
  await openScreen(page, '');
  for (const coin of ['USDT', 'BTC']) {
    await expect(
      page
        .getByRole('main')
        .getByRole('row')
        .filter({ hasText: new RegExp(`^${coin}`) })
        .locator('.coin > i')
        .first(),
    ).toHaveAttribute('style', new RegExp(`/coins/${coin.toLowerCase()}\\.svg`));
  }
  await context.close();
});

test('a lost login is reset by two owners, and its operator chooses a password by a link that works once', async ({
  browser,
  server,
}) => {
  const owner = await enterConsole(server.url);
  const second = await makeOperator(server.url, owner, `v.reset-${Date.now()}`, 'owner');
  const name = `l.ostrom-${Date.now()}`;
  const clerk = await makeOperator(server.url, owner, name, 'clerk');
  await owner.enrol();

  const [proposing, approving] = [
    await consoleContext(browser, server.url, owner),
    await consoleContext(browser, server.url, second, { theme: 'day' }),
  ];
  const page = await proposing.newPage();
  await openScreen(page, `operators?filter=${encodeURIComponent(JSON.stringify({ q: name }))}`);
  await page.getByRole('row').filter({ hasText: name }).getByRole('link').click();
  await page.getByRole('button', { name: 'Reset login' }).click();
  const asked = page.getByRole('alertdialog', { name: `Reset the login of ${name}?` });
  await asked.getByRole('textbox', { name: 'Reason' }).fill('phone lost');
  await asked.getByRole('button', { name: 'Propose' }).click();
  await expect(page).toHaveURL(/\/proposals\/\d+/);
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeDisabled();
  await expect(page.getByText('You proposed this: another operator must decide')).toBeVisible();
  expect((await enterConsole(server.url, clerk)).username).toBe(name);

  const other = await approving.newPage();
  await openScreen(other, new URL(page.url()).pathname.replace('/operator/', ''));
  await expect(other.getByRole('main').getByText(`Reset of operator ${name}`).last()).toBeVisible();
  await other.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(other.getByText(`Approved by ${second.username}`)).toBeVisible();
  await expect(page.getByText(`Approved by ${second.username}`)).toBeVisible();
  await expect(enterConsole(server.url, clerk)).rejects.toThrow('401');
  await Promise.all([proposing.close(), approving.close()]);
});

import type { Page } from '@playwright/test';
import { consoleContext, openScreen } from './support/console-screen.ts';
import { test } from './support/desk.ts';
import { expect } from './support/journey.ts';
import { registerMember } from './support/member.ts';
import { askWithdrawal, claimDeposit, enterConsole, makeOperator, readyToWithdraw } from './support/operator.ts';
import { toast } from './support/screen.ts';
import { totpOf } from './support/totp.ts';

/** Tables of the page that are wider than their place, by name and by how much. */
const cut = (page: Page): Promise<string[]> => page.getByRole('main').getByRole('region').evaluateAll((regions) =>
  regions.filter((region) => region.querySelector('table') !== null && region.scrollWidth > region.clientWidth)
    .map((region) => `${region.getAttribute('aria-label')}: ${region.scrollWidth} in ${region.clientWidth}`));

test('at 1440 nothing of either queue is cut, with a row open or not, in English, Arabic and Chinese', async ({ browser, server }) => {
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
    for (const path of ['deposits', `deposits/${deposit}`, 'withdrawals', `withdrawals/${withdrawal}`, 'withdrawals?filter={"status":"3"}']) {
      await openScreen(page, path);
      await expect(page.getByRole('table').first()).toBeVisible();
      found.push(...(await cut(page)).map((table) => `${path}, ${language}: ${table}`));
    }
    // The house's accounts are named in the reader's language.
    if (language === 'ar') {
      await openScreen(page, `withdrawals/${withdrawal}`);
      await expect(page.getByRole('row').filter({ hasText: 'حجز' })).toHaveText([/الخارج/, /الرسوم/]);
    }
    await context.close();
  }
  expect(found).toEqual([]);
});

test('coins have the drawings that members know', async ({ browser, server }) => {
  const context = await consoleContext(browser, server.url, await enterConsole(server.url));
  const page = await context.newPage();
  await openScreen(page, '');
  for (const coin of ['USDT', 'BTC']) {
    await expect(page.getByRole('main').getByRole('row').filter({ hasText: new RegExp(`^${coin}`) }).locator('.coin > i').first()).toHaveAttribute('style', new RegExp(`/coins/${coin.toLowerCase()}\\.svg`));
  }
  await context.close();
});

test('an owner has the lost authenticator of another operator forgotten, and the password alone lets them in again', async ({ browser, server }) => {
  const owner = await enterConsole(server.url);
  const clerk = await makeOperator(server.url, owner, 'l.ostrom', 'clerk');
  const { secret } = await clerk.call<{ secret: string }>('POST', '/operators/me/totp', { password: clerk.password });
  await clerk.call('POST', '/operators/me/totp', { password: clerk.password, code: totpOf(secret) });
  await expect(enterConsole(server.url, clerk)).rejects.toThrow('401');

  const context = await consoleContext(browser, server.url, owner);
  const page = await context.newPage();
  await openScreen(page, 'operators');
  const row = page.getByRole('row').filter({ hasText: 'l.ostrom' });
  await expect(row).toContainText('yes');
  await row.getByRole('link').click();
  await page.getByRole('button', { name: 'Forget authenticator' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Forget the authenticator of l.ostrom?' });
  await asked.getByRole('button', { name: 'Back' }).click();
  await expect(asked).toBeHidden();
  await page.getByRole('button', { name: 'Forget authenticator' }).click();
  await asked.getByRole('button', { name: 'Forget' }).click();
  await toast(page, 'Authenticator forgotten').waitFor();
  await expect(page.getByRole('button', { name: 'Forget authenticator' })).toHaveCount(0);
  await expect(row).not.toContainText('yes');
  expect((await enterConsole(server.url, clerk)).username).toBe('l.ostrom');
  await context.close();
});

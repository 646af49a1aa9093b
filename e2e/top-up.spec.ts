import { readMessages } from '@plimsoll/i18n/catalogue';
import { expect, test } from './support/journey.ts';
import { placeable } from './support/gestures.ts';
import { LAYOUT } from './support/layout.ts';
import { available } from './support/wallet.ts';

// A stake is topped up by a transfer of its own: what becomes of it when nothing more is sent.

test.use({ as: 'member' });

for (const language of ['en', 'ar'] as const)
  test(`a connection cut between top-up and option: the form says what was moved, and moves it back: ${language}`, async ({
    page,
    context,
    member,
    trouble,
  }) => {
    trouble.expect(/net::ERR_/, /Failed to fetch/, /WebSocket/);
    const words = readMessages(language);
    const own = (key: string) => words.get(`options.${key}`) ?? key;
    await page.addInitScript((code) => localStorage.setItem('language', code), language);
    await page.route('**/api/transfer', async (route) => {
      const response = await route.fetch();
      await context.setOffline(true);
      await route.fulfill({ response });
    });
    await page.goto('/options');
    await placeable(page);
    await page
      .getByRole('main')
      .getByRole('button', { name: own('bar.stake') })
      .click();
    const form = page.getByRole('dialog');
    await form
      .getByRole('group', { name: own('form.presets') })
      .getByRole('button')
      .nth(1)
      .click();
    await form
      .getByRole('group', { name: own('form.closesAfter') })
      .getByRole('button')
      .first()
      .click();
    await form.getByRole('button', { name: new RegExp(`^${own('up')}`) }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: own('confirm.placeUp') })
      .click();
    const back = form.getByRole('button', { name: own('form.moveBack') });
    await expect(back).toBeVisible();
    await expect(page.getByRole('alertdialog')).toBeHidden();
    expect(await page.evaluate<string[]>(LAYOUT)).toEqual([]);
    await context.setOffline(false);
    await page.unroute('**/api/transfer');
    expect((await available(member))[2]).toBe('30.00000000');
    expect((await member.obtain('getHyOrderList', { status: '0' })).list).toEqual([]);
    await back.click();
    await expect(back).toBeHidden();
    expect(await available(member)).toMatchObject({ 1: '10000.00000000', 2: '0.00000000' });
  });

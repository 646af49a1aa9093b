import { SPOT_STATUS } from '@plimsoll/contract';
import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { inOrder, namedAll, notLost, pressOn, writeInto } from './support/keyboard.ts';
import { lastLook } from './support/last-look.ts';
import { loaded } from './support/loaded.ts';
import { newEmail, PASSWORD } from './support/member.ts';
import { PAY_PASSWORD, readyToWithdraw } from './support/operator.ts';
import { fund, Options } from './support/options.ts';
import { announced, Exchange } from './support/screen.ts';
import { available } from './support/wallet.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });

async function goTo(page: Page, name: string, title = name): Promise<void> {
  await pressOn(page, tab(page, name));
  await expect(page).toHaveTitle(`Plimsoll · ${title}`);
  await expect(heading(page)).toBeFocused();
}

// On a desktop: phones have no Tab key.
test.use({ isMobile: false, hasTouch: false });

test('with the keyboard alone a visitor registers, takes demo funds and looks into the panel', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Create account' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await pressOn(page, page.getByRole('link', { name: 'Create account' }));
  await expect(page).toHaveURL('/register');
  await expect(heading(page)).toBeFocused();
  await namedAll(page);
  await inOrder(
    page,
    /^heading "Create account"/,
    /^textbox "Email"/,
    /^textbox "Password"/,
    /^textbox "Confirm password"/,
    /^textbox "Invite code"/,
    /^button "Create account"/,
  );
  await pressOn(page, page.getByRole('button', { name: 'Create account' }));
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(
    'Enter a valid email or phone',
  );
  await notLost(page);
  await writeInto(page, page.getByRole('textbox', { name: 'Email' }), newEmail());
  await writeInto(page, page.getByRole('textbox', { name: 'Password', exact: true }), PASSWORD);
  await writeInto(page, page.getByRole('textbox', { name: 'Confirm password' }), PASSWORD);
  await loaded(page, () => page.keyboard.press('Enter'));
  await expect(page).toHaveURL('/');

  await pressOn(page, page.getByRole('button', { name: 'Get demo funds' }));
  await expect(page.getByText('10,000.00').first()).toBeVisible();
  await notLost(page);

  await pressOn(page, heading(page).getByRole('button'));
  const panel = page.getByRole('dialog', { name: 'Account' });
  await expect(panel).toBeVisible();
  await namedAll(page);
  await pressOn(page, panel.getByRole('switch', { name: 'Night mode' }), 'Space');
  await expect(panel.getByRole('switch', { name: 'Night mode' })).toHaveAttribute('aria-checked', 'false');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(heading(page).getByRole('button')).toBeFocused();
  await pressOn(page, heading(page).getByRole('button'));
  await pressOn(page, panel.getByRole('link', { name: /^Security/ }));
  await expect(page).toHaveURL('/security');
  await expect(heading(page)).toBeFocused();
});

test.describe('a member', () => {
  test.use({ as: 'member' });

  test('with the keyboard alone a member places and cancels a spot order', async ({ page, member }) => {
    await page.goto('/');
    await goTo(page, 'Trade');
    const exchange = new Exchange(page);
    await expect(exchange.available).toHaveText(/\d/);
    await expect(exchange.submit).toBeEnabled();
    await namedAll(page);
    await inOrder(
      page,
      /^heading "/,
      /^button "Buy"/,
      /^textbox "Price, USDT"/,
      /^textbox "Amount, BTC"/,
      /^button "Buy BTC"/,
    );
    await writeInto(page, exchange.price, '400000');
    await writeInto(page, exchange.quantity, '0.01');
    await exchange.meet(() => page.keyboard.press('Enter'));
    await announced(page, 'Order placed');
    await notLost(page);
    await expect(exchange.openOrders.getByRole('listitem')).toHaveCount(1);
    await pressOn(page, exchange.openOrders.getByRole('button', { name: /Cancel/ }).first());
    const question = page.getByRole('alertdialog');
    if (await question.isVisible()) await pressOn(page, question.getByRole('button').last());
    await expect(exchange.openOrders.getByRole('listitem')).toHaveCount(0);
    expect((await member.obtain('tradegetOrderList')).list.map(({ status }) => status)).toEqual([
      SPOT_STATUS.cancelled,
    ]);
    await notLost(page);
  });

  test('with the keyboard alone a member places an option', async ({ page, member }) => {
    await fund(member);
    await page.goto('/');
    await goTo(page, 'Options');
    const options = new Options(page);
    await expect(options.button('Up')).toBeEnabled();
    const stake = page.getByRole('main').getByRole('button', { name: /^Stake/ });
    await pressOn(page, stake);
    await expect(options.sheet).toBeVisible();
    await namedAll(page);
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press('Tab');
      // The focus guards move the focus a moment later.
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.closest('main, nav')?.tagName))
        .toBeUndefined();
    }
    await page.keyboard.press('Escape');
    await expect(options.sheet).toBeHidden();
    await expect(stake).toBeFocused();
    await page.keyboard.press('Enter');
    await pressOn(
      page,
      options.sheet.getByRole('group', { name: 'Quick stakes' }).getByRole('button', { name: '30', exact: true }),
      'Space',
    );
    await pressOn(
      page,
      options.sheet.getByRole('group', { name: 'Duration' }).getByRole('button', { name: '30 s' }),
      'Space',
    );
    await pressOn(page, options.sheet.getByRole('button', { name: /^Up / }));
    await expect(options.confirm('Up')).toBeVisible();
    await inOrder(page, /^alertdialog "Confirm BTC\/USDT Up"/, /^heading "Confirm BTC/, /^button/, /^button "Buy Up"/);
    await pressOn(page, options.confirm('Up').getByRole('button', { name: 'Buy Up' }));
    await expect(options.progress).toBeVisible();
    await notLost(page);
    await page.keyboard.press('Escape');
    await expect(options.progress).toBeHidden();
    await notLost(page);
    expect((await member.obtain('getHyOrderList', { status: '1', page: '1', limit: '10' })).list).toHaveLength(1);
  });

  test('with the keyboard alone a member asks for a withdrawal', async ({ page, member }) => {
    await readyToWithdraw(member);
    await page.goto('/');
    await goTo(page, 'Assets');
    await pressOn(page, page.getByRole('navigation', { name: 'Actions' }).getByRole('button', { name: 'Withdraw' }));
    await expect(page).toHaveURL('/withdrawal');
    await expect(heading(page)).toBeFocused();
    const amount = page.getByRole('form').getByRole('textbox', { name: /^Amount/ });
    await writeInto(page, amount, '1500');
    await namedAll(page);
    await inOrder(page, /^heading "Withdraw"/, /^textbox "Amount/, /^textbox "Payment password"/, /^button "Withdraw/);
    await writeInto(page, page.getByRole('textbox', { name: 'Payment password' }), PAY_PASSWORD);
    await page.keyboard.press('Enter');
    const look = lastLook(page);
    await expect(look).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(look).toBeHidden();
    await notLost(page);
    await pressOn(page, page.locator('main button[type=submit]'));
    await expect(look).toBeVisible();
    await pressOn(page, look.getByRole('checkbox', { name: /checked every character/ }), 'Space');
    await pressOn(page, look.getByRole('button', { name: /^Send / }));
    await expect(look).toBeHidden();
    await expect.poll(async () => (await available(member))[1]).toBe('8500.00000000');
    await notLost(page);
  });
});

test('with reduced motion sheets open without an animation', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const moved = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .flatMap(({ effect }) =>
          effect instanceof KeyframeEffect ? effect.getKeyframes().flatMap((frame) => Object.keys(frame)) : [],
        )
        .filter((name) =>
          ['transform', 'translate', 'rotate', 'scale', 'backgroundPositionX', 'inlineSize', 'height'].includes(name),
        ),
    );
  expect(await moved()).toEqual([]);
  await page.getByRole('button', { name: /^Language/ }).click();
  await expect(page.getByRole('dialog', { name: 'Language' })).toBeVisible();
  expect(await moved()).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await moved()).toEqual([]);
});

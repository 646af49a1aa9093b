import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { slide, tradeLook } from './support/last-look.ts';
import { announced, dismiss, Exchange, isClosed, untilMet, untilServed } from './support/screen.ts';
import { available, MoveFunds } from './support/wallet.ts';

test.use({ as: 'member' });

const PAY = 'Anchor7down';
const slider = (page: Page, name: string | RegExp) => page.getByRole('slider', { name });
const whole = async (page: Page): Promise<void> => {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
};

test('ten times the market asks for confirmation; the best offer is one tap away, and beyond the price band nothing is placed', async ({
  page,
  member,
}) => {
  const exchange = new Exchange(page);
  await exchange.open();
  const write = async (price: string) => {
    await exchange.choose('Buy', 'Limit');
    await exchange.price.fill(price);
    await exchange.quantity.fill('0.001');
    await expect(exchange.side('Sell orders').first()).toBeVisible();
    await exchange.submit.click();
  };
  await write('5000000');
  const sheet = page.getByRole('dialog', { name: 'Ten times the market price?' });
  await expect(sheet).toContainText('The decimal point may be in the wrong place.');
  await sheet.getByRole('button', { name: /^Use .* instead$/ }).click();
  await expect(sheet).toBeHidden();
  await expect(exchange.price).not.toHaveValue(/5.?000.?000/);

  await write('5000000');
  await expect(sheet).toBeVisible();
  await slider(page, /^Slide to place at/).click();
  await expect(sheet).toBeVisible();
  let isAsked = true;
  await untilServed(page, 'upbbbuy', async () => {
    if (!isAsked) await write('5000000');
    isAsked = false;
    await slide(page, /^Slide to place at/);
    await expect(sheet).toBeHidden();
  });
  await dismiss(page, 'Order not placed: 5,000,000 is outside the price band of 50%');
  expect((await member.obtain('tradegetOrderList', {})).list).toEqual([]);
});

test('an order a tenth through the book is placed by sliding, or by holding Enter for a second', async ({
  page,
  member,
}) => {
  const exchange = new Exchange(page);
  await exchange.open();
  for (const how of ['slide', 'hold'] as const) {
    await exchange.meet(async () => {
      await exchange.choose('Buy', 'Limit');
      await exchange.price.fill('550000');
      await exchange.quantity.fill('0.001');
      await expect(exchange.side('Sell orders').first()).toBeVisible();
      await exchange.submit.click();
      await expect(page.getByRole('dialog', { name: 'Check your price' })).toBeVisible();
      if (how === 'slide') await slide(page, /^Slide to place at/);
      else {
        await slider(page, /^Slide to place at/).focus();
        await page.keyboard.down('Enter');
      }
      await expect(page.getByRole('dialog', { name: 'Check your price' })).toBeHidden();
      if (how === 'hold') await page.keyboard.up('Enter');
    });
    await exchange.done();
  }
  await expect.poll(async () => (await member.obtain('tradegetOrderList', { status: '2' })).list.length).toBe(2);
});

test('a market order for all that is there is looked at, and a screen reader can set its slide', async ({
  page,
  member,
}) => {
  const exchange = new Exchange(page);
  await exchange.open();
  await exchange.choose('Buy', 'Market');
  await exchange.form.getByRole('button', { name: '100%' }).click();
  await exchange.submit.click();
  const look = tradeLook(page);
  await expect(look).toContainText('All you have. 10,000 of 10,000 USDT.');
  await expect(look.locator('dl')).toContainText('Best market price');
  await look.getByRole('button', { name: 'Back' }).click();
  await expect(look).toBeHidden();
  expect((await member.obtain('tradegetOrderList', {})).list).toEqual([]);

  await exchange.submit.click();
  // A tap at either end of it does nothing.
  const knob = slider(page, 'Slide to confirm');
  const box = await knob.boundingBox();
  if (!box) throw new Error('no slider');
  for (const x of [24, box.width - 6]) await knob.click({ position: { x, y: box.height / 2 } });
  for (const key of ['End', 'PageUp']) await knob.press(key);
  await expect(knob).toHaveValue('0');
  let isAsked = true;
  await exchange.send(async () => {
    if (!isAsked) {
      // A refusal closes the look.
      await expect(look).toBeHidden();
      await exchange.submit.click();
    }
    isAsked = false;
    await knob.fill('100');
  });
  await expect(look).toBeHidden();
  expect((await member.obtain('tradegetOrderList', { status: '2' })).list).toHaveLength(1);
});

test('small trades are sent at once, until the member asks to see each', async ({ page, member }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /open member menu/ }).click();
  const setting = page.getByRole('switch', { name: 'Skip confirming small trades' });
  await expect(setting).toBeChecked();
  await expect(setting).toHaveAccessibleDescription(
    /^Below 10,000 USDT, .*Withdrawals, sending and locks always ask\.$/,
  );
  await setting.click();
  await expect(setting).not.toBeChecked();
  await page.getByRole('dialog', { name: 'Account' }).getByRole('button', { name: 'Close' }).click();
  await isClosed(page);

  const exchange = new Exchange(page);
  await exchange.open();
  await exchange.choose('Buy', 'Market');
  await exchange.amount.fill('500');
  const look = tradeLook(page);
  await exchange.send(async () => {
    await expect(look).toBeHidden();
    await exchange.submit.click();
    await expect(look.getByRole('button', { name: 'Buy BTC' })).toBeVisible();
    await expect(look.getByRole('slider')).toHaveCount(0);
    await look.getByRole('button', { name: 'Buy BTC' }).click();
  });

  const move = new MoveFunds(page);
  await move.open();
  await move.amount.fill('25');
  await move.submit.click();
  await expect(look.locator('dl')).toContainText('Instant');
  await look.getByRole('button', { name: 'Transfer' }).click();
  await dismiss(page, 'Transfer completed');
  expect(await available(member)).toMatchObject({ 2: '25.00000000' });

  await isClosed(page);
  await page.goto('/');
  await page.getByRole('button', { name: /open member menu/ }).click();
  await setting.click();
  await move.open();
  await move.amount.fill('25');
  await move.submit.click();
  // Not by its toast: that of the first transfer is carried to the next document.
  await expect.poll(() => available(member)).toMatchObject({ 2: '50.00000000' });
});

test('converting all of it is looked at, at the live price, and slid', async ({ page, member }) => {
  await member.obtain('resetpay', { logpassword: member.password, newpassword: PAY });
  // As much as a book holds at any time.
  await member.obtain('transfer', { c_id: '1', num: '9000', from_type: '1', to_type: '2' });
  await page.goto('/exchangeb');
  await page.getByRole('button', { name: 'Use all available' }).click();
  await page.getByRole('textbox', { name: 'Payment password' }).fill(PAY);
  await untilMet(page, 'exchangeCoin', async () => {
    await expect(tradeLook(page)).toBeHidden();
    await page.getByRole('button', { name: /^Convert 1,000/ }).click();
    await expect(tradeLook(page)).toContainText('You receive (estimated)');
    await expect(tradeLook(page)).toContainText('1,000 of 1,000 USDT');
    await slide(page, 'Slide to confirm');
  });
  await dismiss(page, 'Converted');
  expect((await available(member))[1]).toBe('0.00000000');
});

test('in Arabic all that is moved is slid to the left, and with the keyboard alone by holding Enter', async ({
  page,
  member,
}) => {
  await page.addInitScript(() => localStorage.setItem('language', 'ar'));
  await page.goto('/changemoney');
  const form = page.getByRole('form', { name: 'تحويل' });
  const look = page.getByRole('dialog', { name: 'تحقق وأكّد' });
  const knob = slider(page, 'اسحب للتأكيد');
  for (const [how, to] of [
    ['slide', '2'],
    ['hold', '1'],
  ] as const) {
    await form.getByRole('textbox', { name: 'المبلغ' }).fill('10000');
    await page.locator('main button[type=submit]').focus();
    await page.keyboard.press('Enter');
    await expect(look).toContainText('هذا كل ما لديك.');
    await whole(page);
    if (how === 'slide') await slide(page, 'اسحب للتأكيد');
    else {
      for (let step = 0; step < 9 && !(await knob.evaluate((each) => each === document.activeElement)); step += 1)
        await page.keyboard.press('Tab');
      await expect(knob).toBeFocused();
      // A short press lets go.
      await page.keyboard.press('Enter');
      await expect(look).toBeVisible();
      await page.keyboard.down('Enter');
    }
    // Before its toast is looked for: that of the first transfer is carried to the next document.
    await expect(look).toBeHidden();
    if (how === 'hold') await page.keyboard.up('Enter');
    await announced(page, 'اكتمل التحويل');
    expect((await available(member))[Number(to)]).toBe('10000.00000000');
    await page.goto('/changemoney?from=2&to=1');
  }
});

import { fileURLToPath } from 'node:url';
import type { Browser, Locator, Page } from '@playwright/test';
import { test as journey } from './support/console-journey.ts';
import { consoleContext, openScreen } from './support/console-screen.ts';
import { expect } from './support/journey.ts';
import { lastLook, tradeLook } from './support/last-look.ts';
import { newEmail, PASSWORD, registerMember, type Member } from './support/member.ts';
import {
  askWithdrawal,
  claimDeposit,
  enterConsole,
  PAY_PASSWORD,
  readyToWithdraw,
  type Operator,
} from './support/operator.ts';
import { fund, Options } from './support/options.ts';
import { picture } from './support/picture.ts';
import { announced, Exchange, untilMet } from './support/screen.ts';
import { Hand, JOBS, type Job } from './support/taps.ts';
import { watch } from './support/watch.ts';

// Each job as a member does it, with the taps that it takes: what is waited for here is looked at, not tapped.

const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const PHOTO = fileURLToPath(new URL('../apps/member/public/icons/icon-512.png', import.meta.url));

interface Own {
  readonly owner: Operator;
  /** Has an option that ends while the other journeys run. */
  readonly trader: Member;
}

// In order on one server: starting another would take longer than each of these journeys.
journey.describe.configure({ mode: 'default' });

const test = journey.extend<{ hand: Hand }, { own: Own }>({
  own: [
    async ({ server }, give) => {
      const trader = await registerMember(server.url, { funded: true });
      await fund(trader);
      await trader.obtain('creatorder', { m_id: '1', ctime: '30', ctzed: '30', buytype: '1' });
      const owner = await enterConsole(server.url);
      await owner.enrol();
      await give({ owner, trader });
    },
    { scope: 'worker', auto: true },
  ],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads off the pattern what a fixture needs: nothing
  hand: async ({}, give) => give(new Hand()),
});

const took = (hand: Hand, { name, now }: Job) => expect(hand.taps, `taps to ${name}`).toBe(now);
/**
 * Taps what sends a call: one tap, also where the book of the moment does not serve it and it is sent once more, after
 * what leads there.
 */
async function send(page: Page, hand: Hand, call: string, control: Locator, again?: () => Promise<void>) {
  let isFirst = true;
  await untilMet(page, call, async () => {
    if (isFirst) await hand.tap(control);
    else {
      await again?.();
      await control.click();
    }
    isFirst = false;
  });
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
const tile = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Services' }).getByRole('link', { name, exact: true });

test('a visitor registers', async ({ page, hand }) => {
  await page.goto('/');
  await hand.tap(page.getByRole('link', { name: 'Create account' }));
  await hand.write(field(page, 'Email'), newEmail());
  await hand.write(field(page, 'Password'), PASSWORD);
  await hand.write(field(page, 'Confirm password'), PASSWORD);
  await hand.tap(button(page, 'Create account'));
  await expect(page.getByText('Total balance')).toBeVisible();
  took(hand, JOBS.register);
});

test('a visitor changes the language', async ({ page, hand }) => {
  await page.goto('/');
  await hand.tap(button(page, /^Language/));
  await hand.tap(page.getByRole('dialog', { name: 'Language' }).getByRole('button', { name: 'Deutsch' }));
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  took(hand, JOBS.language);
});

test.describe('a newcomer', () => {
  test.use({ as: 'newcomer' });

  test('takes demo funds', async ({ page, hand }) => {
    await page.goto('/');
    await hand.tap(button(page, 'Get demo funds'));
    await expect(page.getByRole('main').getByText('10,000.00').first()).toBeVisible();
    took(hand, JOBS.funds);
  });
});

test.describe('a member', () => {
  test.use({ as: 'member' });

  test('changes between night and day', async ({ page, hand }) => {
    await page.goto('/');
    const themeOf = () => page.evaluate(() => document.documentElement.dataset['theme']);
    const before = await themeOf();
    await hand.tap(button(page, /open member menu/));
    await hand.tap(page.getByRole('switch', { name: 'Night mode' }));
    await expect.poll(themeOf).not.toBe(before);
    took(hand, JOBS.theme);
  });

  test('buys BTC at the market', async ({ page, hand }) => {
    const exchange = new Exchange(page);
    await page.goto('/');
    await hand.tap(tab(page, 'Trade'));
    await hand.tap(exchange.form.getByRole('button', { name: 'Market', exact: true }));
    await hand.tap(exchange.form.getByRole('button', { name: '25%' }));
    await send(page, hand, 'upbbbuy', exchange.submit);
    await expect(exchange.result).toBeVisible();
    took(hand, JOBS.buy);
  });

  test('places a limit order at a level of the book, and cancels it', async ({ page, hand }) => {
    const exchange = new Exchange(page);
    await page.goto('/');
    await hand.tap(tab(page, 'Trade'));
    await hand.tap(exchange.side('Buy orders').last());
    await hand.tap(exchange.form.getByRole('button', { name: '25%' }));
    await send(page, hand, 'upbbbuy', exchange.submit);
    const cancel = exchange.openOrders.getByRole('button', { name: /^Cancel/ });
    await expect(cancel).toBeVisible();
    took(hand, JOBS.limit);
    const other = new Hand();
    await other.tap(cancel);
    await expect(cancel).toBeHidden();
    took(other, JOBS.cancel);
  });

  test('places the first option, with nothing in the options account', async ({ page, hand, member }) => {
    const options = new Options(page);
    await page.goto('/');
    await hand.tap(tab(page, 'Options'));
    await hand.tap(page.getByRole('main').getByRole('button', { name: /^Stake/ }));
    await hand.tap(
      options.sheet.getByRole('group', { name: 'Quick stakes' }).getByRole('button', { name: '30', exact: true }),
    );
    await hand.tap(options.sheet.getByRole('group', { name: 'Duration' }).getByRole('button', { name: '60 s' }));
    await hand.tap(options.sheet.getByRole('button', { name: /^Up / }));
    const buy = options.confirm('Up').getByRole('button', { name: 'Buy Up' });
    await send(page, hand, 'creatorder', buy, () => options.ask('Up'));
    await expect(options.progress.getByRole('timer')).toBeVisible();
    expect((await member.obtain('getHyOrderList', { status: '0' })).list).toHaveLength(1);
    took(hand, JOBS.option);
  });

  test('claims a deposit', async ({ page, hand, member }) => {
    await page.goto('/');
    await hand.tap(tile(page, 'Deposit'));
    await hand.write(page.getByRole('form').getByRole('textbox', { name: /^Amount/ }), '1500');
    const proof = page.getByRole('group', { name: 'Proof of payment' });
    await proof.locator('input').setInputFiles({ name: 'paid.png', mimeType: 'image/png', buffer: picture(61) });
    await expect(proof.getByRole('status')).toHaveText('Uploaded');
    await hand.tap(button(page, /^Submit deposit/));
    // Where it stands is shown without a tap.
    await expect(page.getByRole('dialog').getByRole('list', { name: 'Progress' })).toBeVisible();
    expect((await member.obtain('getRechargeList')).list).toHaveLength(1);
    took(hand, JOBS.deposit);
  });

  test('withdraws for the first time, with neither address nor payment password', async ({ page, hand, member }) => {
    await page.goto('/');
    await hand.tap(tile(page, 'Withdraw'));
    await hand.tap(page.getByRole('link', { name: 'Add address' }));
    await hand.write(field(page, 'Address'), TRON);
    await hand.tap(button(page, 'Save address'));
    await hand.tap(page.getByRole('link', { name: 'Set payment password' }));
    await hand.write(field(page, 'Login password'), PASSWORD);
    await hand.write(field(page, 'New payment password'), PAY_PASSWORD);
    await hand.write(field(page, 'Confirm new password'), PAY_PASSWORD);
    await hand.tap(button(page, 'Set payment password'));
    await hand.write(page.getByRole('form').getByRole('textbox', { name: /^Amount/ }), '400');
    await hand.tap(page.locator('main button[type=submit]'));
    await hand.tap(lastLook(page).getByRole('checkbox', { name: /checked every character/ }));
    await hand.tap(lastLook(page).getByRole('button', { name: /^Send / }));
    await expect(page.getByRole('dialog').getByRole('list', { name: 'Progress' })).toBeVisible();
    expect((await member.obtain('getWithdrawList')).list).toHaveLength(1);
    took(hand, JOBS.withdraw);
  });

  test('converts what is in the funds account', async ({ page, hand, member }) => {
    await member.obtain('resetpay', { logpassword: member.password, newpassword: PAY_PASSWORD });
    await page.goto('/');
    await hand.tap(tile(page, 'Convert'));
    await hand.write(page.getByRole('textbox', { name: /^Amount, / }), '500');
    await hand.write(field(page, 'Payment password'), PAY_PASSWORD);
    await send(page, hand, 'exchangeCoin', button(page, /^Convert 500/));
    await expect(page.getByText(/^You received 0\.0\d+ BTC$/)).toBeVisible();
    took(hand, JOBS.convert);
  });

  test('sends to a member', async ({ page, hand, member, server }) => {
    await member.obtain('resetpay', { logpassword: member.password, newpassword: PAY_PASSWORD });
    const tom = await registerMember(server.url, { funded: false });
    await page.goto('/transfer');
    await hand.search(field(page, 'Recipient'), tom.email);
    await hand.tap(button(page, 'Confirm recipient'));
    await hand.write(field(page, 'Amount'), '50');
    await hand.write(field(page, 'Payment password'), PAY_PASSWORD);
    await hand.tap(button(page, 'Send 50.00 USDT'));
    await hand.tap(lastLook(page).getByRole('button', { name: /^Send / }));
    await expect(page.getByText('50.00 USDT sent to')).toBeVisible();
    took(hand, JOBS.send);
  });

  test('locks the least of a product', async ({ page, hand, member }) => {
    await page.goto('/lockming');
    await hand.tap(page.getByRole('link', { name: 'Lock in Cutter 30' }));
    await hand.tap(button(page, 'Lock 500.00 USDT'));
    await hand.tap(tradeLook(page).getByRole('button', { name: 'Lock', exact: true }));
    await expect(page).toHaveURL('/lockming?tab=orders');
    expect((await member.obtain('getMiningMachineOrders')).list).toHaveLength(1);
    took(hand, JOBS.lock);
  });

  test('applies for a loan', async ({ page, hand, member }) => {
    await page.goto('/');
    await hand.tap(tile(page, 'Loans'));
    await hand.tap(page.getByRole('link', { name: 'Apply for Haven line 30' }));
    for (const name of ['Front of your ID', 'Back of your ID', 'Selfie with ID']) {
      await page.getByRole('group', { name }).locator('input').setInputFiles(PHOTO);
      await expect(page.getByRole('group', { name }).getByRole('status')).toHaveText('Uploaded');
    }
    await hand.tap(page.getByRole('button', { name: 'Apply', exact: true }));
    await expect(page).toHaveURL('/loans?tab=orders');
    expect((await member.obtain('getLoanRecords')).list).toHaveLength(1);
    took(hand, JOBS.loan);
  });

  test('stakes a coin that was bought for it', async ({ page, hand, member }) => {
    await member.obtain('resetpay', { logpassword: member.password, newpassword: PAY_PASSWORD });
    await page.goto('/');
    await hand.tap(tile(page, 'Staking'));
    await hand.tap(button(page, 'Subscribe, TRX'));
    const form = page.getByRole('form', { name: 'Subscribe TRX' });
    await hand.tap(form.getByRole('link', { name: 'Get TRX' }));
    await hand.write(page.getByRole('textbox', { name: 'Amount, USDT' }), '100');
    await hand.write(field(page, 'Payment password'), PAY_PASSWORD);
    await send(page, hand, 'exchangeCoin', button(page, /^Convert 100/));
    await hand.tap(page.getByRole('link', { name: 'Back to staking' }));
    await hand.write(form.getByRole('textbox', { name: 'Amount' }), '50');
    await hand.write(form.getByRole('textbox', { name: 'Payment password' }), PAY_PASSWORD);
    await hand.tap(form.getByRole('button', { name: /^Subscribe 50/ }));
    await hand.tap(tradeLook(page).getByRole('button', { name: 'Subscribe', exact: true }));
    await expect(form.getByText('50.00 TRX subscribed.')).toBeVisible();
    took(hand, JOBS.stake);
  });
});

/** A console where an operator works, at its first screen. */
async function atConsole(browser: Browser, url: string, owner: Operator, work: (page: Page) => Promise<void>) {
  const context = await consoleContext(browser, url, owner);
  const trouble = await watch(context);
  const page = await context.newPage();
  await openScreen(page, '');
  await work(page);
  expect(trouble.unexpected).toEqual([]);
  await context.close();
}

const row = (page: Page, number: string) => page.getByRole('row').filter({ hasText: number }).getByRole('link');

test('an operator credits a deposit', async ({ browser, server, own, hand }) => {
  const member = await registerMember(server.url, { funded: false });
  const id = await claimDeposit(server.url, member, '700', 62);
  await atConsole(browser, server.url, own.owner, async (page) => {
    await hand.tap(
      page
        .getByRole('navigation')
        .getByRole('link', { name: /^Deposits/ })
        .first(),
    );
    await hand.tap(row(page, `D-${id}`));
    await hand.tap(button(page, 'Credit 700.00 USDT'));
    await announced(page, `D-${id} credited`);
    took(hand, JOBS.credit);
  });
});

test('an operator approves a withdrawal', async ({ browser, server, own, hand }) => {
  const member = await registerMember(server.url, { funded: true });
  await readyToWithdraw(member);
  const id = await askWithdrawal(member, '150');
  await atConsole(browser, server.url, own.owner, async (page) => {
    await hand.tap(
      page
        .getByRole('navigation')
        .getByRole('link', { name: /^Withdrawals/ })
        .first(),
    );
    await hand.tap(row(page, `W-${id}`));
    await hand.tap(button(page, /^Approve and send/));
    await announced(page, `W-${id} sent`);
    took(hand, JOBS.approve);
  });
});

test.describe('a trader', () => {
  test.use({ as: 'newcomer' });

  test('sees the proof of a settled option', async ({ page, hand, own }) => {
    await page.addInitScript((token) => localStorage.setItem('token', token), own.trader.token);
    await expect
      .poll(async () => (await own.trader.obtain('getHyOrderList', { status: '2' })).list.length, { timeout: 60_000 })
      .toBe(1);
    await page.goto('/options');
    await hand.tap(new Options(page).view('Orders'));
    await hand.tap(page.getByRole('tab', { name: 'Settled' }));
    await hand.tap(page.getByRole('list', { name: 'Settled' }).getByRole('link', { name: 'Proof' }));
    await expect(page.getByText('Verified on this device.')).toBeVisible();
    took(hand, JOBS.proof);
  });
});

import type { Locator, Page } from '@playwright/test';
import { complaints } from './support/axe.ts';
import { expect, test as journey } from './support/journey.ts';
import type { Member } from './support/member.ts';
import { claimDeposit, enterConsole } from './support/operator.ts';
import { fund, Options, SETTLES_WITHIN_MS, test } from './support/options.ts';
import { dismiss, Exchange, keepToasts, onHome, toast } from './support/screen.ts';

const strip = (page: Page): Locator => page.getByRole('region', { name: 'In progress' });
const tab = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: new RegExp(`^${name}`) });

const takeUp = (member: Member, stake: string) =>
  member.obtain('creatorder', { m_id: '1', ctime: '30', ctzed: stake, buytype: '1' });

/** How often Home asks for the balance by itself. */
const BALANCE_EVERY_MS = 10_000;
/** From now on nothing is asked for so often in this document: a new balance comes with the news of it alone. */
const withoutPolls = (page: Page): Promise<void> =>
  page.evaluate((everyMs) => {
    const repeat = globalThis.setInterval;
    const kept = (act: TimerHandler, ms?: number, ...rest: unknown[]): number =>
      ms === everyMs ? 0 : repeat(act, ms, ...rest);
    Object.assign(globalThis, { setInterval: kept });
  }, BALANCE_EVERY_MS);

test.describe('a member with options', () => {
  test.use({ as: 'member' });
  test.beforeEach(async ({ member }) => fund(member));

  test('a running option is in the strip of every tab, one tap from its progress; its end is shown where one is, with the balance at once', async ({
    page,
    member,
  }) => {
    test.setTimeout(180_000);
    await page.goto('/');
    await expect(onHome(page, '10,000.00')).toBeVisible();
    await takeUp(member, '30');
    // Sent by the server, or found at the next poll; prices rise, so that Up is ahead.
    const running = strip(page).getByRole('link', { name: /^BTC Up/ });
    await expect(running).toHaveText(/^BTC Up 00:[0-3]\d\s[\d,.]+ ahead$/, { timeout: SETTLES_WITHIN_MS });
    await running.click();
    await expect(page).toHaveURL(/\/options\?currentSymbol=btcusdt/);
    const options = new Options(page);
    await expect(options.progress.getByRole('timer')).toBeVisible();
    await options.close();
    // That screen has its own list of what runs.
    await expect(strip(page)).toHaveCount(0);
    await withoutPolls(page);
    await tab(page, 'Home').click();

    const won = page.getByRole('status').filter({ hasText: 'BTC · Up · You won +22.50' });
    // It stays while it has the focus.
    await won.getByRole('button', { name: 'Dismiss' }).focus({ timeout: SETTLES_WITHIN_MS });
    await expect(won).toContainText('52.50 USDT credited to your options account.');
    await expect(onHome(page, '10,022.50')).toBeVisible();
    await expect(tab(page, 'Options')).toHaveAccessibleName('Options Settled 1');
    expect(await complaints(page)).toEqual([]);
    // It covers neither the tabs nor what is tapped next.
    await tab(page, 'Market').click();

    await takeUp(member, '20');
    await expect(strip(page).getByRole('link', { name: /^BTC Up/ })).toBeVisible({ timeout: SETTLES_WITHIN_MS });
    // Of this option nothing else is looked at while it runs.
    expect(await complaints(page)).toEqual([]);
    const again = page.getByRole('status').filter({ hasText: 'BTC · Up · You won +15.00' });
    const receipt = again.getByRole('link', { name: 'Receipt' });
    await receipt.focus({ timeout: SETTLES_WITHIN_MS });
    await expect(tab(page, 'Options')).toHaveAccessibleName('Options Settled 2');
    await receipt.click();
    await expect(page).toHaveURL(/\/proof\?receipt=option\.\d+$/);
    await page.goBack();
    await tab(page, 'Options').click();
    await expect(tab(page, 'Options')).toHaveAccessibleName('Options');
  });
});

journey.describe('a member', () => {
  journey.use({ as: 'member' });

  journey(
    'a market order ends in what was filled, its average price and its fee, each by its receipt, and a success takes no tap',
    async ({ page, member }) => {
      const exchange = new Exchange(page);
      await exchange.open();
      await exchange.choose('Buy', 'Market');
      // Not more than a thin book has.
      await exchange.amount.fill('500');
      await exchange.meet();
      const { result } = exchange;
      await expect(result).toContainText('Filled');
      await expect(result).toContainText(/Fee, [\d.]+%/);
      const {
        list: [order],
      } = await member.obtain('tradegetOrderList', { status: '2' });
      if (!order) throw new Error('nothing was filled');
      const value = (term: string) => result.locator('dl > div').filter({ hasText: term }).locator('dd');
      const digits = async (of: Locator) => (await of.innerText()).replaceAll(/[^\d.]/g, '');
      expect(await digits(value('You paid'))).toBe(order.total);
      expect(Number(await digits(value('Average price')))).toBe(Number(order.price));
      expect(await digits(value('Fee'))).toBe(order.fee);
      await expect(result).toContainText(
        `+${(Number(order.coinnum) - Number(order.fee)).toFixed(8).replace(/0+$/, '')} BTC`,
      );
      await expect(result.getByText(/^Receipt signed\. In the public log within 12 s\.$/)).toBeVisible();
      await expect(result.getByRole('listitem').first()).toBeVisible();
      expect(await complaints(page)).toEqual([]);
      await result.getByRole('link', { name: 'Receipt' }).click();
      await expect(page).toHaveURL(`/proof?receipt=fill.${order.id}`);
      await page.goBack();
      await expect(exchange.submit).toBeVisible();
      await expect(result).toBeHidden();

      await exchange.choose('Buy', 'Limit');
      await exchange.price.fill('400000');
      await exchange.quantity.fill('0.001');
      await keepToasts(page);
      await exchange.meet();
      await expect(toast(page, 'Order placed')).toBeVisible();
      for (const name of ['All markets', 'All orders'])
        await page.getByRole('button', { name }).or(page.getByRole('link', { name })).first().click({ trial: true });
      await exchange.form.getByRole('button', { name: 'Sell', exact: true }).click();
      await expect(toast(page, 'Order placed')).toBeVisible();
    },
  );

  journey('an order that waited says when it is filled whole, on any screen', async ({ page }) => {
    await page.goto('/market');
    await expect(tab(page, 'Market')).toHaveAttribute('aria-current', 'page');
    const order = {
      id: 7,
      type: 1,
      type_text: 'Buy',
      ordertype_text: 'Limit',
      kind: 1,
      coinname: 'BTC',
      trade_coin: 'USDT',
      addtime: '2026-03-21T14:00:00.000Z',
      tradetime: '2026-03-21T14:20:00.000Z',
      xjprice: '96850.00000000',
      price: '96850.00000000',
      predict_num: '0.02800000',
      total: '2711.80000000',
      fee: '0.00002800',
      fee_coin: 'BTC',
    };
    let isOpen = true;
    await page.route('**/api/tradegetOrderList', (route) => {
      const isAskedOpen = route.request().postData()?.includes('status=1') === true;
      const listed = isOpen
        ? { ...order, status: 1, coinnum: '0.00840000' }
        : { ...order, status: 2, coinnum: '0.02800000' };
      return route.fulfill({ json: { code: 1, msg: '', data: { list: isAskedOpen && !isOpen ? [] : [listed] } } });
    });
    await page.reload();
    await expect(strip(page).getByRole('link', { name: 'BTC Buy · Limit 30% filled' })).toBeVisible();
    isOpen = false;
    const filled = page.getByRole('status').filter({ hasText: 'Bought 0.028 BTC at 96,850' });
    // It stays while it has the focus.
    await filled.getByRole('button', { name: 'Dismiss' }).focus();
    await expect(filled).toContainText('Limit order filled');
    await expect(filled.getByRole('link', { name: 'Receipt' })).toHaveAttribute('href', '/proof?receipt=fill.7');
    await expect(strip(page)).toHaveCount(0);
    await filled.getByRole('button', { name: 'Dismiss' }).click();
    await expect(filled).toHaveCount(0);
  });

  journey(
    'what is refused to be read is shown in the words of the server, once, and stands in its place',
    async ({ page, trouble }) => {
      void trouble;
      const words = 'Loans are closed today';
      let asked = 0;
      await page.route('**/api/getLoanProjects', (route) => {
        asked += 1;
        return route.fulfill({ json: { code: 201, msg: words, data: null } });
      });
      await page.goto('/loans');
      await dismiss(page, words);
      await expect(page.getByRole('main').getByText(words)).toBeVisible();
      await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
      await expect.poll(() => asked).toBe(2);
      await expect(page.getByRole('main').getByText(words)).toBeVisible();
      await expect(toast(page, words)).toHaveCount(0);
    },
  );

  journey('a logout and a change of language are confirmed in the words of the server', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: /^Language: / }).click();
    await page.getByRole('dialog', { name: 'Language' }).getByRole('button', { name: 'Deutsch' }).click();
    await expect(page.locator('.toast')).toHaveText('Sprache geändert');
    await page.getByRole('button', { name: /^Plimsoll, / }).click();
    await page.getByRole('button', { name: 'Abmelden' }).click();
    await expect(page.locator('.toast')).toHaveText('Abgemeldet');
    await expect(page.getByRole('link', { name: 'Anmelden' })).toBeVisible();
  });
});

journey.describe('a member who reads from right to left', () => {
  journey.use({ as: 'member', locale: 'ar' });

  journey(
    'what is pending is on Home, opens its progress, and its credit is shown there',
    async ({ page, member, server }) => {
      const id = await claimDeposit(server.url, member, '800', 11);
      await page.goto('/');
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      const pending = page.getByRole('region', { name: 'قيد الانتظار' });
      await expect(pending.getByRole('listitem')).toHaveCount(1);
      await expect(pending).toContainText('+800.00');
      await expect(pending).toContainText(String(id));
      expect(await complaints(page)).toEqual([]);
      await pending.getByRole('button').click();
      const steps = page.getByRole('dialog').getByRole('listitem');
      await expect(steps).toHaveCount(3);
      await expect(steps.nth(1)).toContainText('قيد المراجعة');
      expect(await complaints(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      const owner = await enterConsole(server.url);
      await owner.call('POST', `/recharges/${id}/approve`, { amount: '800', remark: '' });
      const credited = page.getByRole('status').filter({ hasText: '+800.00' });
      // It stays while it has the focus.
      await credited.getByRole('button').first().focus({ timeout: 20_000 });
      await expect(credited).toContainText('قُيِّد في التمويل');
      await expect(pending).toHaveCount(0);
      await credited.getByRole('button').first().click();
      await expect(steps).toHaveCount(3);
    },
  );
});

import type { Envelope } from '@plimsoll/contract';
import { expect } from './support/journey.ts';
import { announced, untilMet } from './support/screen.ts';
import { balanceOf, fact, fund, Options, test } from './support/options.ts';

const CUT = [/net::ERR_/, /Failed to fetch/];

test.describe('for members whose options account is empty', () => {
  test.use({ as: 'member' });

  test('the stake comes from their funds with the one confirmation, which names the sum', async ({ page, member }) => {
    const options = new Options(page);
    await options.open();
    await options.choose();
    await expect(options.sheet.getByText('From funds account, now')).toBeVisible();
    await options.sheet.getByRole('button', { name: /^Up / }).click();
    await expect(fact(options.confirm('Up'), 'From other accounts')).toHaveText('30.00 USDT');
    expect(await balanceOf(member)).toBe('0.00000000');
    await options.place('Up');
    const { list } = await member.obtain('getTransferList');
    expect(list.map(({ from_type: from, to_type: to, num }) => [from, to, num])).toEqual([[1, 2, '30.00000000']]);
  });
});

test.describe('for members', () => {
  test.use({ as: 'member' });
  test.beforeEach(async ({ member }) => fund(member));

  test('an option in progress is listed with its countdown, and opens from the list', async ({ page }) => {
    const options = new Options(page);
    await options.open();
    await options.choose();
    await options.sheet.getByRole('button', { name: /^Down / }).click();
    await options.place('Down');
    await page.keyboard.press('Escape');
    await expect(options.progress).toBeHidden();
    await options.view('Orders').click();
    await expect(page.getByRole('tab', { name: 'In progress 1' })).toBeVisible();
    const row = page.getByRole('list', { name: 'Orders' }).getByRole('listitem');
    await expect(row).toContainText(/00:[0-3]\d/);
    await expect(row).toContainText('In progress');
    await expect(row).toContainText('30 s');
    await row.getByRole('button').click();
    await expect(options.progress.getByRole('timer')).toBeVisible();
    await page.goBack();
    await expect(options.progress).toBeHidden();
    await expect(row).toBeVisible();
  });

  test('without a connection the progress says so, and shows no estimate', async ({ page, context, trouble }) => {
    trouble.expect(...CUT, /WebSocket/);
    const options = new Options(page);
    await options.open();
    // Long enough to be offline and back while it runs.
    await options.choose(60);
    await options.sheet.getByRole('button', { name: /^Up / }).click();
    await options.place('Up');
    await expect(options.progress.getByText(/ at this price/)).toBeVisible();
    await context.setOffline(true);
    await expect(options.progress.getByText('You are offline. Your option continues.').first()).toBeVisible();
    await expect(options.progress.getByText(/ at this price/)).toBeHidden();
    await context.setOffline(false);
    await expect(options.progress.getByText(/ at this price/)).toBeVisible();
  });

  test('two taps place one option, and a lost answer is asked for again with the same key', async ({
    page,
    member,
    trouble,
  }) => {
    trouble.expect(...CUT);
    const options = new Options(page);
    await options.open();
    await options.choose();
    let keys: (string | undefined)[] = [];
    await page.route('**/api/creatorder', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.continue();
      // The server answers, but the answer is lost; where the price was too old for it, it is asked again.
      const response = await route.fetch();
      const { code } = (await response.json()) as Envelope;
      if (code === 1) return route.abort('connectionreset');
      keys = [];
      return route.fulfill({ response });
    });
    const question = options.confirm('Up');
    await untilMet(page, 'creatorder', async () => {
      await expect(question).toBeHidden();
      await options.ask('Up');
      await question.getByRole('button', { name: 'Buy Up' }).dblclick();
    });
    await announced(page, 'Connection lost. Checking the status of your request.');
    await expect(options.progress).toBeVisible();
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect((await member.obtain('getHyOrderList', { status: '0' })).list).toHaveLength(1);
  });

  test("a member's own loss limit and break hold, and what loosens says when", async ({ page, member }) => {
    const options = new Options(page);
    await options.open();
    await page.getByRole('button', { name: 'Trading limits' }).click();
    const sheet = page.getByRole('dialog', { name: 'Trading limits' });
    await expect(sheet.getByRole('button', { name: 'No changes' })).toBeDisabled();
    await sheet.getByRole('textbox', { name: 'Daily loss limit' }).fill('20');
    await sheet.getByRole('group', { name: 'Trading time reminder' }).getByRole('button', { name: '15 min' }).click();
    await sheet.getByRole('button', { name: 'Save limits' }).click();
    await expect(sheet).toBeHidden();
    expect(await member.obtain('getHyLimit')).toMatchObject({ daily_loss: '20.00000000', session_minutes: 15 });

    await options.choose();
    await options.sheet.getByRole('button', { name: /^Up / }).click();
    await options.confirmUntilServed('Up');
    await expect(options.confirm('Up')).toBeHidden();
    await expect(options.sheet.getByText('This would exceed your daily loss limit')).toBeVisible();
    expect(await balanceOf(member)).toBe('1000.00000000');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Trading limits' }).click();
    await sheet.getByRole('textbox', { name: 'Daily loss limit' }).fill('');
    await sheet.getByRole('group', { name: 'Take a break from options' }).getByRole('button', { name: '24 h' }).click();
    await sheet.getByRole('button', { name: 'Save limits' }).click();
    await expect(sheet).toBeHidden();
    await expect(page.getByText(/^You are on a break until/)).toBeVisible();
    await expect(options.button('Up')).toBeDisabled();
    await expect(options.button('Up')).toContainText('You’re on a break');
    await page.getByRole('button', { name: 'Trading limits' }).click();
    await expect(sheet.getByText(/^From .+: no daily loss limit\.$/)).toBeVisible();
  });

  test('a member who wants reminders sees how long they have traded, and may continue or open their limits', async ({
    page,
    member,
  }) => {
    await member.obtain('setHyLimit', { session_minutes: '15' });
    // They have been here for a quarter of an hour less two seconds.
    await page.addInitScript(() => {
      if (!sessionStorage.getItem('optionsSession'))
        sessionStorage.setItem(
          'optionsSession',
          JSON.stringify({ spentMs: 15 * 60_000 - 2000, seenAtMs: Date.now(), remindedAtMin: 0 }),
        );
    });
    await page.goto('/options');
    const reminder = page.getByRole('alertdialog', { name: '15 minutes on options' });
    await expect(reminder).toBeVisible();
    await reminder.getByRole('button', { name: 'Trading limits' }).click();
    await expect(reminder).toBeHidden();
    await expect(page.getByRole('dialog', { name: 'Trading limits' })).toBeVisible();
    await page.reload();
    await expect(new Options(page).button('Up')).toBeEnabled();
    await expect(reminder).toBeHidden();
  });

  test('another market is found in the panel, and the query of an address chooses it too', async ({ page }) => {
    const options = new Options(page);
    await options.open();
    await page.getByRole('button', { name: 'All markets' }).click();
    const panel = page.getByRole('dialog', { name: 'Markets' });
    await panel.getByRole('searchbox').fill('eth/u');
    await panel.getByRole('link', { name: /ETH\/USDT/ }).click();
    await expect(panel).toBeHidden();
    await expect(page).toHaveURL(/\/options\?currentSymbol=ethusdt&name=ETH%2FUSDT/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Options, ETH/USDT');
    await options.open('?currentSymbol=solusdt&name=SOL%2FUSDT');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Options, SOL/USDT');
    await page.goto('/options?currentSymbol=nothing&name=NO%2FTHING');
    await expect(page.getByText('Market not available')).toBeVisible();
  });

  test('options switched off: the screen says so, and the lists remain', async ({ page }) => {
    await page.route('**/api/getSetting', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { data: object };
      await route.fulfill({ response, json: { ...answer, data: { ...answer.data, options_switch: 0 } } });
    });
    const options = new Options(page);
    await page.goto('/options');
    await expect(page.getByText('New options are paused for now.')).toBeVisible();
    await expect(options.button('Up')).toBeDisabled();
    await expect(options.button('Down')).toContainText('Paused for now');
    await options.view('Orders').click();
    await expect(page.getByText('No options in progress')).toBeVisible();
  });

  test('from 900 px the form is beside the chart, and options in progress below it', async ({
    browser,
    server,
    member,
  }) => {
    const storageState = {
      cookies: [],
      origins: [{ origin: server.url, localStorage: [{ name: 'token', value: member.token }] }],
    };
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 1280, height: 860 },
      storageState,
    });
    const page = await context.newPage();
    const options = new Options(page);
    await options.open();
    const form = page.getByRole('region', { name: 'New option' });
    await form.getByRole('textbox', { name: 'Stake, USDT' }).fill('12.5');
    await form.getByRole('group', { name: 'Duration' }).getByRole('button', { name: '30 s' }).click();
    const column = await form.boundingBox();
    await form.getByRole('button', { name: /^Up / }).click();
    expect((await options.confirm('Up').boundingBox())?.x ?? 0).toBeGreaterThanOrEqual(column?.x ?? Infinity);
    await options.place('Up');
    await options.close();
    const table = page.getByRole('region', { name: 'In progress 1' });
    await expect(table.getByRole('row').nth(1)).toContainText('12.50');
    await expect(table.getByRole('row').nth(1)).toContainText(/00:[0-3]\d/);
    const board = await table.boundingBox();
    expect((board?.x ?? 0) + (board?.width ?? 0)).toBeLessThanOrEqual(column?.x ?? 0);
    await table.getByRole('button', { name: 'Settled' }).click();
    await expect(page.getByRole('tab', { name: 'Settled' })).toHaveAttribute('aria-selected', 'true');
    await context.close();
  });

  test('a placed option is watched, and back closes it, also in a slow browser', async ({
    browser,
    server,
    member,
  }) => {
    const storageState = {
      cookies: [],
      origins: [{ origin: server.url, localStorage: [{ name: 'token', value: member.token }] }],
    };
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 1280, height: 860 },
      storageState,
    });
    const page = await context.newPage();
    await page.addInitScript(() => {
      const go = history.go.bind(history);
      // Delays going back until the next sheet has opened.
      history.go = (steps) => {
        const look = new MutationObserver(() => {
          if (!document.querySelector('[role=dialog]')) return;
          look.disconnect();
          go(steps);
          document.documentElement.dataset['went'] = '';
        });
        look.observe(document, { subtree: true, childList: true });
      };
    });
    const options = new Options(page);
    await options.open();
    const form = page.getByRole('region', { name: 'New option' });
    await form.getByRole('textbox', { name: 'Stake, USDT' }).fill('10');
    await form.getByRole('group', { name: 'Duration' }).getByRole('button', { name: '30 s' }).click();
    await form.getByRole('button', { name: /^Up / }).click();
    await options.confirm('Up').getByRole('button', { name: 'Buy Up' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-went', '');
    await expect(options.progress.getByRole('timer')).toBeVisible();
    await page.goBack();
    await expect(options.progress).toBeHidden();
    await expect(page).toHaveURL(/\/options$/);
    await context.close();
  });

  test('in Arabic it is mirrored, speaks Arabic, and takes and writes its own digits', async ({
    browser,
    server,
    member,
  }) => {
    const localStorage = Object.entries({ token: member.token, language: 'ar', dirOf: 'ar', digits: 'native' }).map(
      ([name, value]) => ({ name, value }),
    );
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 390, height: 844 },
      storageState: { cookies: [], origins: [{ origin: server.url, localStorage }] },
    });
    const page = await context.newPage();
    await page.goto('/options');
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    const up = page.getByRole('main').getByRole('button', { name: /^صعود/ });
    await expect(up).toBeEnabled();
    await up.click();
    const sheet = page.getByRole('dialog', { name: /^خيار جديد/ });
    await sheet.getByRole('textbox', { name: 'مبلغ الصفقة, USDT' }).fill('٣٠٫٥');
    await sheet.getByRole('group', { name: 'المدة' }).getByRole('button', { name: '٣٠ ث' }).click();
    const confirm = page.getByRole('alertdialog');
    const sent = page.waitForRequest('**/api/creatorder');
    await untilMet(page, 'creatorder', async () => {
      await expect(confirm).toBeHidden();
      await sheet.getByRole('button', { name: /^صعود/ }).click();
      await expect(fact(confirm, 'العائد عند الفوز')).toContainText('٥٣٫٣٧٥');
      await confirm.getByRole('button', { name: 'تنفيذ صعود' }).click();
    });
    expect(new URLSearchParams((await sent).postData() ?? '').get('ctzed')).toBe('30.5');
    await expect(page.getByRole('timer')).toHaveText(/^[٠-٩]{1,2}$/);
    await page.goto('/security?view=history');
    await expect(page.getByText('آخر ٩٠ يومًا.')).toBeVisible();
    await context.close();
  });
});

test('a visitor is sent to log in first', async ({ page }) => {
  await page.goto('/options?currentSymbol=btcusdt&name=BTC%2FUSDT');
  await expect(page).toHaveURL(/\/login$/);
});

import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, test as journey } from './support/journey.ts';
import { enterDemo, type Member } from './support/member.ts';
import { dismiss, toast } from './support/screen.ts';
import { startFreshServer, type FreshServer } from './support/server.ts';

const CUT = [/net::ERR_/, /Failed to fetch/];
/** Half a thousandth dearer every six seconds: what is bought up wins, what is bought down loses. */
const RISING = { minutes: 240, price: 500_000, range: 0, rise: 250 };
const SHORTEST_S = 30;
const SETTLES_WITHIN_MS = 50_000;

/** Bitcoin rises steadily here. */
const test = journey.extend<object, { server: FreshServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads off the pattern what a fixture needs: nothing
  server: [async ({}, give) => {
    const server = await startFreshServer({ feed: RISING, speed: 10 });
    await give(server);
    await server.stop();
  }, { scope: 'worker', timeout: 90_000 }],
});

/** The options screen. */
class Options {
  readonly page: Page;
  constructor(page: Page) { this.page = page; }

  /** Opens it, and waits until an option can be taken. */
  async open(query = ''): Promise<void> {
    await this.page.goto(`/options${query}`);
    await expect(this.take('Up')).toBeEnabled();
  }

  take(direction: 'Up' | 'Down'): Locator {
    return this.page.getByRole('main').getByRole('button', { name: new RegExp(`^${direction} `) });
  }

  get sheet(): Locator {
    return this.page.getByRole('dialog', { name: /^Your option/ });
  }

  /** What is being watched: its head is the pair and the direction. */
  get progress(): Locator {
    return this.page.getByRole('dialog', { name: /^BTC\/USDT/ });
  }

  confirm(direction: 'Up' | 'Down'): Locator {
    return this.page.getByRole('alertdialog', { name: `${direction} on BTC/USDT?` });
  }

  /** Chooses a stake of 30 and the shortest cycle. */
  async choose(): Promise<void> {
    await this.page.getByRole('main').getByRole('button', { name: /^Stake/ }).click();
    await this.sheet.getByRole('group', { name: 'Quick stakes' }).getByRole('button', { name: '30', exact: true }).click();
    await this.sheet.getByRole('group', { name: 'Closes after' }).getByRole('button', { name: `${SHORTEST_S} s` }).click();
  }

  /** Says the last yes, and puts the toast out of the way. */
  async place(direction: 'Up' | 'Down'): Promise<void> {
    await this.confirm(direction).getByRole('button', { name: `Place ${direction}` }).click();
    await dismiss(this.page, 'Option opened');
    await expect(this.progress).toBeVisible();
  }

  async close(): Promise<void> {
    await this.progress.getByRole('button', { name: 'Close, keep it running' }).click();
    await expect(this.progress).toBeHidden();
  }

  view(name: 'Chart' | 'Orders'): Locator {
    return this.page.getByRole('group', { name: 'View' }).getByRole('button', { name });
  }
}

/** A member with 1 000 USDT to take options with. */
async function fund(member: Member): Promise<void> {
  await member.obtain('transfer', { c_id: '1', num: '1000', from_type: '1', to_type: '2' });
}

const balanceOf = async (member: Member): Promise<string> => (await member.obtain('getHyConfig')).balance;
const fact = (of: Locator, term: string): Locator => of.locator('dl > div').filter({ hasText: term }).locator('dd');

test.describe('for members', () => {
  test.use({ as: 'member' });
  test.beforeEach(async ({ member }) => fund(member));

  test('up and down taken together both run to their end, one wins, and every figure on the way is the server\'s', async ({ page, member, trouble }) => {
    test.setTimeout(150_000);
    const options = new Options(page);
    await options.open();
    await expect(page.getByRole('group', { name: 'Interval' }).getByRole('button', { name: '1D' })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Options, BTC/USDT');

    // Nothing is chosen: the buttons only open the sheet.
    await options.take('Up').click();
    await expect(options.sheet).toBeVisible();
    await expect(options.sheet.getByText('1,000.00000000')).toBeVisible();
    await expect(options.sheet.getByText('Wrong: the whole stake is lost. Tie: it comes back.')).toBeVisible();
    await options.sheet.getByRole('button', { name: /^Up / }).click();
    await expect(options.sheet.getByText('Enter a stake')).toBeVisible();
    await expect(options.sheet.getByText('Choose when it closes')).toBeVisible();
    await options.sheet.getByRole('group', { name: 'Quick stakes' }).getByRole('button', { name: '30', exact: true }).click();
    await options.sheet.getByRole('group', { name: 'Closes after' }).getByRole('button', { name: '30 s' }).click();
    await expect(options.sheet.getByRole('textbox', { name: 'Stake, USDT' })).toHaveValue('30.00');
    await expect(options.sheet.getByText('Break-even: right 57.14% of the time')).toBeVisible();
    await expect(options.sheet.getByRole('button', { name: /^Up / })).toContainText('above your line pays 52.50');

    await options.sheet.getByRole('button', { name: /^Up / }).click();
    const confirm = options.confirm('Up');
    await expect(fact(confirm, 'Stake')).toHaveText('30.00 USDT');
    await expect(fact(confirm, 'Closes after')).toHaveText('30 s');
    await expect(fact(confirm, 'If right you receive')).toHaveText('52.50 USDT');
    await expect(fact(confirm, 'If wrong you lose')).toHaveText('30.00 USDT');
    await expect(fact(confirm, 'Break-even')).toHaveText('57.14% right');
    await expect(confirm).toContainText('It cannot be cancelled.');
    await options.place('Up');
    await expect(options.progress.getByRole('timer')).toHaveText(/^(30|2\d)$/);
    await expect(fact(options.progress, 'Profit or loss')).toHaveText('--');
    await options.close();

    // The choice is kept; a tap on the other one asks at once.
    await options.take('Down').click();
    await options.place('Down');
    await expect(options.progress.getByText(/above your line$/).first()).toBeVisible();
    await expect(options.progress.getByText('If it stays there you lose 30.00 USDT')).toBeVisible();

    // Loaded anew in mid-countdown, what was being watched is watched again.
    await page.reload();
    await expect(options.progress.getByRole('timer')).toHaveText(/^[12]?\d$/);
    // The other one ends a little before, and is told while this one is watched.
    await expect(toast(page, 'BTC/USDT, Up: +22.50 USDT')).toBeVisible({ timeout: SETTLES_WITHIN_MS });
    await expect(options.progress.getByText('Down was wrong')).toBeVisible({ timeout: SETTLES_WITHIN_MS });
    await expect(fact(options.progress, 'Profit or loss')).toHaveText('−30.00 USDT');
    await options.progress.getByRole('button', { name: 'Done' }).click();

    await options.view('Orders').click();
    await expect(page.getByText('No options in progress')).toBeVisible();
    await page.getByRole('tab', { name: 'Settled' }).click();
    const rows = page.getByRole('list', { name: 'Settled' }).getByRole('listitem');
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(0)).toContainText('−30.00');
    await expect(rows.nth(1)).toContainText('+22.50');
    await expect(page.getByText('That is all of them')).toBeVisible();
    expect(await balanceOf(member)).toBe('992.50000000');

    await rows.nth(1).getByRole('button').click();
    const detail = page.getByRole('alertdialog');
    await expect(detail).toContainText('+22.50');
    for (const term of ['Quantity', 'Buy price', 'Sell price', 'Buy time', 'Sell time']) await expect(fact(detail, term)).toHaveText(/\d/);
    const { list: [, won] } = await member.obtain('getHyOrderList', { status: '2' });
    expect((await fact(detail, 'Buy price').innerText()).replaceAll(',', '')).toBe(Number(won?.buyprice).toFixed(6));

    // The proof is reckoned in the browser, from the tape alone.
    await detail.getByRole('link', { name: 'How this was settled' }).click();
    await expect(page.getByText('Checked on this device.')).toBeVisible();
    await expect(page.getByText('Up was right by', { exact: false })).toBeVisible();
    const steps = page.getByRole('main').locator('ol > li');
    await expect(steps).toHaveCount(5);
    await expect(steps.filter({ hasText: 'holds' })).toHaveCount(5);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save receipt' }).click();
    const receipt = JSON.parse(readFileSync(await (await saved).path(), 'utf8')) as { order: { order_id: number }; tape: unknown[]; checked: { holds: boolean } };
    expect(receipt).toMatchObject({ order: { order_id: won?.order_id }, checked: { holds: true } });
    expect(receipt.tape.length).toBeGreaterThan(5);

    // One tick with another price, and the check says so.
    await page.route('**/api/tape?*', async (route) => {
      const response = await route.fetch();
      const answer = await response.json() as { data: { list: { price: string }[] } };
      const tick = answer.data.list[2];
      if (tick) tick.price = '1.00000000';
      await route.fulfill({ response, json: answer });
    });
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByText('This does not hold.')).toBeVisible();
    await page.unroute('**/api/tape?*');
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByText('Checked on this device.')).toBeVisible();

    // Without the tape nothing is claimed.
    trouble.expect(...CUT);
    await page.route('**/api/tape?*', (route) => route.abort('connectionreset'));
    await page.reload();
    await expect(page.getByText('The tape could not be had')).toBeVisible({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(options.view('Orders')).toHaveAttribute('aria-pressed', 'true');
  });

  test('an option in progress stands in the list with its countdown and comes back from it', async ({ page }) => {
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
    await expect(row).toContainText('Waiting to finish');
    await expect(row).toContainText('30 s');
    await row.getByRole('button').click();
    await expect(options.progress.getByRole('timer')).toBeVisible();
    // The back gesture closes it, and leaves the list.
    await page.goBack();
    await expect(options.progress).toBeHidden();
    await expect(row).toBeVisible();
  });

  test('two taps place one option, and a lost answer is asked for again with the same key', async ({ page, member, trouble }) => {
    trouble.expect(...CUT);
    const options = new Options(page);
    await options.open();
    await options.choose();
    const keys: (string | undefined)[] = [];
    await page.route('**/api/creatorder', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.continue();
      // The server hears it and answers; the answer does not arrive.
      await route.fetch();
      return route.abort('connectionreset');
    });
    await options.sheet.getByRole('button', { name: /^Up / }).click();
    const yes = options.confirm('Up').getByRole('button', { name: 'Place Up' });
    await yes.dblclick();
    await expect(toast(page, 'The connection was lost. Asking the server what became of it.')).toBeVisible();
    await expect(options.progress).toBeVisible();
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect((await member.obtain('getHyOrderList', { status: '0' })).list).toHaveLength(1);
  });

  test('a member\'s own loss limit and break hold, and what loosens says when', async ({ page, member }) => {
    const options = new Options(page);
    await options.open();
    await page.getByRole('button', { name: 'Your limits' }).click();
    const sheet = page.getByRole('dialog', { name: 'Your limits' });
    await expect(sheet.getByRole('button', { name: 'Nothing to save' })).toBeDisabled();
    await sheet.getByRole('textbox', { name: 'Daily loss limit' }).fill('20');
    await sheet.getByRole('group', { name: 'Remind me how long I have been trading' }).getByRole('button', { name: '15 min' }).click();
    await sheet.getByRole('button', { name: 'Save limits' }).click();
    await expect(sheet).toBeHidden();
    expect(await member.obtain('getHyLimit')).toMatchObject({ daily_loss: '20.00000000', session_minutes: 15 });

    await options.choose();
    await options.sheet.getByRole('button', { name: /^Up / }).click();
    await options.confirm('Up').getByRole('button', { name: 'Place Up' }).click();
    await expect(options.confirm('Up')).toBeHidden();
    await expect(options.sheet.getByText('This would cross your daily loss limit')).toBeVisible();
    expect(await balanceOf(member)).toBe('1000.00000000');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Your limits' }).click();
    await sheet.getByRole('textbox', { name: 'Daily loss limit' }).fill('');
    await sheet.getByRole('group', { name: 'Take a break from options' }).getByRole('button', { name: '24 h' }).click();
    await sheet.getByRole('button', { name: 'Save limits' }).click();
    await expect(sheet).toBeHidden();
    await expect(page.getByText(/^You are taking a break until/)).toBeVisible();
    await expect(options.take('Up')).toBeDisabled();
    await expect(options.take('Up')).toContainText('you are taking a break');
    await page.getByRole('button', { name: 'Your limits' }).click();
    await expect(sheet.getByText(/^From .+: no daily loss limit\.$/)).toBeVisible();
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
    await expect(page.getByText('This market is not open')).toBeVisible();
  });

  test('while options are switched off that is said plainly, and the lists remain', async ({ page }) => {
    await page.route('**/api/getSetting', async (route) => {
      const response = await route.fetch();
      const answer = await response.json() as { data: object };
      await route.fulfill({ response, json: { ...answer, data: { ...answer.data, options_switch: 0 } } });
    });
    const options = new Options(page);
    await page.goto('/options');
    await expect(page.getByText('New options are switched off for now.')).toBeVisible();
    await expect(options.take('Up')).toBeDisabled();
    await expect(options.take('Down')).toContainText('switched off for now');
    await options.view('Orders').click();
    await expect(page.getByText('No options in progress')).toBeVisible();
  });

  test('from 900 up the form stands open beside the chart, and options in progress under it', async ({ browser, server, member }) => {
    const storageState = { cookies: [], origins: [{ origin: server.url, localStorage: [{ name: 'token', value: member.token }] }] };
    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1280, height: 860 }, storageState });
    const page = await context.newPage();
    const options = new Options(page);
    await options.open();
    const form = page.getByRole('region', { name: 'Your option' });
    await form.getByRole('textbox', { name: 'Stake, USDT' }).fill('12.5');
    await form.getByRole('group', { name: 'Closes after' }).getByRole('button', { name: '30 s' }).click();
    await form.getByRole('button', { name: /^Up / }).click();
    await options.place('Up');
    await options.close();
    const table = page.getByRole('region', { name: 'In progress 1' });
    await expect(table.getByRole('row').nth(1)).toContainText('12.50');
    await expect(table.getByRole('row').nth(1)).toContainText(/00:[0-3]\d/);
    const board = await table.boundingBox();
    const column = await form.boundingBox();
    expect((board?.x ?? 0) + (board?.width ?? 0)).toBeLessThanOrEqual(column?.x ?? 0);
    await context.close();
  });

  test('in Arabic it is mirrored, speaks Arabic, and takes and writes its own digits', async ({ browser, server, member }) => {
    const localStorage = Object.entries({ token: member.token, language: 'ar', dirOf: 'ar', digits: 'native' }).map(([name, value]) => ({ name, value }));
    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 390, height: 844 }, storageState: { cookies: [], origins: [{ origin: server.url, localStorage }] } });
    const page = await context.newPage();
    await page.goto('/options');
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    const up = page.getByRole('main').getByRole('button', { name: /^صعود/ });
    await expect(up).toBeEnabled();
    await up.click();
    const sheet = page.getByRole('dialog', { name: /^خيارك/ });
    await sheet.getByRole('textbox', { name: 'المبلغ, USDT' }).fill('٣٠٫٥');
    await sheet.getByRole('group', { name: 'يغلق بعد' }).getByRole('button', { name: '٣٠ ث' }).click();
    await sheet.getByRole('button', { name: /^صعود/ }).click();
    const confirm = page.getByRole('alertdialog');
    await expect(fact(confirm, 'إن أصبت تستلم')).toContainText('٥٣٫٣٧٥');
    const sent = page.waitForRequest('**/api/creatorder');
    await confirm.getByRole('button', { name: 'تنفيذ صعود' }).click();
    expect(new URLSearchParams((await sent).postData() ?? '').get('ctzed')).toBe('30.5');
    await expect(page.getByRole('timer')).toHaveText(/^[٠-٩]{1,2}$/);
    await context.close();
  });
});

test('a visitor is sent to log in first', async ({ page }) => {
  await page.goto('/options?currentSymbol=btcusdt&name=BTC%2FUSDT');
  await expect(page).toHaveURL(/\/login$/);
});

journey('a price that stands still is a tie, and one that falls silent is none: both stakes come back whole', async ({ browser }) => {
  journey.setTimeout(220_000);
  // Ninety seconds of one and the same price; then nothing more is said.
  const server = await startFreshServer({ feed: { minutes: 9, price: 500_000, range: 0 }, speed: 6 });
  try {
    const member = await enterDemo(server.url);
    const storageState = { cookies: [], origins: [{ origin: server.url, localStorage: [{ name: 'token', value: member.token }] }] };
    const context = await browser.newContext({ baseURL: server.url, storageState });
    const page = await context.newPage();
    const options = new Options(page);
    await options.open();
    await options.choose();
    await options.sheet.getByRole('button', { name: /^Up / }).click();
    await options.place('Up');
    // The one that will find no price is taken beside it.
    await member.obtain('creatorder', { m_id: '1', ctime: '120', ctzed: '50', buytype: '2' });
    await expect(options.progress.getByRole('status').getByText('Exactly on your line')).toBeVisible({ timeout: SETTLES_WITHIN_MS });
    await expect(options.progress.getByText('Your stake of 30.00 USDT came back.')).toBeVisible({ timeout: SETTLES_WITHIN_MS });
    expect(await balanceOf(member)).toBe('9950.00000000');
    await options.progress.getByRole('link', { name: 'How this was settled' }).click();
    await expect(page.getByText('Checked on this device.')).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(options.view('Chart')).toHaveAttribute('aria-pressed', 'true');

    await expect(page.getByText(/^Price is \d+ s old, connecting again$/)).toBeVisible({ timeout: 120_000 });
    await expect(options.take('Up')).toBeDisabled();
    await expect(options.take('Down')).toContainText('opens when prices move');
    await options.view('Orders').click();
    await page.getByRole('tab', { name: 'Settled' }).click();
    const rows = page.getByRole('list', { name: 'Settled' }).getByRole('listitem');
    await expect(rows.filter({ hasText: 'Void, stake back' })).toHaveCount(1, { timeout: 120_000 });
    await expect(rows.filter({ hasText: 'Tie, stake back' })).toHaveCount(1);
    expect(await balanceOf(member)).toBe('10000.00000000');
    await rows.filter({ hasText: 'Void, stake back' }).getByRole('link', { name: 'Proof' }).click();
    await expect(page.getByText('Checked on this device.')).toBeVisible();
    await expect(page.getByText('There was no accepted tick in the 5 s before expiry.')).toBeVisible();
    await context.close();
  } finally {
    await server.stop();
  }
});

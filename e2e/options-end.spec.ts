import { readFileSync } from 'node:fs';
import { expect, test as journey } from './support/journey.ts';
import { enterDemo } from './support/member.ts';
import { balanceOf, fact, fund, Options, SETTLES_WITHIN_MS, test } from './support/options.ts';
import { startFreshServer } from './support/server.ts';

const CUT = [/net::ERR_/, /Failed to fetch/];

journey(
  'an unchanged price is a tie, and a silent market a void: both stakes are refunded in full',
  async ({ browser }) => {
    // The void one waits for a mark for a minute after its end.
    journey.setTimeout(300_000);
    // Ninety seconds at one price, then silence.
    const server = await startFreshServer({ feed: { minutes: 9, price: 500_000, range: 0 }, speed: 6 });
    try {
      const member = await enterDemo(server.url);
      const storageState = {
        cookies: [],
        origins: [{ origin: server.url, localStorage: [{ name: 'token', value: member.token }] }],
      };
      const context = await browser.newContext({ baseURL: server.url, storageState });
      const page = await context.newPage();
      const options = new Options(page);
      await options.open();
      await options.choose();
      await options.sheet.getByRole('button', { name: /^Up / }).click();
      await options.place('Up');
      await member.obtain('creatorder', { m_id: '1', ctime: '120', ctzed: '50', buytype: '2' });
      await expect(options.progress.getByRole('status').getByText('Tie', { exact: true })).toBeVisible({
        timeout: SETTLES_WITHIN_MS,
      });
      await expect(options.progress.getByText('Your stake of 30.00 USDT was refunded.')).toBeVisible({
        timeout: SETTLES_WITHIN_MS,
      });
      expect(await balanceOf(member)).toBe('9950.00000000');
      await options.progress.getByRole('link', { name: 'Settlement details' }).click();
      await expect(page.getByText('Verified on this device.')).toBeVisible();
      await page.getByRole('button', { name: 'Back' }).click();
      await expect(options.view('Chart')).toHaveAttribute('aria-pressed', 'true');

      await expect(page.getByText(/^Price is \d+ s old, reconnecting$/)).toBeVisible({ timeout: 120_000 });
      await expect(options.button('Up')).toBeDisabled();
      await expect(options.button('Down')).toContainText('Waiting for live prices');
      await options.view('Orders').click();
      await page.getByRole('tab', { name: 'Settled' }).click();
      const rows = page.getByRole('list', { name: 'Settled' }).getByRole('listitem');
      await expect(rows.filter({ hasText: 'Void, refunded' })).toHaveCount(1, { timeout: 200_000 });
      await expect(rows.filter({ hasText: 'Tie, refunded' })).toHaveCount(1);
      expect(await balanceOf(member)).toBe('10000.00000000');
      const why =
        'No mark price came in the 5 s before expiry or the 60 s after it, so your stake of 50.00 USDT was refunded.';
      await rows.filter({ hasText: 'Void, refunded' }).getByRole('button').click();
      await expect(page.getByRole('alertdialog')).toContainText(why);
      await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click();
      await rows.filter({ hasText: 'Void, refunded' }).getByRole('link', { name: 'Proof' }).click();
      await expect(page.getByRole('main').getByText(why)).toBeVisible();
      // Nothing was sent since: no mark after the minute exists, and only that would be a proof.
      await expect(page.getByText('Not provable yet.')).toBeVisible();
      await expect(
        page.getByRole('main').getByText('No mark price in the 5 s before expiry or the 60 s after it.'),
      ).toBeVisible();
      await page.getByRole('link', { name: 'Voids and gaps' }).click();
      await expect(page).toHaveURL('/voids?market=btcusdt');
      const voids = page.getByRole('list', { name: 'Void options' }).getByRole('listitem');
      await expect(voids).toHaveCount(1);
      await expect(voids).toContainText('No mark price known');
      await page.getByRole('tab', { name: 'Gaps' }).click();
      await expect(page.getByRole('list', { name: 'Gaps' }).getByRole('listitem').first()).toContainText(
        /All sources silent.*Ongoing.*1$/s,
      );
      await context.close();
    } finally {
      await server.stop();
    }
  },
);

test.describe('for members', () => {
  // Far from UTC, which the proof uses.
  test.use({ as: 'member', timezoneId: 'Asia/Tokyo' });
  test.beforeEach(async ({ member }) => fund(member));

  test("up and down placed together both run to their end, one wins, and every figure on the way is the server's", async ({
    page,
    member,
    trouble,
  }) => {
    test.setTimeout(150_000);
    const options = new Options(page);
    await options.open();
    await expect(page.getByRole('group', { name: 'Interval' }).getByRole('button', { name: '1D' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Options, BTC/USDT');

    // Nothing is chosen: the buttons only open the sheet.
    await options.button('Up').click();
    await expect(options.sheet).toBeVisible();
    await expect(options.sheet.getByText('1,000.00000000')).toBeVisible();
    await expect(options.sheet.getByText('Loss: the full stake is lost. Tie: the stake is refunded.')).toBeVisible();
    await options.sheet.getByRole('button', { name: /^Up / }).click();
    await expect(options.sheet.getByText('Enter a stake')).toBeVisible();
    await expect(options.sheet.getByText('Select a duration')).toBeVisible();
    await options.sheet
      .getByRole('group', { name: 'Quick stakes' })
      .getByRole('button', { name: '30', exact: true })
      .click();
    await options.sheet.getByRole('group', { name: 'Duration' }).getByRole('button', { name: '30 s' }).click();
    await expect(options.sheet.getByRole('textbox', { name: 'Stake, USDT' })).toHaveValue('30.00');
    await expect(options.sheet.getByText('Break-even win rate: 57.14%')).toBeVisible();
    await expect(options.sheet.getByRole('button', { name: /^Up / })).toContainText('Above: payout 52.50');

    await options.sheet.getByRole('button', { name: /^Up / }).click();
    const confirm = options.confirm('Up');
    await expect(fact(confirm, 'Stake')).toHaveText('30.00 USDT');
    await expect(fact(confirm, 'Duration')).toHaveText('30 s');
    await expect(fact(confirm, 'Payout if you win')).toHaveText('52.50 USDT');
    await expect(fact(confirm, 'Maximum loss')).toHaveText('30.00 USDT');
    await expect(fact(confirm, 'Break-even')).toHaveText('57.14% win rate');
    await expect(confirm).toContainText('Options cannot be cancelled.');
    await options.place('Up');
    await expect(options.progress.getByRole('timer')).toHaveText(/^(30|2\d)$/);
    await expect(fact(options.progress, 'Exit price')).toHaveText('--');
    await expect(fact(options.progress, 'P&L')).toHaveText('--');
    await options.close();

    await options.button('Down').click();
    await options.place('Down');

    // A reload during the countdown keeps watching the option. At once: what ends before a page begins has no result
    // there.
    await page.reload();
    await expect(options.progress.getByRole('timer')).toHaveText(/^(30|[12]?\d)$/);
    await expect(options.progress.getByText(/above entry price$/).first()).toBeVisible();
    await expect(options.progress.getByText('Loss at this price: 30.00 USDT')).toBeVisible();
    await expect(options.progress.getByText('Down · You lost')).toBeVisible({ timeout: SETTLES_WITHIN_MS });
    await expect(fact(options.progress, 'P&L')).toHaveText('−30.00 USDT');
    await options.progress.getByRole('button', { name: 'Done' }).click();
    // The other option ended first; its result waits until nothing lies over the page.
    const result = page.getByRole('status').filter({ hasText: 'BTC · Up · You won +22.50' });
    const seen = result.getByRole('button', { name: 'Dismiss' });
    // It stays while it has the focus.
    await seen.focus();
    await expect(result).toContainText('52.50 USDT credited to your options account.');
    await seen.click();

    await options.view('Orders').click();
    await expect(page.getByText('No options in progress')).toBeVisible();
    await page.getByRole('tab', { name: 'Settled' }).click();
    const rows = page.getByRole('list', { name: 'Settled' }).getByRole('listitem');
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(0)).toContainText('−30.00');
    await expect(rows.nth(1)).toContainText('+22.50');
    await expect(page.getByText('No more records')).toBeVisible();
    expect(await balanceOf(member)).toBe('992.50000000');

    await rows.nth(1).getByRole('button').click();
    const detail = page.getByRole('alertdialog');
    await expect(detail).toContainText('+22.50');
    for (const term of ['Stake', 'Entry price', 'Exit price', 'Order time', 'Expiry'])
      await expect(fact(detail, term)).toHaveText(/\d/);
    const {
      list: [, won],
    } = await member.obtain('getHyOrderList', { status: '2' });
    expect((await fact(detail, 'Entry price').innerText()).replaceAll(',', '')).toBe(Number(won?.buyprice).toFixed(6));

    // The browser recomputes the proof from the tape.
    await detail.getByRole('link', { name: 'Settlement details' }).click();
    await expect(page.getByText('Verified on this device.')).toBeVisible();
    await expect(page.getByText('Up won by', { exact: false })).toBeVisible();
    const steps = page.getByRole('main').locator('ol > li');
    await expect(steps).toHaveCount(5);
    await expect(
      page.getByText('The last mark price before expiry was above your entry price: 30.00 became 52.50 USDT.'),
    ).toBeVisible();
    await expect(steps.nth(0)).toContainText(/Sources: .?replay-1/);
    await expect(steps.nth(2)).toContainText(/Sources: .?replay-1/);
    await expect(steps.filter({ hasText: 'Verified' })).toHaveCount(5);
    const [from = NaN, to = NaN] = [
      ...(await page.locator('figcaption').innerText()).matchAll(/\d\d:\d\d:\d\d\.\d{3}/g),
    ].map(([clock]) => Date.parse(`1970-01-01T${clock}Z`));
    expect((to - from + 86_400_000) % 86_400_000, 'both ends are of one clock').toBeLessThan(60_000);
    await expect(steps.nth(1)).toContainText(`${won?.selltime?.slice(11, 23)} UTC`);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save receipt' }).click();
    const receipt = JSON.parse(readFileSync(await (await saved).path(), 'utf8')) as {
      order: { order_id: number };
      tape: unknown[];
      checked: { holds: boolean };
    };
    expect(receipt).toMatchObject({ order: { order_id: won?.order_id }, checked: { holds: true } });
    expect(receipt.tape.length).toBeGreaterThan(5);

    await page.route('**/api/tape?*', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { data: { list: { price: string }[] } };
      const tick = answer.data.list[2];
      if (tick) tick.price = '1.00000000';
      await route.fulfill({ response, json: answer });
    });
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByText('Mismatch.')).toBeVisible();
    await page.unroute('**/api/tape?*');
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByText('Verified on this device.')).toBeVisible();

    trouble.expect(...CUT);
    await page.route('**/api/tape?*', (route) => route.abort('connectionreset'));
    await page.reload();
    await expect(page.getByText('Price record unavailable')).toBeVisible({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(options.view('Orders')).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('tab', { name: 'Settled' })).toHaveAttribute('aria-selected', 'true');
  });
});

import type { OptionOrder } from '@plimsoll/contract';
import type { JSHandle, Locator, Page } from '@playwright/test';
import { expect } from './support/journey.ts';
import { CUT } from './support/kept.ts';
import { LiveChart } from './support/live-chart.ts';
import { fact, fund, Options, SETTLES_WITHIN_MS, test } from './support/options.ts';

/** Holds answers that contain an option whose line is still being drawn, until released. */
async function holdLine(page: Page): Promise<() => Promise<void>> {
  const lineless = (order: OptionOrder): OptionOrder => ({
    ...order,
    buyprice: null,
    linetime: null,
    selltime: null,
    entry_tick: null,
    count_down: order.time,
  });
  await page.route(/\/api\/getHyOrder(Info|List)$/, async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = (await response.json()) as { data: OptionOrder & { list?: OptionOrder[] } };
    if ((data.list ?? [data]).some(({ status }) => status !== 1)) return route.fulfill({ response });
    return route.fulfill({
      response,
      json: { ...rest, data: data.list ? { ...data, list: data.list.map(lineless) } : lineless(data) },
    });
  });
  return () => page.unrouteAll({ behavior: 'wait' });
}

/** Collects what a status element announces from now on; short announcements may be replaced quickly. */
const listen = (view: Locator): Promise<JSHandle<string[]>> =>
  view.evaluateHandle((root) => {
    const announced: string[] = [];
    new MutationObserver(() => {
      announced.push(root.querySelector('[role=status]')?.textContent ?? '');
    }).observe(root, { subtree: true, childList: true, characterData: true });
    return announced;
  });

test.use({ as: 'member' });
test.beforeEach(async ({ member }) => fund(member));

// Elements behind a sheet are hidden from screen readers.
const ticks = (page: Page) =>
  page
    .getByRole('group', { name: 'Interval', includeHidden: true })
    .getByRole('button', { name: 'Ticks', includeHidden: true });
const lines = (page: Page) => page.locator('.tick-chart path[data-line]');

test('the line is unknown until it is drawn, then shown across the chart, and the expiry counts from it', async ({
  page,
  member,
}) => {
  const options = new Options(page);
  await options.open();
  // Long enough for all that is looked at while it runs.
  await options.choose(60);
  const drawLine = await holdLine(page);
  await options.sheet.getByRole('button', { name: /^Up / }).click();
  await options.place('Up');
  const { progress } = options;
  await expect(progress.getByRole('status').getByText('Setting your entry price')).toBeVisible();
  await expect(
    progress.getByText('The first mark price at least 1 s after your order was accepted.', { exact: false }),
  ).toBeVisible();
  await expect(progress.getByText('60 s from entry')).toBeVisible();
  await expect(progress.getByRole('listitem')).toHaveText([
    /^Accepted.*\d{3}$/,
    /^Entryfrom .*\d{3}$/,
    'Expiresentry + 60 s',
  ]);
  await expect(fact(progress, 'Entry price')).toHaveText('--');
  await expect(fact(progress, 'Payout if you win')).toHaveText('54.00 USDT');
  await expect(progress.getByText('No mark price within 5 s: your stake is refunded in full.')).toBeVisible();
  await expect(ticks(page)).toHaveAttribute('aria-pressed', 'true', { timeout: 15_000 });
  await expect(lines(page)).toHaveCount(0);

  const announced = await listen(progress);
  await drawLine();
  await expect(progress.getByRole('timer')).toHaveText(/^[1-6]?\d$/);
  await expect.poll(() => announced.jsonValue()).toContainEqual(expect.stringMatching(/^Entry price [\d,.]+$/));
  const {
    list: [order],
  } = await member.obtain('getHyOrderList', { status: '1' });
  // The line stands in the ring; among the terms the price is not shown while the option is open (PRODUCT 11).
  await expect(progress.getByText(/^Entry price[\d,.]+$/).first()).toContainText(
    Number(order?.buyprice).toLocaleString('en', { maximumFractionDigits: 8 }),
  );
  await expect(fact(progress, 'Entry price')).toHaveText('--');
  expect(Date.parse(order?.selltime ?? '') - Date.parse(order?.linetime ?? '')).toBe(60_000);
  await options.close();
  await expect(lines(page)).toHaveCount(1);
  await expect(page.locator('.tick-chart')).toHaveAttribute(
    'aria-label',
    /^BTC\/USDT, live mark price, Entry price [\d,.]+, Now [\d,.]+$/,
  );
  // The state of the option, under the chart; prices rise.
  const card = page.getByRole('region', { name: 'Open option' });
  await expect(card).toContainText('+24.00 USDT');
  await expect(card).toContainText(/Up · [\d,.]+ above entry price/);
  await options.view('Orders').click();
  await expect(page.getByRole('list', { name: 'Orders' }).getByRole('listitem')).toContainText(/above entry price/);
});

test('the chart switches to the marks with each option and back at its end, unless the member switched by hand', async ({
  page,
  member,
}) => {
  test.setTimeout(120_000);
  const options = new Options(page);
  const chart = new LiveChart(page);
  await options.open();
  await chart.drawn();
  await expect(ticks(page)).toHaveAttribute('aria-pressed', 'false');
  const { list } = await member.obtain('getMarketList');
  const id = String(list.find(({ symbol }) => symbol === 'btcusdt')?.id);
  const place = async (seconds: string) => {
    await member.obtain('creatorder', { m_id: id, ctime: seconds, ctzed: '30', buytype: '2' });
    await options.view('Orders').click();
    await page.reload();
    await options.view('Chart').click();
  };
  await place('60');
  await expect(ticks(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(lines(page)).toHaveCount(1);
  await expect(chart.region).toHaveCount(0);

  await page.getByRole('button', { name: '5m', exact: true }).click();
  await chart.drawn();
  await options.choose();
  await options.sheet.getByRole('button', { name: /^Up / }).click();
  await expect(ticks(page)).toHaveAttribute('aria-pressed', 'false');
  await options.place('Up');
  await options.close();
  await expect(ticks(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(lines(page)).toHaveCount(2);
  await expect(lines(page)).toHaveCount(0, { timeout: SETTLES_WITHIN_MS + 30_000 });
  await expect(page.getByRole('button', { name: '5m', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await chart.drawn();
});

test('a lazy part that fails to load leaves the rest working, and loads the next time', async ({
  page,
  member,
  trouble,
}) => {
  trouble.expect(CUT);
  await page.route(/\/assets\/running-card/, (route) => route.abort('connectionreset'));
  await member.obtain('creatorder', { m_id: '1', ctime: '300', ctzed: '20', buytype: '1' });
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('running-card'));
  const options = new Options(page);
  await options.open();
  await lost;
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  const card = page.getByRole('region', { name: 'Open option' });
  await expect(card).toBeHidden();
  await page.unrouteAll();
  await page.reload();
  await expect(card).toBeVisible();
});

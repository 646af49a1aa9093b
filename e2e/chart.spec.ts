import type { KlineBar } from '@plimsoll/contract';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { LAYOUT } from './support/layout.ts';
import { historyOf, LiveChart } from './support/live-chart.ts';
import { Exchange } from './support/screen.ts';
import { ScriptedStream, type Bar } from './support/scripted-stream.ts';

const DAY_S = 86_400;
const CUT = /net::ERR_|Failed to load resource|WebSocket/;

/** A bar of history as the stream sends it, which keeps the chart from becoming grey. */
const barOf = ({ id, open, low, high, close }: KlineBar): Bar => ({ id, open, low, high, close, vol: 1 });

/** Opens a screen whose chart is remembered as open, on a scripted stream. */
async function unfolded(page: Page) {
  const stream = new ScriptedStream(page);
  await stream.begin();
  await page.goto('/exchange');
  await page.getByRole('button', { name: 'Show chart' }).click();
  const chart = new LiveChart(page);
  await chart.drawn();
  return { chart, stream };
}

test.describe('a member', () => {
  test.use({ as: 'member' });

  test('the chart on spot is folded: neither bars nor the chart’s code are fetched until it is opened, and it is remembered', async ({
    page,
  }) => {
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    const exchange = new Exchange(page);
    await exchange.open();
    expect(fetched.filter((url) => /kline|library-|live-chart/.test(url))).toEqual([]);
    const button = page.getByRole('button', { name: 'Show chart' });
    await expect(button).toHaveAttribute('aria-expanded', 'false');
    await button.click();
    const chart = new LiveChart(page);
    await chart.drawn();
    await page.reload();
    await chart.drawn();
    await page.getByRole('button', { name: 'Hide chart' }).click();
    await expect(chart.region).toBeHidden();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Show chart' })).toHaveAttribute('aria-expanded', 'false');
  });

  test('200 bars appear at first, and the last one moves with the stream', async ({ page, server }) => {
    const asked = page.waitForRequest(/history\/kline/);
    const { chart, stream } = await unfolded(page);
    expect(new URL((await asked).url()).searchParams.toString()).toBe('symbol=btcusdt&period=1day&size=200');
    await expect(chart.bars).toHaveAttribute('aria-valuemax', '200');
    await expect.poll(() => stream.follows('btcusdt_D')).toBe(true);
    const [last] = await historyOf(server.url, 'btcusdt', '1day', 1);
    if (!last) throw new Error('there is no last bar');
    const { id, open, low } = last;
    stream.say('btcusdt', 'D', { id, open, low, high: 512_400, close: 512_345.67, vol: 1 });
    await expect(chart.figures).toContainText('512,345.67');
    await expect(chart.bars).toHaveAttribute('aria-valuemax', '200');
    stream.say('btcusdt', 'D', {
      id: id + DAY_S,
      open: 512_345.67,
      low: 512_000,
      high: 512_345.67,
      close: 512_111.11,
      vol: 1,
    });
    await expect(chart.figures).toContainText('512,111.11');
    await expect(chart.bars).toHaveAttribute('aria-valuemax', '201');
    await expect(chart.announced).toContainText('open 512,345.67');
  });

  test('a new bar is announced, a tick of it is not', async ({ page, server }) => {
    const { chart, stream } = await unfolded(page);
    await expect.poll(() => stream.follows('btcusdt_D')).toBe(true);
    const [last] = await historyOf(server.url, 'btcusdt', '1day', 1);
    if (!last) throw new Error('there is no last bar');
    const before = await chart.announced.innerText();
    stream.say('btcusdt', 'D', { id: last.id, open: last.open, low: last.low, high: 600_000, close: 599_999, vol: 1 });
    await expect(chart.figures).toContainText('599,999.00');
    expect(await chart.announced.innerText()).toBe(before);
  });

  test('dragging back loads older bars, and the visible ones stay in place', async ({ page }) => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/kline.*size=400/, async (route) => {
      await held;
      await route.continue();
    });
    const { chart } = await unfolded(page);
    const older = page.waitForRequest(/kline.*size=400/);
    for (let drag = 0; drag < 4; drag += 1) await chart.dragBack(250);
    await older;
    const box = await chart.bars.boundingBox();
    if (!box) throw new Error('the chart is not to be seen');
    const date = chart.figures.locator('bdi');
    // Off the chart first: the date that is shown next is that of the new place, not of a drag before.
    await page.mouse.move(box.x + 150, box.y - 20);
    await expect(date).toBeHidden();
    await page.mouse.move(box.x + 150, box.y + 80);
    await expect(date).toBeVisible();
    const before = await date.innerText();
    release();
    await expect(chart.bars).toHaveAttribute('aria-valuemax', '400');
    await page.mouse.move(box.x + 151, box.y + 81);
    await expect(date).toHaveText(before);
  });

  test('another interval loads its bars, and each screen remembers its own', async ({ page }) => {
    const { chart } = await unfolded(page);
    await expect(page.getByRole('group', { name: 'Interval' }).getByRole('button')).toHaveText([
      '1m',
      '5m',
      '15m',
      '30m',
      '1h',
      '4h',
      '1D',
      '1W',
      '1M',
    ]);
    await expect(page.getByRole('button', { name: '1D', exact: true })).toHaveAttribute('aria-pressed', 'true');
    for (const [button, period, name] of [
      ['4h', '4hour', '4-hour'],
      ['1M', '1mon', 'monthly'],
      ['5m', '5min', '5-minute'],
    ] as const) {
      const asked = page.waitForRequest(new RegExp(`kline.*period=${period}&size=200`));
      await page.getByRole('button', { name: button, exact: true }).click();
      await asked;
      await expect(page.getByRole('region', { name: `BTC/USDT, ${name} candles` })).toBeVisible();
      await chart.drawn();
    }
    await page.reload();
    await expect(page.getByRole('region', { name: 'BTC/USDT, 5-minute candles' })).toBeVisible();
  });

  test('while the stream is silent the bars are grey and show their age, until its next message', async ({
    page,
    server,
  }) => {
    const { chart, stream } = await unfolded(page);
    const [last] = await historyOf(server.url, 'btcusdt', '1day', 1);
    if (!last) throw new Error('there is no last bar');
    const age = chart.region.getByText(/^\d+ s old, reconnecting$/);
    /** What is looked at while messages come, however long that takes. */
    const whileFresh = <T>(look: () => Promise<T>) =>
      expect.poll(() => {
        stream.say('btcusdt', 'D', barOf(last));
        return look();
      });
    await whileFresh(() => chart.pixelsOf('up')).toBeGreaterThan(0);
    await expect(age).toBeVisible();
    await expect.poll(() => chart.pixelsOf('up')).toBe(0);
    expect(await chart.pixelsOf('ink-3')).toBeGreaterThan(0);
    await whileFresh(() => age.isVisible()).toBe(false);
    await whileFresh(() => chart.pixelsOf('up')).toBeGreaterThan(0);
  });

  test('a broken stream is reopened, and missed bars are loaded from history', async ({ page, server, trouble }) => {
    trouble.expect(CUT);
    const { chart, stream } = await unfolded(page);
    await expect.poll(() => stream.follows('btcusdt_D')).toBe(true);
    const { connections } = stream;
    const refilled = page.waitForRequest(/kline.*size=200/);
    await stream.cut();
    await refilled;
    expect(stream.connections).toBe(connections + 1);
    await expect.poll(() => stream.follows('btcusdt_D')).toBe(true);
    const [last] = await historyOf(server.url, 'btcusdt', '1day', 1);
    if (!last) throw new Error('there is no last bar');
    stream.say('btcusdt', 'D', {
      id: last.id,
      open: last.open,
      low: last.low,
      high: 512_400,
      close: 512_222.22,
      vol: 1,
    });
    await expect(chart.figures).toContainText('512,222.22');
  });

  test('unavailable bars show an error, and a retry loads them', async ({ page, trouble }) => {
    trouble.expect(CUT);
    await page.route('**/history/kline*', (route) => route.abort('connectionreset'));
    await page.goto('/exchange');
    await page.getByRole('button', { name: 'Show chart' }).click();
    await expect(page.getByRole('heading', { name: 'The chart could not be loaded' })).toBeVisible();
    await page.unroute('**/history/kline*');
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await new LiveChart(page).drawn();
  });

  test('until there are bars the chart says that it is loading', async ({ page }) => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/history/kline*', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/exchange');
    await page.getByRole('button', { name: 'Show chart' }).click();
    const chart = new LiveChart(page);
    await expect(chart.region.getByText('Loading the chart')).toBeAttached();
    await expect(chart.region).toHaveAttribute('aria-busy', 'true');
    release();
    await chart.drawn();
    await expect(chart.region.getByText('Loading the chart')).toBeHidden();
  });

  test('keys move the cross-hair, zoom, and lead back to the last bar', async ({ page, server }) => {
    const { chart, stream } = await unfolded(page);
    const bars = await historyOf(server.url, 'btcusdt', '1day', 200);
    const written = (value = 0) => value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    await chart.bars.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(chart.bars).toHaveAttribute('aria-valuenow', '200');
    await page.keyboard.press('ArrowLeft');
    await expect(chart.bars).toHaveAttribute('aria-valuenow', '199');
    await expect(chart.announced).toContainText(`close ${written(bars[1]?.close)}`);
    await expect(chart.figures).toContainText(written(bars[1]?.close));
    await page.keyboard.press('Home');
    await expect(chart.announced).toContainText(`close ${written(bars[199]?.close)}`);
    // Older bars were loaded before it; the cross-hair stays on its bar.
    await expect(chart.bars).toHaveAttribute('aria-valuenow', '201');
    await page.keyboard.press('ArrowRight');
    await expect(chart.bars).toHaveAttribute('aria-valuenow', '202');
    await expect(chart.announced).toContainText(`close ${written(bars[198]?.close)}`);
    await page.keyboard.press('End');
    await expect(chart.bars).toHaveAttribute('aria-valuenow', '400');
    const [last] = bars;
    if (!last) throw new Error('there is no last bar');
    // Without news the bars become grey.
    const fresh = (): Promise<number> => {
      stream.say('btcusdt', 'D', barOf(last));
      return chart.pixelsOf('up');
    };
    await expect.poll(fresh).not.toBe(0);
    const wide = await fresh();
    for (let press = 0; press < 8; press += 1) await page.keyboard.press('-');
    await expect.poll(fresh).not.toBe(wide);
  });

  test('the chart follows the theme and the colours of up and down without a reload', async ({ page, server }) => {
    const { chart, stream } = await unfolded(page);
    const [last] = await historyOf(server.url, 'btcusdt', '1day', 1);
    if (!last) throw new Error('there is no last bar');
    const fresh = () => stream.say('btcusdt', 'D', barOf(last));
    fresh();
    const painted = (token: string) =>
      expect.poll(async () => {
        fresh();
        return chart.pixelsOf(token);
      });
    await painted('green').toBeGreaterThan(0);
    const night = await chart.bars.evaluate((host) => getComputedStyle(host).getPropertyValue('--green'));
    await page.evaluate(() => {
      document.documentElement.dataset['theme'] = 'day';
    });
    expect(await chart.bars.evaluate((host) => getComputedStyle(host).getPropertyValue('--green'))).not.toBe(night);
    await painted('green').toBeGreaterThan(0);
    await page.evaluate(() => {
      document.documentElement.dataset['updown'] = 'safe';
    });
    await painted('blue').toBeGreaterThan(0);
    await painted('green').toBe(0);
  });

  test('the head and the day’s figures of options have the specified places', async ({ page }) => {
    const stream = new ScriptedStream(page);
    await stream.begin();
    const tick = {
      id: 1,
      count: 1,
      open: 500_000,
      close: 499_000.5,
      low: 498_765.4,
      high: 512_345.67,
      amount: 12.3456789,
      vol: 6_172_839.5,
    };
    const isKnown = Promise.withResolvers<void>();
    await page.route('**/huobiapi/market/detail?*', async (route) => {
      await isKnown.promise;
      await route.fulfill({ json: { status: 'ok', ch: 'market.btcusdt.detail', ts: 1, tick } });
    });
    await page.goto('/options');
    const head = page.getByRole('region', { name: 'Mark price' });
    const heightOf = async () => (await head.boundingBox())?.height;
    // The price is the mark, never the last trade: unknown before the first mark.
    await expect(head).toContainText('--');
    await expect(head).not.toContainText('499,000');
    await expect.poll(() => stream.follows('btcusdt_mark')).toBe(true);
    const height = await heightOf();
    /** Marks come as long as it takes: one that stays the last is soon shown as old. */
    const shown = (mark: string) =>
      expect.poll(() => {
        stream.sayMark('btcusdt', mark);
        return head.textContent();
      });
    await shown('498999.50000001').toContain('498,999.50000001');
    expect(await heightOf()).toBe(height);
    isKnown.resolve();
    await shown('499000.25000000').toMatch(/499,000\.250000.*−0\.20%.*mark price, sources: 3/);
    const fact = (of: Locator, term: string) => of.locator('dl > div').filter({ hasText: term }).locator('dd');
    for (const [term, figure] of [
      ['High', '512,345.67'],
      ['Low', '498,765.40'],
      ['Volume', '12.34567890'],
    ] as const)
      await expect(fact(head, term)).toHaveText(figure);
    expect(await heightOf()).toBe(height);
    for (const width of [360, 390, 430]) {
      await page.setViewportSize({ width, height: 844 });
      await expect(fact(head, 'Volume')).toBeVisible();
      expect(await page.evaluate<string[]>(LAYOUT), `at ${width}`).toEqual([]);
    }
    const day = page.locator('dl[aria-label="Last 24 hours"]');
    const figures = [
      '24 h low498,765.40',
      '24 h high512,345.67',
      'Open500,000.00',
      'Close499,000.50',
      'Turnover, USDT6.17M',
      'Volume, BTC12.34',
    ];
    await expect(day.locator('> div')).toHaveText(figures);
  });

  test('before markets are there, the head of a pair has its room, below the price and beside it', async ({ page }) => {
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      const isAsked = Promise.withResolvers<void>();
      const isAnswered = Promise.withResolvers<void>();
      await page.route('**/api/getMarketList', async (route) => {
        isAsked.resolve();
        await isAnswered.promise;
        await route.continue();
      });
      await page.addInitScript(() => localStorage.removeItem('markets'));
      await page.goto('/options');
      await isAsked.promise;
      const intervals = await page.locator('[aria-busy=true] > .grid > .bone').first().boundingBox();
      isAnswered.resolve();
      const head = page.getByRole('region', { name: 'Mark price' });
      await expect(head).toBeVisible();
      const own = await head.boundingBox();
      const gap = (intervals?.y ?? 0) - (own?.y ?? Infinity) - (own?.height ?? 0);
      expect(Math.abs(gap), `at ${width}`).toBeLessThan(10);
      await page.unrouteAll({ behavior: 'wait' });
    }
  });

  test('from 900 px the chart is beside the column, with the day’s figures above it and the open orders below', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto('/exchange');
    const chart = new LiveChart(page);
    await chart.drawn();
    await expect(page.getByRole('button', { name: 'Show chart' })).toHaveCount(0);
    const [canvas, form] = [
      await chart.bars.boundingBox(),
      await page.getByRole('form', { name: 'Place an order' }).boundingBox(),
    ];
    expect((canvas?.x ?? 0) + (canvas?.width ?? 0)).toBeLessThanOrEqual(form?.x ?? 0);
    await expect(page.getByText('24 h high')).toBeVisible();
    await expect(page.getByRole('region', { name: /^Open orders/ })).toHaveCount(1);
  });
});

test.describe('in Arabic', () => {
  test.use({ as: 'member', locale: 'ar' });

  test('everything is mirrored but the chart', async ({ page }) => {
    await page.goto('/exchange');
    const toggle = page.locator('header button[aria-expanded]');
    await toggle.click();
    const slider = page.locator('[role=slider]');
    await expect(page.locator('main dl dd.chg')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(slider).toHaveCSS('direction', 'ltr');
    const buttons = page.locator('[role=group]:has(> [aria-pressed]) > button');
    const [first, last] = [
      await buttons.first().boundingBox(),
      await page.locator('[role=group] > button').nth(8).boundingBox(),
    ];
    expect(first?.x ?? 0).toBeGreaterThan(last?.x ?? 0);
    const isAxisRight = async (): Promise<boolean> => {
      const cells = await slider.locator('td').evaluateAll((all) =>
        all
          .map((cell) => cell.getBoundingClientRect())
          .filter(({ width }) => width > 0)
          .map(({ x, width }) => ({ x, width })),
      );
      const widest = cells.toSorted((a, b) => b.width - a.width)[0];
      return cells.some(({ x }) => x >= (widest?.x ?? 0) + (widest?.width ?? 0) - 1);
    };
    // The axis has its width a frame after the bars are there.
    await expect.poll(isAxisRight).toBe(true);
  });
});

test.describe('a member with an open option', () => {
  test.use({ as: 'demo' });

  test('its entry is a line across the chart, and the moment it closes is marked', async ({ page, member }) => {
    const { list } = await member.obtain('getMarketList');
    const market = list.find(({ symbol }) => symbol === 'ltcusdt') ?? list.at(-1);
    if (!market) throw new Error('there are no markets');
    const path = `/options?${new URLSearchParams({ currentSymbol: market.symbol, name: market.title })}`;
    const chart = new LiveChart(page, market.title);
    await page.goto(path);
    await chart.drawn();
    await expect.poll(() => chart.pixelsOf('up')).toBeGreaterThan(0);
    expect(await chart.pixelsOf('paint')).toBe(0);
    expect(await chart.pixelsOf('chart-cross')).toBe(0);
    await member.obtain('creatorder', { m_id: String(market.id), ctime: '600', ctzed: '100', buytype: '1' });
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Ticks' })).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: '1D', exact: true }).click();
    await chart.drawn();
    // Two pixels thick across the pane; the dashes across most of its height.
    await expect.poll(() => chart.pixelsOf('paint')).toBeGreaterThan(400);
    await expect.poll(() => chart.pixelsOf('chart-cross')).toBeGreaterThan(50);
  });
});

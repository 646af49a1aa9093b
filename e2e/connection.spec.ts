import type { Page, Route } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { CUT, install } from './support/kept.ts';
import { place, registerMember } from './support/member.ts';
import { onOwnMarket } from './support/own-market.ts';
import { announced, Exchange } from './support/screen.ts';

/** Aborts matching requests until the returned function is called. */
async function cut(page: Page, path: string): Promise<() => Promise<void>> {
  const abort = (route: Route) => route.abort('connectionreset');
  await page.route(path, abort);
  return () => page.unroute(path, abort);
}

/**
 * Answers matching requests so until “Try again” is tapped, and then not at all. A poll that is answered before would
 * take the button away, or do what the tap is to do.
 */
async function untilTriedAgain(page: Page, path: string, answer: (route: Route) => Promise<void>): Promise<void> {
  await page.addInitScript(() => {
    const note = ({ target }: Event): void => {
      if (target instanceof Element && target.closest('button')?.textContent === 'Try again')
        document.documentElement.dataset['tried'] = 'again';
    };
    // Before the app has the tap.
    addEventListener('click', note, { capture: true });
  });
  const hasTried = async (): Promise<boolean> => (await page.locator('html').getAttribute('data-tried')) !== null;
  await page.route(path, async (route) => ((await hasTried()) ? route.continue() : answer(route)));
}

test('a list that cannot be loaded says so, and loads when it is tried again', async ({ page, trouble }) => {
  trouble.expect(CUT);
  await untilTriedAgain(page, '**/api/getAllMarketList', (route) => route.abort('connectionreset'));
  await page.goto('/market');
  await expect(page.getByRole('alert').getByRole('heading', { name: 'Markets could not be loaded' })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('list', { name: 'Markets' }).getByRole('listitem')).toHaveCount(12);
});

test('a first visit without a server says so, and begins when it is tried again', async ({ page, trouble }) => {
  trouble.expect(CUT);
  const mend = await cut(page, '**/api/getSetting');
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Plimsoll could not be reached' })).toBeVisible();
  await mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'A market you can check, tick by tick.' })).toBeVisible();
});

test.describe('with what the browser keeps', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a visited page opens without a connection, with the last prices and their time', async ({
    page,
    context,
    trouble,
  }) => {
    trouble.expect(CUT);
    await install(page);
    const first = page.getByRole('region', { name: 'Markets at a glance' }).getByRole('link').first();
    await expect(first).toBeVisible();
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText(/^You are offline\. Prices stopped at \d/)).toBeVisible();
    await expect(first).toContainText('BTC/USDT');
    await context.setOffline(false);
    await expect(page.getByText(/^You are offline/)).toBeHidden();
  });
});

test.describe('a member', () => {
  test.use({ as: 'member' });

  const ordersOf = async (member: { obtain: (name: 'tradegetOrderList') => Promise<{ list: readonly unknown[] }> }) =>
    (await member.obtain('tradegetOrderList')).list;

  async function written(page: Page): Promise<Exchange> {
    const exchange = new Exchange(page);
    await exchange.open();
    await exchange.price.fill('400000');
    await exchange.quantity.fill('0.01');
    return exchange;
  }

  test('an order list that cannot be loaded says so, and loads when it is tried again', async ({ page, trouble }) => {
    trouble.expect(CUT);
    const mend = await cut(page, '**/api/tradegetOrderList');
    await page.goto('/trade-lst');
    await expect(page.getByRole('heading', { name: 'This could not be loaded' })).toBeVisible();
    await mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'No open orders' })).toBeVisible();
  });

  for (const [code, path, call] of [
    [0, '/assets', 'getUserBalanceList'],
    [201, '/transfer', 'getTransferCoin'],
    [204, '/trade-lst', 'tradegetOrderList'],
  ] as const) {
    test(`a refusal on ${path} (${code}) is shown in the server’s words`, async ({ page }) => {
      await untilTriedAgain(page, `**/api/${call}`, (route) =>
        route.fulfill({ json: { code, msg: 'Closed while the tide is out.', data: null, reason: 'switched_off' } }),
      );
      await page.goto(path);
      const words = page.getByRole('main').getByText('Closed while the tide is out.');
      await expect(words).toBeVisible();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(words).toBeHidden();
    });
  }

  test('a second tap while an order is on its way sends nothing more', async ({ page, member }) => {
    const exchange = await written(page);
    let sent = 0;
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/upbbbuy', async (route) => {
      sent += 1;
      await held;
      await route.continue();
    });
    const button = page.locator('button[type=submit]').filter({ hasText: 'Buy BTC' });
    await button.dblclick();
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await expect(button).toContainText('Sending');
    await button.click();
    await exchange.quantity.press('Enter');
    release();
    await announced(page, 'Order placed');
    expect(sent).toBe(1);
    expect(await ordersOf(member)).toHaveLength(1);
  });

  test('a lost answer to an order is requested again with the same key, and there is one order', async ({
    page,
    member,
    trouble,
  }) => {
    trouble.expect(CUT);
    const exchange = await written(page);
    const keys: (string | undefined)[] = [];
    await page.route('**/api/upbbbuy', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 2) return route.continue();
      // The server answers, but the answer is lost.
      await route.fetch();
      return route.abort('connectionreset');
    });
    await exchange.submit.click();
    await announced(page, 'Connection lost. Checking the status of your request.');
    await announced(page, 'Order placed');
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(await ordersOf(member)).toHaveLength(1);
    await expect(exchange.openOrders.getByRole('listitem')).toHaveCount(1);
  });

  test('two orders in a row are two orders: each submit has a key of its own', async ({ page, member }) => {
    const exchange = await written(page);
    await exchange.send();
    await exchange.placeLimit('Buy', '400000', '0.01');
    expect(await ordersOf(member)).toHaveLength(2);
  });

  test('without a connection the page says since when, and trading waits until there is one again', async ({
    page,
    context,
    trouble,
  }) => {
    trouble.expect(CUT);
    const exchange = await written(page);
    await context.setOffline(true);
    const button = page.locator('button[type=submit]').filter({ hasText: 'Waiting for live prices' });
    await expect(button).toBeDisabled();
    await expect(page.getByText('You are offline.').filter({ visible: true })).toBeVisible();
    await context.setOffline(false);
    await expect(exchange.submit).toBeEnabled();
    await expect(page.getByText('You are offline.')).toBeHidden();
    await expect(exchange.quantity).toHaveValue('0.01');
  });

  test('what is loaded later waits for the connection, and what is written beside it stays', async ({
    page,
    context,
    member,
    trouble,
  }) => {
    trouble.expect(CUT);
    await place(member, { symbol: 'btcusdt', side: 'buy', price: '1000', num: '0.01' });
    const requested = Promise.withResolvers<Route>();
    await page.route('**/open-order-rows*', (route) => requested.resolve(route), { times: 1 });
    const exchange = await written(page);
    const held = await requested.promise;
    await context.setOffline(true);
    await expect(page.getByText('You are offline.').filter({ visible: true })).toBeVisible();
    // The page is to learn of it while it is offline.
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('open-order-rows'));
    await held.abort('internetdisconnected');
    await failed;
    await expect(exchange.quantity).toHaveValue('0.01');
    await context.setOffline(false);
    await expect(page.getByRole('region', { name: /^Open orders/ }).getByRole('listitem')).toHaveCount(1);
    await expect(exchange.quantity).toHaveValue('0.01');
  });

  test('when the server stops, prices are shown with their age and trading waits', async ({ page, trouble }) => {
    trouble.expect(CUT);
    const exchange = await written(page);
    const mend = [await cut(page, '**/api/**'), await cut(page, '**/huobiapi/**')];
    await expect(page.getByText(/^Price is \d+ s old, reconnecting$/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Waiting for live prices' })).toBeDisabled();
    for (const each of mend) await each();
    await expect(exchange.submit).toBeEnabled();
  });
});

test('a market that falls silent is shown with its age, cannot be traded in the app, and is refused by the server', async ({
  browser,
}) => {
  // A file of one minute, played five times as fast: silent after twelve seconds.
  const silent = { feed: { minutes: 1, price: 500_000, range: 20 }, speed: 5 };
  await onOwnMarket(
    browser,
    silent,
    (url) => registerMember(url, { funded: true }),
    async ({ page, member }) => {
      await page.goto('/exchange');
      await expect(page.getByText(/^Price is \d+ s old, reconnecting$/)).toBeVisible({ timeout: 30_000 });
      await expect(page.getByRole('button', { name: 'Waiting for live prices' })).toBeDisabled();
      const { reason } = await member.ask('upbbbuy', { m_id: '1', type: '1', operate_type: '2', amount: '1000' });
      expect(reason).toBe('stale_market');
    },
  );
});

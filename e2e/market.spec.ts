import { expect, test } from './support/journey.ts';

test('markets are shown by currency and its groups, found by name, and lead to options', async ({ page }) => {
  await page.goto('/market');
  const rows = page.getByRole('list', { name: 'Markets' }).getByRole('listitem');
  await expect(rows).toHaveCount(12);
  await expect(rows.first()).toContainText('BTC/USDT');
  // Name and 24-hour amount, price and dollars, change.
  await expect(rows.first()).toHaveText(/^BTC\/USDT[\d.]+[KMB]?[\d,]+\.\d{2}[\d,]+\.\d{2}[+−]?\d+\.\d{2}%$/);
  await page.getByRole('button', { name: 'Payments' }).click();
  await expect(rows).toHaveCount(3);
  await page.getByRole('button', { name: 'Meme' }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole('tab', { name: 'BTC' }).click();
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toHaveText(/^ETH\/BTC[\d.]+[KMB]?0\.0\d{4,7}[\d,]+\.\d{2}[+−]?\d+\.\d{2}%$/);
  await page.getByRole('tab', { name: 'USDT' }).click();
  await expect(rows).toHaveCount(12);

  const search = page.getByRole('searchbox', { name: 'Search markets' });
  await search.fill('sol/');
  await expect(rows).toHaveCount(2);
  await search.fill('nothing');
  await expect(page.getByRole('heading', { name: 'No pairs match “nothing”' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).last().click();
  await expect(search).toBeFocused();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(rows).toHaveCount(12);
});

test('a market is found by its coin’s name in any language, and the coin’s page from there', async ({ page }) => {
  await page.goto('/market');
  const rows = page.getByRole('list', { name: 'Markets' }).getByRole('listitem');
  const search = page.getByRole('searchbox', { name: 'Search markets' });
  for (const name of ['bit', 'Биткойн', '比特币', 'بيتكوين']) {
    await search.fill(name);
    await expect(rows.first()).toContainText('BTC/USDT');
    await expect(rows.nth(1)).toContainText('ETH/BTC');
  }
  await search.fill('бит');
  await expect(rows.first()).toContainText('Биткойн · Bitcoin');
  await expect(rows.nth(1)).toContainText('quoted in Биткойн');
  await page.getByRole('link', { name: 'Bitcoin: balance, chart and news' }).click();
  await expect(page).toHaveURL('/coin/BTC');
  await expect(page).toHaveTitle('Plimsoll · Coin');
  await expect(page.getByRole('heading', { level: 1, name: 'Bitcoin BTC' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What you hold' })).toBeHidden();
  await page.goto('/market');
  await search.focus();
  await expect(page.getByRole('heading', { name: 'Recently viewed' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'BTC/USDT' })).toBeVisible();
});

test('an address of a coin that is not traded here says so', async ({ page }) => {
  await page.goto('/coin/NOTHING');
  await expect(page.getByRole('heading', { name: 'Market not available' })).toBeVisible();
  await page.getByRole('link', { name: 'All markets' }).click();
  await expect(page).toHaveURL('/market');
});

test('markets stand in the order of the column that is tapped', async ({ page }) => {
  await page.goto('/market');
  const first = page.getByRole('list', { name: 'Markets' }).getByRole('listitem').first();
  await expect(first).toBeVisible();
  await page.getByRole('button', { name: 'Sort by price' }).click();
  await expect(first).toContainText('BTC/USDT');
  await page.getByRole('button', { name: 'Sort by price' }).click();
  await expect(first).toContainText('TRX/USDT');
});

for (const language of ['en', 'ar'])
  test(`in ${language} a row has its price beside its pair on a narrow phone, though both figures are long`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.addInitScript((code) => localStorage.setItem('language', code), language);
    await page.routeWebSocket('**/stream', () => {});
    await page.route('**/api/{getMarketList,getAllMarketList}', async (route) => {
      const response = await route.fetch();
      const long = { close: '123456.78', change: '-12.34' };
      const json: object = JSON.parse(await response.text(), (_key, value: { symbol?: string } | null) =>
        value?.symbol === 'btcusdt' ? { ...value, ...long } : value,
      );
      await route.fulfill({ response, json });
    });
    const wrapped = () =>
      page.locator('#markets li, #ranking li').evaluateAll((rows) =>
        rows.flatMap((row) => {
          const [pair, price] = ['bdi', '.text-right > .font-semibold'].map((each) => row.querySelector(each));
          const isBeside = pair && price && price.getBoundingClientRect().top < pair.getBoundingClientRect().bottom - 6;
          return isBeside ? [] : [row.textContent];
        }),
      );
    await page.goto('/market');
    await expect(page.locator('#markets li button[aria-pressed]').first()).toBeVisible();
    await expect(page.locator('#markets')).toContainText('123,456.78');
    expect(await wrapped()).toEqual([]);
    await page.goto('/');
    await page.getByRole('tab').nth(1).click();
    await expect(page.locator('#ranking li button[aria-pressed]').first()).toBeVisible();
    await expect(page.locator('#ranking')).toContainText('123,456.78');
    expect(await wrapped()).toEqual([]);
  });

test('home’s tiles that a visitor may not enter lead to log in, its ranking and ticker show the markets', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Markets at a glance' }).getByRole('link').first()).toContainText(
    'BTC/USDT',
  );
  await page.getByRole('tab', { name: 'Losers' }).click();
  for (const name of [
    'Options',
    'Deposit',
    'Withdraw',
    'Convert',
    'Send',
    'Transfer',
    'Loans',
    'Lock mining',
    'Staking',
  ]) {
    await expect(page.getByRole('navigation', { name: 'Services' }).getByRole('link', { name })).toBeVisible();
  }
  await page.getByRole('navigation', { name: 'Services' }).getByRole('link', { name: 'Loans' }).click();
  await expect(page).toHaveURL('/login');
});

test('a visitor without the mailbox is sent to customer service, or reads that there is none', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('button', { name: 'Verify your identity' }).click();
  await expect(page.getByText('Please contact support')).toBeVisible();
});

test.describe('a member', () => {
  test.use({ as: 'member' });

  test('a row of the list leads to its options', async ({ page }) => {
    await page.goto('/market');
    await page.getByRole('link', { name: /^ETH\/USDT/ }).click();
    await expect(page).toHaveURL('/options?currentSymbol=ethusdt&name=ETH%2FUSDT');
    await expect(page).toHaveTitle('Plimsoll · Options');
    await expect(page.getByRole('heading', { name: 'Options, ETH/USDT' })).toBeAttached();
  });

  test('an address with the name of a pair alone shows that market, and one with a symbol too that of the symbol', async ({
    page,
  }) => {
    for (const [path, shown] of [
      ['/options', page.getByRole('heading', { name: 'Options, ETH/USDT' })],
      ['/exchange', page.getByRole('button', { name: 'Buy ETH' })],
    ] as const)
      for (const query of ['name=ETH/USDT', 'currentSymbol=ethusdt&name=BTC/USDT']) {
        await page.goto(`${path}?${query}`);
        await expect(shown, `${path}?${query}`).toBeAttached();
      }
  });

  test('rows of home’s ticker and ranking lead to their options', async ({ page }) => {
    await page.goto('/');
    await page
      .getByRole('region', { name: 'Markets at a glance' })
      .getByRole('link', { name: /^BTC\/USDT/ })
      .click();
    await expect(page).toHaveURL('/options?currentSymbol=btcusdt&name=BTC%2FUSDT');
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByRole('tabpanel', { name: 'Gainers' }).getByRole('link').first().click();
    await expect(page).toHaveURL(/\/options\?currentSymbol=[a-z]+&name=[A-Z]+%2F[A-Z]+$/);
  });
});

test.describe('for members, in Arabic', () => {
  test.use({ as: 'member' });

  test('a price stands at the end of its column, and an amount at that of the book', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('language', 'ar'));
    await page.goto('/market');
    await page.getByRole('tab').nth(1).click();
    const row = page.locator('#markets li').first();
    const [price, change] = [await row.locator('.text-right').boundingBox(), await row.locator('.chg').boundingBox()];
    expect((price?.x ?? Infinity) - (change?.x ?? 0) - (change?.width ?? 0)).toBeLessThan(12);
    await page.goto('/exchange');
    const amount = page.locator('li > button > .n + .ms-auto').first();
    const [own, whole] = [await amount.boundingBox(), await amount.locator('xpath=..').boundingBox()];
    expect((own?.x ?? Infinity) - (whole?.x ?? 0)).toBeLessThan(4);
  });
});

import { complaints, looksAt } from './support/axe.ts';
import { consoleContext, openScreen } from './support/console-screen.ts';
import { test as consoleJourney } from './support/console-journey.ts';
import { expect } from './support/journey.ts';
import { registerMember } from './support/member.ts';
import { enterConsole, makeOperator, type Operator } from './support/operator.ts';
import { reported } from './support/reports.ts';
import { watch } from './support/watch.ts';

// In order on one server: a server of its own would take longer than each of these journeys.
consoleJourney.describe.configure({ mode: 'default' });

const test = consoleJourney.extend<object, { viewer: Operator }>({
  viewer: [
    async ({ server }, give) =>
      give(await makeOperator(server.url, await enterConsole(server.url), 'v.lookout', 'viewer')),
    { scope: 'worker' },
  ],
});

test('results of options are shown by market and duration once settled, over any number of days', async ({
  browser,
  server,
  viewer,
}) => {
  test.setTimeout(120_000);
  const member = await registerMember(server.url, { funded: true });
  await member.obtain('transfer', { c_id: '1', num: '100', from_type: '1', to_type: '2' });
  for (const [buytype, ctime] of [
    ['1', '30'],
    ['2', '30'],
  ] as const)
    await member.obtain('creatorder', { m_id: '1', ctime, ctzed: '10', buytype });
  const settled = async () =>
    (await viewer.call<{ all: { options: number } }>('GET', '/reports/option-edge?days=1')).all.options;
  await expect.poll(settled, { timeout: 90_000, intervals: [3_000] }).toBe(2);

  const context = await consoleContext(browser, server.url, viewer);
  const trouble = await watch(context);
  const page = await context.newPage();
  await openScreen(page, 'option-edge');
  await expect(page).toHaveTitle(/Edge by market/);
  const table = page.getByRole('region', { name: 'By market and duration' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table.getByRole('row').nth(1)).toContainText(/BTC\/USDT30 s2020\.00/);
  await expect(page.getByRole('button', { name: '7 days' })).toHaveAttribute('aria-pressed', 'true');
  const asked = page.waitForRequest((request) => request.url().endsWith('/reports/option-edge?days=30'));
  await page.getByRole('button', { name: '30 days' }).click();
  await asked;
  await expect(table.getByRole('row').nth(1)).toContainText('BTC/USDT');
  await openScreen(page, 'unusual-results');
  await expect(
    page.getByRole('heading', { name: 'No member deviates by more than 3 σ from the expected result' }),
  ).toBeVisible();
  await expect(page.getByText('0 members examined')).toBeVisible();
  expect(trouble.unexpected).toEqual([]);
  await context.close();
});

test('a market with less than its expected result is marked, and a member beyond three σ is one tap away, read-only', async ({
  browser,
  server,
  viewer,
}) => {
  const context = await consoleContext(browser, server.url, viewer);
  const page = await context.newPage();
  await reported(page);
  await openScreen(page, 'option-edge');
  const rows = page.getByRole('region', { name: 'By market and duration' }).getByRole('row');
  await expect(rows).toHaveCount(5);
  await expect(rows.nth(1).getByRole('img', { name: 'Below expected edge' })).toHaveCount(0);
  await expect(rows.nth(3)).toContainText(/600 s.*−1\.00%.*−4\.10 – \+2\.10%/);
  await expect(rows.nth(3).getByRole('img', { name: 'Below expected edge' })).toBeVisible();
  await expect(rows.nth(4)).toContainText(/ETH\/USDT60 s1.*−75\.00%--/);
  await openScreen(page, 'unusual-results');
  const listed = page.getByRole('region', { name: 'Members with unusual results' }).getByRole('row');
  await expect(listed.nth(1)).toContainText(/tide_runner@quay\.example\+4\.38\+2,925\.00−2,500\.00/);
  await expect(listed.nth(2)).toContainText(/lea−3\.54/);
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  await listed.nth(1).getByRole('link').click();
  await expect(page).toHaveURL(/\/operator\/members\/482$/);
  await context.close();
});

test('a report that cannot be loaded says so, and loads on a retry', async ({ browser, server, viewer }) => {
  const context = await consoleContext(browser, server.url, viewer);
  const page = await context.newPage();
  await page.route('**/operator/api/reports/option-edge?*', (route) => route.abort('connectionreset'));
  await openScreen(page, 'option-edge');
  await expect(page.getByText('This section could not be loaded')).toBeVisible();
  await page.unroute('**/operator/api/reports/option-edge?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'All markets' })).toBeVisible();
  await context.close();
});

for (const language of ['en', 'ar'] as const) {
  test(`the reports are accessible, from a desktop to a phone and in large type: ${language}`, async ({
    browser,
    server,
    viewer,
  }) => {
    const context = await consoleContext(browser, server.url, viewer, { language });
    const page = await context.newPage();
    await reported(page);
    for (const [place, screen] of ['option-edge', 'unusual-results'].entries()) {
      await openScreen(page, screen);
      for (const [width, type] of [
        [1280, ''],
        [390, ''],
        [1440, '200%'],
        [1440, ''],
      ] as const) {
        await page.setViewportSize({ width, height: 980 });
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = size;
        }, type);
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
          `${screen}, ${width} ${type}`,
        ).toBeLessThanOrEqual(0);
      }
      for (const look of looksAt(place).filter((each) => each.language === language)) {
        await page.evaluate((next) => {
          document.documentElement.dataset['theme'] = next;
        }, look.theme);
        expect(await complaints(page, 'main'), `${screen}, ${look.theme}`).toEqual([]);
      }
    }
    await context.close();
  });
}

import { complaints } from './support/axe.ts';
import { expect, test } from './support/journey.ts';

test('a visitor reads what a call is and tries it; the page loads nothing foreign', async ({ page, server }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url)) foreign.push(request.url());
  });
  await page.goto('/docs');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plimsoll, the member API');
  await page.getByLabel('Filter').fill('getmarketlist');
  const call = page.locator('details:visible');
  await expect(call).toHaveCount(1);
  await call.locator('summary').click();
  await call.getByRole('button', { name: 'Try POST /api/getMarketList' }).click();
  await expect(call.locator('output')).toContainText('"symbol": "btcusdt"');
  expect(foreign).toEqual([]);
});

test('a login that is tried is used by the calls that follow', async ({ page }) => {
  await page.goto('/docs');
  const tried = async (path: string, fields: Readonly<Record<string, string>>) => {
    await page.getByLabel('Filter').fill(path);
    // What is closed has no buttons for a reader yet.
    const button = page.getByRole('button', { name: `Try POST ${path}`, exact: true, includeHidden: true });
    const call = page.locator('details', { has: button });
    await call.locator('summary').click();
    for (const [name, value] of Object.entries(fields)) {
      const field = call.locator(`[name="${name}"]`);
      await ((await field.evaluate(({ tagName }) => tagName)) === 'SELECT'
        ? field.selectOption(value)
        : field.fill(value));
    }
    await call.locator('button').click();
    return call.locator('output');
  };
  const password = 'quay4load7line';
  const account = { type: '2', email: 'docs@example.org', password, repassword: password };
  await expect(await tried('/api/register', account)).toContainText('"code": 1');
  await expect(page.getByRole('textbox', { name: /^Token / })).toHaveValue(/^[\w-]{43}$/);
  await expect(await tried('/api/getKeys', {})).toContainText('"code": 1');
});

for (const [path, scheme] of [
  ['/docs', 'dark'],
  ['/operator/docs', 'light'],
] as const)
  test(`${path} can be used by everyone, on a narrow phone and in the ${scheme} scheme`, async ({ page, trouble }) => {
    // Fields of reports look like keys of texts: `loans.waiting`. The page draws nothing from the catalogue.
    trouble.expect(/^console: raw text key: (?:loans|options)\.[a-z]+ /);
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(path);
    for (const place of [0, 1]) await page.locator('summary').nth(place).click();
    expect(await complaints(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });

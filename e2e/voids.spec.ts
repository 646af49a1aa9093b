import type { Answer, Envelope } from '@plimsoll/contract';
import { expect, test } from './support/journey.ts';
import { furnished } from './support/void-screens.ts';

test('a visitor reads in which stretches there were no marks: those in which the server did not run, by market', async ({
  page,
  server,
}) => {
  const { data } = (await (await fetch(`${server.url}/api/gaps?limit=50&symbol=ethusdt`)).json()) as Envelope<
    Answer<'gaps'>
  >;
  // The server started from another one's folder. On a busy machine it may be late by itself since.
  expect(data?.list.map(({ why }) => why)).toContain('stopped');
  await page.goto('/voids');
  await expect(page).toHaveTitle('Plimsoll · Voids and gaps');
  await expect(page.getByRole('heading', { name: 'No void options' })).toBeVisible();
  await page.getByRole('tab', { name: 'Gaps' }).click();
  await expect(page).toHaveURL('/voids?list=gaps');
  const rows = page.getByRole('list', { name: 'Gaps' }).getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  await page.getByRole('group', { name: 'Market' }).getByRole('button', { name: 'ETH/USDT' }).click();
  await expect(page).toHaveURL('/voids?list=gaps&market=ethusdt');
  await expect(rows.first()).toContainText('ETH/USDT');
  await expect(rows.filter({ hasText: 'BTC/USDT' })).toHaveCount(0);
  await expect(rows.filter({ hasText: 'Platform offline' }).first()).toBeVisible();
  // A link to it shows the same.
  await page.reload();
  await expect(rows.first()).toContainText('ETH/USDT');
  await expect(page.getByRole('button', { name: 'ETH/USDT' })).toHaveAttribute('aria-pressed', 'true');
});

test('each void says where, why and how it would have ended, and nothing of whose it was', async ({ page }) => {
  await furnished(page);
  await page.goto('/voids');
  const rows = page.getByRole('list', { name: 'Void options' }).getByRole('listitem');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(0)).toContainText('No mark price came within 5 s to set the entry price. Order 500482');
  await expect(rows.nth(0)).toContainText('No mark price known');
  await expect(rows.nth(1).getByRole('definition')).toHaveText(['Up', '1:00', '97,321.12', '97,322.05']);
  await expect(rows.nth(2)).toContainText('No mark price in the 5 s before expiry or the 60 s after it.');
  await expect(rows.nth(2).getByRole('definition')).toHaveText(['Down', '10:00', '0.3987', '0.3961']);
  await expect(rows.nth(3).getByRole('definition').first()).toHaveText('Tie');
  await page.getByRole('tab', { name: 'Gaps' }).click();
  const gaps = page.getByRole('list', { name: 'Gaps' }).getByRole('listitem');
  await expect(gaps.first()).toContainText('Ongoing');
  await expect(gaps.first().getByRole('definition')).toHaveText(['--', '12']);
  await expect(gaps.nth(3).getByRole('definition')).toHaveText(['48:00:00', '0']);
});

test.describe('a member', () => {
  test.use({ as: 'newcomer' });
  test('opens it from the page about the platform', async ({ page }) => {
    await page.goto('/introduction');
    await page.getByRole('link', { name: 'Voids and gaps' }).click();
    await expect(page).toHaveURL('/voids');
    await expect(page.getByRole('heading', { level: 1, name: 'Voids and gaps' })).toBeVisible();
  });
});

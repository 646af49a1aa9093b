import type { Locator, Page } from '@playwright/test';
import { complaints } from './support/axe.ts';
import { expect, test } from './support/journey.ts';
import { buyWhole, place, type Member } from './support/member.ts';
import { announced } from './support/screen.ts';

test.use({ as: 'member' });

/** A price that is a share of the last one, on the market's step of a hundredth. */
async function priceAt(member: Member, share: number): Promise<string> {
  const { list } = await member.obtain('getMarketList');
  return (Number(list.find(({ symbol }) => symbol === 'btcusdt')?.close) * share).toFixed(2);
}

/** A price that no buyer is served at, and whose line is in view: a little below the day's lowest. */
async function belowTheDay(page: Page): Promise<string> {
  const answer = await page.request.get('/huobiapi/market/detail?symbol=btcusdt');
  const { tick } = (await answer.json()) as { tick: { low: number } };
  return (tick.low - 2).toFixed(2);
}

const openOrders = async (member: Member) =>
  (await member.obtain('tradegetOrderList', { status: '1', page: '1', limit: '10' })).list;

/** Opens the chart of /exchange and waits until it has drawn what is the member's. */
async function openChart(page: Page, drawn: RegExp): Promise<void> {
  await page.goto('/exchange');
  await page.getByRole('button', { name: 'Show chart' }).click();
  await expect(page.getByText(drawn)).toBeAttached();
}

/** Moves the pointer down the chart until it may take hold of a line; its place. */
async function findLine(page: Page): Promise<{ x: number; y: number }> {
  const host = page.getByRole('slider', { name: 'Candles' });
  const box = await host.boundingBox();
  if (!box) throw new Error('the chart is not to be seen');
  const x = box.x + box.width / 3;
  for (let y = box.y + 30; y < box.y + box.height - 30; y += 2) {
    await page.mouse.move(x, y);
    if ((await host.evaluate((element) => element.style.cursor)) === 'ns-resize') return { x, y };
  }
  throw new Error('no line was found');
}

/** Drags the line of an order down the chart until its new price is asked for; the scale may move under the pointer. */
async function dragLine(page: Page): Promise<Locator> {
  const sheet = page.getByRole('dialog', { name: 'Move this order?' });
  await expect(async () => {
    // It may open later than a try waits for it, and is then over the line.
    if (await sheet.isVisible()) return;
    const { x, y } = await findLine(page);
    await page.mouse.down();
    await page.mouse.move(x, y + 12, { steps: 6 });
    await page.mouse.up();
    await expect(sheet).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 60_000 });
  return sheet;
}

test('an order’s line is dragged to another price, which is asked for and then moves the order', async ({
  page,
  member,
}) => {
  await buyWhole(member, 'btcusdt', '0.002');
  const old = await belowTheDay(page);
  const id = await place(member, { symbol: 'btcusdt', side: 'buy', price: old, num: '0.001' });
  await openChart(page, /your fills \(\d+\), your open orders \(1\)/);
  const sheet = await dragLine(page);
  await expect(sheet).toContainText('Current price');
  const wanted = (await sheet.getByLabel('New price').inputValue()).replaceAll(',', '');
  expect(Number(wanted)).toBeLessThan(Number(old));
  expect(await complaints(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Move order' }).click();
  await announced(page, 'Order moved');
  await expect(sheet).toBeHidden();
  const [moved, ...others] = await openOrders(member);
  expect(others).toEqual([]);
  expect(Number(moved?.xjprice)).toBe(Number(wanted));
  expect(moved?.id).not.toBe(id);
});

test('a dragged line that is not confirmed leaves its order', async ({ page, member }) => {
  const old = await belowTheDay(page);
  await place(member, { symbol: 'btcusdt', side: 'buy', price: old, num: '0.001' });
  await openChart(page, /your open orders \(1\)/);
  const sheet = await dragLine(page);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  expect((await openOrders(member)).map(({ xjprice }) => Number(xjprice))).toEqual([Number(old)]);
});

test('an order is moved by keyboard alone; a price off its step is an error beside it', async ({ page, member }) => {
  const old = await priceAt(member, 0.9);
  await place(member, { symbol: 'btcusdt', side: 'buy', price: old, num: '0.001' });
  await page.goto('/trade-lst');
  const change = page.getByRole('button', { name: /^Change price: Buy 0.001 BTC at / });
  await change.focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Move this order?' });
  const field = sheet.getByLabel('New price');
  await expect(sheet.getByRole('button', { name: 'Move order' })).toBeDisabled();
  await field.fill(`${old}1`);
  await field.press('Enter');
  await expect(sheet.getByText('Must be a multiple of 0.01')).toBeVisible();
  const next = await priceAt(member, 0.91);
  await field.fill(next);
  await field.press('Enter');
  await expect(sheet).toBeHidden();
  expect((await openOrders(member)).map(({ xjprice }) => Number(xjprice))).toEqual([Number(next)]);
});

test('a coin’s page has what one holds of it and what it cost, its orders, and the ways on', async ({
  page,
  member,
}) => {
  await buyWhole(member, 'btcusdt', '0.002');
  await page.goto('/assets');
  await page.getByRole('link', { name: /^BTC/ }).first().click();
  await page.getByRole('link', { name: 'BTC: balance, chart and news' }).click();
  await expect(page).toHaveURL('/coin/BTC');
  const holding = page.getByRole('region', { name: 'What you hold' });
  await expect(holding).toContainText('0.00199800');
  await expect(holding.getByRole('link', { name: /^Funds/ })).toBeVisible();
  for (const term of ['Average cost', 'Break-even, selling fee included', 'Unrealized profit'])
    await expect(holding.getByText(term)).toBeVisible();
  await expect(page.getByText(/your fills \([1-9]\d*\), your open orders \(0\)/)).toBeAttached();
  await expect(page.getByRole('heading', { name: /^Open orders/ })).toBeVisible();
  expect(await complaints(page)).toEqual([]);
  const ways = page.getByRole('navigation', { name: 'BTC' });
  await expect(ways.getByRole('link', { name: 'Convert' })).toHaveAttribute('href', /^\/exchangeb\?to=\d+$/);
  for (const side of ['Buy', 'Sell']) {
    await ways.getByRole('link', { name: side }).click();
    await expect(page).toHaveURL(`/exchange?currentSymbol=btcusdt&name=BTC%2FUSDT&side=${side.toLowerCase()}`);
    await expect(page.getByRole('button', { name: `${side} BTC` })).toBeVisible();
    await page.goBack();
  }
  await page.goto('/coin/USDT');
  await expect(page.getByRole('region', { name: 'What you hold' })).toContainText('USDT');
  await page.getByRole('button', { name: 'Deposit' }).click();
  await expect(page).toHaveURL('/recharge');
});

test('in Arabic the coin’s page and the search have their names, from right to left', async ({ page, member }) => {
  await buyWhole(member, 'btcusdt', '0.002');
  await page.addInitScript(() => localStorage.setItem('language', 'ar'));
  await page.goto('/market');
  await page.getByRole('searchbox').fill('bit');
  await expect(page.getByRole('listitem').first()).toContainText('بيتكوين');
  expect(await complaints(page)).toEqual([]);
  await page.getByRole('link', { name: /^.?بيتكوين.?: الرصيد/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'بيتكوين BTC' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'ما تملكه' })).toBeVisible();
  expect(await complaints(page)).toEqual([]);
  const [mark, price] = await Promise.all([
    page.locator('main .coin').first().boundingBox(),
    page.locator('main [data-way] .n').first().boundingBox(),
  ]);
  expect(mark && price && mark.x > price.x).toBe(true);
});

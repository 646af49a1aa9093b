import type { Page } from '@playwright/test';
import { note, pass, passToNext, stop } from './support/asked.ts';
import { expect } from './support/journey.ts';
import { fund, SETTLES_WITHIN_MS, test } from './support/options.ts';
import { has, NEWS_BEGUN, receivedBy } from './support/received.ts';

// What the stream reports of a member's own changes what they see, by a clock that only the journey moves: no poll
// falls into it.

const BALANCES = '/api/getUserBalanceList';
const ORDERS = '/api/tradegetOrderList';
/** Of a burst, news is shown once a second. */
const SHOWN_MS = 1000;

test.use({ as: 'member' });

/** Opens a screen whose news has begun, right after a poll; from then on its clock stands still. */
async function standStill(page: Page, path: string, address: string): Promise<readonly object[]> {
  const received = receivedBy(page);
  await note(page);
  await page.clock.install();
  await page.goto(path);
  await has(received, NEWS_BEGUN);
  await stop(page);
  await passToNext(page, address);
  return received;
}

/** Lets news be shown: read again at most once a second, and drawn once the answer is there. */
async function show(page: Page, address: string): Promise<void> {
  await pass(page, SHOWN_MS, address);
  await pass(page, 0, address);
}

test('an option that ends while its owner is on Home changes the balance there at once', async ({ page, member }) => {
  test.setTimeout(120_000);
  await fund(member);
  const received = await standStill(page, '/', BALANCES);
  const main = page.getByRole('main');
  await expect(main.getByText('10,000.00')).toBeVisible();
  await member.obtain('creatorder', { m_id: '1', ctime: '30', ctzed: '30', buytype: '1' });
  await has(received, { event: 'option', status: 1 });
  await has(received, { event: 'option', status: 2, outcome: 'win' }, SETTLES_WITHIN_MS);
  await has(received, { event: 'balance', type: 2, balance: '1022.50000000', dbalance: '0.00000000' });
  await show(page, BALANCES);
  await expect(main.getByText('10,022.50')).toBeVisible();
});

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' });

  test('an order that was placed elsewhere is among the open ones at once, and gone when it is cancelled there', async ({
    page,
    member,
  }) => {
    const received = await standStill(page, '/exchange', ORDERS);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    const price = '1000';
    // No end of another price, such as 101,000.00.
    const shown = page.getByRole('main').getByText(/(?<![\d,])1,000\.00/);
    await expect(shown).toHaveCount(0);
    const { id } = await member.obtain('upbbbuy', { m_id: '1', type: '1', operate_type: '1', price, num: '0.1' });
    await has(received, { event: 'order', id, status: 1 });
    await show(page, ORDERS);
    await expect(shown.first()).toBeVisible();
    await member.obtain('tradecancelOrder', { bb_id: String(id) });
    await has(received, { event: 'order', id, status: 3 });
    await show(page, ORDERS);
    await expect(shown).toHaveCount(0);
  });
});

test('a session that ends elsewhere leads to the login at once', async ({ page, member }) => {
  const received = await standStill(page, '/', BALANCES);
  await member.obtain('logout');
  await has(received, { error: 'login_required' });
  await pass(page, 0, '/api/getusr');
  await expect(page).toHaveURL('/login');
});

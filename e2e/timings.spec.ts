import { note, pass, passToNext, stop } from './support/asked.ts';
import { expect, test } from './support/journey.ts';
import { PASSWORD } from './support/member.ts';
import { has, NEWS_BEGUN, receivedBy } from './support/received.ts';
import { toast } from './support/screen.ts';

// Times that PRODUCT 1 specifies, by a clock that only the journey moves.

const MARKETS = '/api/getMarketList';
const DAY = '/huobiapi/market/detail';

/** Requests that each screen repeats, and how often (PRODUCT 1). */
const ASKED_AGAIN = [
  { path: '/', calls: [[MARKETS, 10_000]] },
  { path: '/market', calls: [['/api/getAllMarketList', 10_000]] },
  {
    path: '/exchange',
    calls: [
      [MARKETS, 1000],
      ['/api/getHuoBiTradeFromRedis', 2000],
      [DAY, 5000],
    ],
  },
  {
    path: '/options',
    calls: [
      [MARKETS, 2500],
      [DAY, 5000],
    ],
  },
  {
    path: '/trade-account?id=1&name=USDT&type=1&usd=10000&conversion=10000',
    calls: [['/api/getUserBalanceList', 1000]],
  },
] as const;

test.describe('a member', () => {
  test.use({ as: 'member' });

  for (const { path, calls } of ASKED_AGAIN) {
    test(`${path.split('?')[0]} asks again at its pace`, async ({ page }) => {
      const received = receivedBy(page);
      await note(page);
      await page.clock.install();
      const answered = calls.map(([address]) =>
        page.waitForResponse((response) => new URL(response.url()).pathname === address),
      );
      await page.goto(path);
      await Promise.all(answered);
      // It counts a poll's time again, whenever it comes.
      await has(received, NEWS_BEGUN);
      await stop(page);
      for (const [address, everyMs] of calls) {
        const asked = await passToNext(page, address);
        expect(await pass(page, everyMs - 1, address), `${address} before its time`).toBe(asked);
        expect(await pass(page, 1, address), `${address} at its time`).toBe(asked + 1);
      }
    });
  }
});

test('after a navigation the page is brought to its top when 50 ms have passed', async ({ page }) => {
  await page.clock.install();
  await page.goto('/market');
  const home = page.getByRole('link', { name: 'Home' });
  await home.waitFor();
  await stop(page);
  await page.evaluate(() => {
    const tops: string[] = [];
    Object.assign(globalThis, {
      tops,
      scrollTo: (...to: number[]) => {
        tops.push(to.join(' '));
      },
    });
  });
  const tops = () => page.evaluate(() => (globalThis as unknown as { tops: string[] }).tops);
  await home.click();
  // The time begins when the page is drawn.
  await expect(page).toHaveTitle(/Home/);
  await page.clock.runFor(49);
  expect(await tops()).toEqual([]);
  await page.clock.runFor(1);
  expect(await tops()).toEqual(['0 0']);
});

test('a request without an answer for 15 seconds fails with a message, and the button works again', async ({
  page,
}) => {
  await page.route('**/api/login', () => new Promise<never>(() => {}));
  await page.clock.install();
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email or phone' }).fill('ada@quay.example');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  const button = page.locator('button[type=submit]');
  await stop(page);
  const sent = page.waitForRequest('**/api/login');
  await button.click();
  await sent;
  const words = toast(page, 'The server took too long. Try again.');
  await page.clock.runFor(14_999);
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await expect(words).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(words).toBeVisible();
  await expect(button).not.toHaveAttribute('aria-busy', 'true');
});

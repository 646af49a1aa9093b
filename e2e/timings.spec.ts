import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { PASSWORD } from './support/member.ts';
import { toast } from './support/screen.ts';

// What the spec gives in seconds, by a clock that moves only when it is told to.

/** Stops the clock of a page that is drawn. */
const stop = (page: Page) => page.clock.pauseAt(Date.now() + 1000);

/** In the page: how often each address was asked for, how much of it is still open, and what waits to hand over its answer. */
interface Asked {
  readonly times: Record<string, number>;
  readonly held: (() => void)[];
  open: number;
  /** From then on answers wait until they are let go, so that they come at a time that is known. */
  isHolding: boolean;
}
type Watched = typeof globalThis & { readonly asked: Asked };

/** Notes every request of the page. */
const note = (page: Page) => page.addInitScript(() => {
  const asked: Asked = { times: {}, held: [], open: 0, isHolding: false };
  const send = fetch;
  Object.assign(globalThis, {
    asked,
    async fetch(input: string, init?: RequestInit) {
      const { pathname } = new URL(input, location.href);
      asked.times[pathname] = (asked.times[pathname] ?? 0) + 1;
      asked.open += 1;
      try {
        const answer = await send(input, init);
        const data: unknown = await answer.clone().json().catch(() => null);
        if (asked.isHolding) await new Promise<void>((resolve) => { asked.held.push(resolve); });
        return Object.assign(answer, { json: () => Promise.resolve(data) });
      } finally {
        asked.open -= 1;
      }
    },
  });
});

/** Lets time pass, and only then hands over what was asked for meanwhile; how often an address was, in all. */
async function pass(page: Page, ms: number, address: string): Promise<number> {
  await page.evaluate(() => { (globalThis as Watched).asked.isHolding = true; });
  await page.clock.runFor(ms);
  return page.evaluate(async (path) => {
    const { asked } = globalThis as Watched;
    const turn = () => new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', resolve, { once: true });
      port1.start();
      port2.postMessage(null);
    });
    do {
      for (const handOver of asked.held.splice(0)) handOver();
      await turn();
    } while (asked.open > 0);
    return asked.times[path] ?? 0;
  }, address);
}

const STEP_MS = 250;

/** Lets time pass until an address was asked for and answered; how often it was by then. From there its next time is counted. */
async function passToNext(page: Page, address: string): Promise<number> {
  const before = await pass(page, 0, address);
  for (;;) {
    const now = await pass(page, STEP_MS, address);
    if (now > before) return now;
  }
}

const MARKETS = '/api/getMarketList';
const DAY = '/huobiapi/market/detail';

/** What each screen asks for again, and how often (spec part 1 and part 2, section 9). */
const ASKED_AGAIN = [
  { path: '/', calls: [[MARKETS, 10_000]] },
  { path: '/market', calls: [['/api/getAllMarketList', 10_000]] },
  { path: '/exchange', calls: [[MARKETS, 1000], ['/api/getHuoBiTradeFromRedis', 2000], [DAY, 5000]] },
  { path: '/options', calls: [[MARKETS, 2500], [DAY, 5000]] },
  { path: '/trade-account?id=1&name=USDT&type=1&usd=10000&conversion=10000', calls: [['/api/getUserBalanceList', 1000]] },
] as const;

test.describe('a member', () => {
  test.use({ as: 'member' });

  for (const { path, calls } of ASKED_AGAIN) {
    test(`${path.split('?')[0]} asks again at its pace`, async ({ page }) => {
      await note(page);
      await page.clock.install();
      const answered = calls.map(([address]) => page.waitForResponse((response) => new URL(response.url()).pathname === address));
      await page.goto(path);
      await Promise.all(answered);
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
    Object.assign(globalThis, { tops, scrollTo: (...to: number[]) => { tops.push(to.join(' ')); } });
  });
  const tops = () => page.evaluate(() => (globalThis as unknown as { tops: string[] }).tops);
  await home.click();
  await expect(page).toHaveURL('/');
  await page.clock.runFor(49);
  expect(await tops()).toEqual([]);
  await page.clock.runFor(1);
  expect(await tops()).toEqual(['0 0']);
});

test('a server that says nothing for 15 seconds is given up, it is said, and the button is free again', async ({ page }) => {
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
  const words = toast(page, 'The server took too long to answer.');
  await page.clock.runFor(14_999);
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await expect(words).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(words).toBeVisible();
  await expect(button).not.toHaveAttribute('aria-busy', 'true');
});

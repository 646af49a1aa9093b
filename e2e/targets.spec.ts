import type { BrowserContextOptions } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { place } from './support/member.ts';
import { readyToWithdraw } from './support/operator.ts';
import { follow } from './support/follow.ts';
import { MEMBER_PATHS, titleAt } from './support/routes.ts';
import { TARGETS } from './support/targets.ts';

const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 } };
test.use({ as: 'member', ...PHONE });

/** Lists of which rows have controls of their own, once there is something in them. */
const FURTHER = [
  '/options?view=orders',
  '/options?view=settled',
  '/market?list=own',
  '/recharge?view=records',
] as const;
const VISITORS = ['/', '/login', '/register', '/forgot'] as const;

for (const language of ['en', 'ar'] as const) {
  test(`on every route each control can be hit within 44 pixels, from the ${language === 'en' ? 'left' : 'right'}`, async ({
    page,
    member,
    browser,
    server,
  }) => {
    test.setTimeout(180_000);
    await readyToWithdraw(member);
    await place(member, { symbol: 'btcusdt', side: 'buy', price: '100000', num: '0.01' });
    await member.obtain('transfer', { c_id: '1', num: '100', from_type: '1', to_type: '2' });
    await member.obtain('creatorder', { m_id: '1', ctime: '600', ctzed: '50', buytype: '1' });
    await page.addInitScript((code) => {
      localStorage.setItem('language', code);
      localStorage.setItem('dirOf', code);
    }, language);
    const found: string[] = [];
    const lookAt = async (on: typeof page, path: string) => {
      found.push(...(await on.evaluate<string[]>(TARGETS)).map((each) => `${path}: ${each}`));
    };
    await page.goto('/');
    for (const path of [...MEMBER_PATHS, ...FURTHER]) {
      await follow(page, { to: path, title: titleAt(path, language) });
      await lookAt(page, path);
    }
    const visit = await browser.newContext({
      ...PHONE,
      baseURL: server.url,
      serviceWorkers: 'block',
      storageState: { cookies: [], origins: [] },
    });
    try {
      const visitor = await visit.newPage();
      await visitor.addInitScript((code) => localStorage.setItem('language', code), language);
      for (const path of VISITORS) {
        await visitor.goto(path);
        await expect(visitor).toHaveURL(path);
        await expect(visitor.getByRole('main').getByRole('heading').first(), path).toBeAttached();
        await expect(visitor.locator('[aria-busy=true], main .bone'), path).toHaveCount(0);
        await lookAt(visitor, path);
      }
    } finally {
      await visit.close();
    }
    expect(found).toEqual([]);
  });
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { chromiumOptions } from './support/chromium.ts';
import { expect, test } from './support/journey.ts';
import { CUT, install } from './support/kept.ts';
import { loaded } from './support/loaded.ts';
import { PASSWORD, registerMember } from './support/member.ts';
import { PATHS } from './support/routes.ts';
import { isClosed } from './support/screen.ts';

test('a browser offers to install the app: what it asks for is there', async ({ server }) => {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-profile-'));
  // Nothing can be installed from the incognito windows of other journeys.
  const context = await chromium.launchPersistentContext(folder, { ...(await chromiumOptions()), baseURL: server.url });
  try {
    const page = await context.newPage();
    await page.goto('/');
    const browser = await context.newCDPSession(page);
    const { errors, data = '', url } = await browser.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(url).toBe(`${server.url}/manifest.webmanifest`);
    expect((await browser.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
    const manifest = JSON.parse(data) as {
      start_url: string;
      display: string;
      icons: { src: string; sizes: string; type: string; purpose?: string }[];
    };
    expect(manifest).toMatchObject({ start_url: '/', display: 'standalone' });
    expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
    for (const { src, sizes, type } of manifest.icons.filter((icon) => icon.type === 'image/png')) {
      const icon = await page.request.get(src);
      expect(icon.headers()['content-type']).toBe(type);
      // Width and height in a PNG's header.
      const header = await icon.body();
      expect(`${header.readUInt32BE(16)}x${header.readUInt32BE(20)}`).toBe(sizes);
    }
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test.describe('a member', () => {
  test.use({ as: 'member' });

  test('the browser’s own bars have the colour of the page, by night and day, before and after it is loaded', async ({
    page,
    trouble,
  }) => {
    trouble.expect(CUT);
    const bars = () =>
      page.locator('meta[name=theme-color]').evaluate((meta: HTMLMetaElement) => {
        const [, red = '', green = '', blue = ''] = /^#(\w\w?)(\w\w?)(\w\w?)$/.exec(meta.content) ?? [];
        return [red, green, blue].map((part) => Number.parseInt(part.padEnd(2, part), 16)).join(' ');
      });
    const ground = () =>
      page.locator('main').evaluate((main) => {
        const [red = 0, green = 0, blue = 0] = getComputedStyle(main).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
        return [red, green, blue].join(' ');
      });
    await page.goto('/');
    const night = await ground();
    expect(await bars()).toBe(night);
    await page.getByRole('heading', { level: 1 }).getByRole('button').click();
    await page.getByRole('switch', { name: 'Night mode' }).click();
    await expect.poll(ground).not.toBe(night);
    const day = await ground();
    expect(await bars()).toBe(day);
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.reload({ waitUntil: 'commit' });
    await expect.poll(bars).toBe(day);
  });
});

test.describe('the panel', () => {
  test.use({ as: 'member' });

  const row = (page: Page) => page.getByRole('dialog', { name: 'Account' }).getByText('Get the app');
  const open = async (page: Page) => {
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).getByRole('button').click();
    await expect(page.getByRole('dialog', { name: 'Account' })).toBeVisible();
  };

  test('the panel installs the app when the browser offers to, and offers nothing when it does not', async ({
    page,
  }) => {
    await open(page);
    await expect(row(page)).toHaveCount(0);
    await page.evaluate(() => {
      const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: () => {
          document.title = 'asked';
          return Promise.resolve();
        },
      });
      // The app defers the browser's own prompt.
      if (dispatchEvent(offer)) throw new Error('the offer was let go');
    });
    await row(page).click();
    await expect(page).toHaveTitle('asked');
    await expect(row(page)).toHaveCount(0);
  });

  test.describe('on an iPhone', () => {
    test.use({
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    });

    test('the panel shows how to add the app, and leads to the store as soon as it is there', async ({ page }) => {
      await open(page);
      await row(page).click();
      const sheet = page.getByRole('dialog', { name: 'Add to your home screen' });
      await expect(sheet.getByRole('listitem')).toHaveCount(3);
      await page.keyboard.press('Escape');
      await expect(sheet).toBeHidden();
      const panel = page.getByRole('dialog', { name: 'Account' });
      await expect(panel).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(panel).toBeHidden();
      await isClosed(page);
      await page.route('**/api/getSetting', async (route) => {
        const response = await route.fetch();
        const answer = (await response.json()) as { data: object };
        await route.fulfill({
          response,
          json: { ...answer, data: { ...answer.data, ios_url: 'https://apps.example/plimsoll' } },
        });
      });
      await open(page);
      await expect(page.getByRole('link', { name: 'Get the app' })).toHaveAttribute(
        'href',
        'https://apps.example/plimsoll',
      );
    });
  });
});

test.describe('kept on the device', () => {
  test.use({ as: 'member', serviceWorkers: 'allow' });

  test('every route opens without a connection, in the language in use, and says that there is none', async ({
    page,
    context,
    trouble,
  }) => {
    test.setTimeout(150_000);
    trouble.expect(CUT);
    await page.addInitScript(() => localStorage.setItem('language', 'ar'));
    await install(page);
    await context.setOffline(true);
    for (const path of PATHS) {
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('heading').first(), path).toBeAttached();
      // Login and register redirect a member; the demo chart is public.
      if (path !== '/charts/demo')
        await expect(
          page
            .getByRole('main')
            .getByText(/غير متصل|لا يوجد اتصال/)
            .filter({ visible: true })
            .first(),
          path,
        ).toBeVisible();
      await expect(page, path).toHaveTitle(/^Plimsoll · [\u0600-\u06ff]/);
      expect(await page.evaluate(() => document.documentElement.dir), path).toBe('rtl');
    }
  });

  test('prices of an earlier day are shown as old, with the day and the time they are of', async ({
    page,
    context,
    trouble,
  }) => {
    trouble.expect(CUT);
    await install(page);
    // Before it is written: a poll would write the markets again.
    await context.setOffline(true);
    await page.evaluate(() => {
      const { list } = JSON.parse(localStorage.getItem('markets') ?? '{}') as { list: object[] };
      localStorage.setItem('markets', JSON.stringify({ atMs: Date.UTC(2026, 4, 3, 9, 30, 15), list }));
    });
    await page.reload();
    await expect(page.getByText(/^You are offline\. Prices stopped at .*May.*09:30:15/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Markets at a glance' }).getByRole('link').first()).toContainText(
      'BTC/USDT',
    );
  });

  test('a send button reports a missing connection, and works once there is one; the form keeps its values', async ({
    page,
    context,
    trouble,
  }) => {
    trouble.expect(CUT);
    await install(page, '/modifyPwd');
    const old = page.getByRole('textbox', { name: 'Current password' }).or(page.locator('form input').first());
    await old.first().fill(PASSWORD);
    const button = page.locator('main button[type=submit]');
    const words = await button.innerText();
    await context.setOffline(true);
    await expect(button).toHaveText('No connection');
    await expect(button).toBeDisabled();
    await expect(page.getByText('You are offline.').filter({ visible: true })).toBeVisible();
    await context.setOffline(false);
    await expect(button).toHaveText(words);
    await expect(button).toBeEnabled();
    await expect(page.getByText('You are offline.')).toBeHidden();
    await expect(old.first()).toHaveValue(PASSWORD);
  });

  test('a list opened without a connection loads by itself when there is one', async ({ page, context, trouble }) => {
    trouble.expect(CUT);
    await install(page);
    await context.setOffline(true);
    await page.goto('/assets');
    await expect(page.getByText('Balances could not be loaded').or(page.getByRole('alert')).first()).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('main').getByText('10,000.00').first()).toBeVisible();
    await expect(page.getByRole('alert').getByRole('heading')).toHaveCount(0);
  });
});

test.describe('what is left', () => {
  test.use({ serviceWorkers: 'allow' });

  test('logging out removes everything of the member from the device', async ({ page, context, server, trouble }) => {
    trouble.expect(CUT);
    const member = await registerMember(server.url, { funded: true });
    const { invit, id } = await member.obtain('getusr');
    await install(page, '/login');
    await page.getByRole('textbox', { name: 'Email or phone' }).fill(member.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByText('Remember me').click();
    await loaded(page, () => page.getByRole('button', { name: 'Log in' }).click());
    await expect(page.getByText('10,000.00').first()).toBeVisible();
    for (const path of ['/assets', '/options', '/trade-account?id=1&name=USDT&type=1', '/invite']) {
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('heading').first()).toBeAttached();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    }
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).getByRole('button').click();
    await loaded(page, () => page.getByRole('button', { name: 'Log out' }).click());
    await expect(page.getByRole('link', { name: 'Create account' })).toBeVisible();
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('link', { name: 'Create account' })).toBeVisible();
    const left = await page.evaluate(async () => {
      const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys())
          texts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
      }
      return {
        texts,
        databases: (await indexedDB.databases()).map(({ name }) => name),
        urls: texts.filter((text) => text.includes('/api/')).length,
      };
    });
    expect(left.texts.length).toBeGreaterThan(50);
    for (const secret of [member.email, invit, String(id), '10000.00000000'])
      expect(left.texts.filter((text) => text.includes(secret))).toEqual([]);
    // The toast of the logout is kept over a reload, and taken by the document after it.
    await expect
      .poll(() => page.evaluate(() => [localStorage.getItem('token'), sessionStorage.length]))
      .toEqual([null, 0]);
    // Only the service worker's own file index.
    expect(left.databases.filter((name) => name !== 'workbox-expiration')).toEqual([]);
    expect(await context.cookies()).toEqual([]);
  });
});

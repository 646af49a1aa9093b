import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { CUT, install } from './support/kept.ts';
import { toast } from './support/screen.ts';
import { startTwoVersions, type TwoVersions } from './support/two-versions.ts';

test.describe('a new version', () => {
  test.use({ serviceWorkers: 'allow' });

  /** Undefined while the page is being loaded. */
  const versionOf = (page: Page) =>
    page.evaluate(() => document.documentElement.dataset['version']).catch(() => undefined);
  const lookForNew = (page: Page) =>
    page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update();
    });

  async function withVersions(
    server: { readonly url: string },
    journey: (versions: TwoVersions) => Promise<void>,
  ): Promise<void> {
    const versions = await startTwoVersions(server.url);
    try {
      await journey(versions);
    } finally {
      await versions.stop();
    }
  }

  test('is offered beside a form that is being written, which stays as it is until the reader takes it', async ({
    page,
    server,
    trouble,
  }) => {
    trouble.expect(CUT);
    await withVersions(server, async (versions) => {
      await install(page, `${versions.url}/register`);
      await page.getByRole('textbox', { name: 'Email' }).fill('mate@quay.example');
      versions.release();
      await lookForNew(page);
      await expect(toast(page, 'A new version is available.')).toBeVisible();
      await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('mate@quay.example');
      expect(await versionOf(page)).toBe('1');
      await page.getByRole('button', { name: 'Update now' }).click();
      await expect.poll(() => versionOf(page)).toBe('2');
      await expect(page.getByRole('heading', { name: 'Create account' })).toBeVisible();
    });
  });

  test('that was not taken is there when the app is opened the next time, and opens without a connection too', async ({
    page,
    context,
    server,
    trouble,
  }) => {
    trouble.expect(CUT);
    await withVersions(server, async (versions) => {
      await install(page, `${versions.url}/`);
      versions.release();
      await lookForNew(page);
      await expect(toast(page, 'A new version is available.')).toBeVisible();
      await page.close();
      const next = await context.newPage();
      // A closed page, and with it the old worker, lives for a moment longer.
      await expect(async () => {
        await next.goto('about:blank');
        await next.goto(`${versions.url}/market`);
        expect(await versionOf(next)).toBe('2');
      }).toPass({ timeout: 30_000 });
      await expect(next.getByRole('list', { name: 'Markets' })).toBeVisible();
      await context.setOffline(true);
      await next.goto(`${versions.url}/login`);
      await expect(next.getByRole('heading', { name: 'Log in' })).toBeVisible();
      expect(await versionOf(next)).toBe('2');
    });
  });

  test('without code that the open page needs: the page reloads and shows what was requested', async ({
    browser,
    server,
  }) => {
    await withVersions(server, async (versions) => {
      const context = await browser.newContext({ serviceWorkers: 'block' });
      const page = await context.newPage();
      versions.withhold(/\/assets\/login-screen-/, 'next-page');
      await page.goto(`${versions.url}/`);
      await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
      versions.release();
      await page.getByRole('link', { name: 'Log in' }).click();
      await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
      expect(await versionOf(page)).toBe('2');
      expect(versions.pages()).toBe(2);
      await context.close();
    });
  });

  test('code that is nowhere is asked for once more and no oftener, then the page says so', async ({
    browser,
    server,
  }) => {
    await withVersions(server, async (versions) => {
      const context = await browser.newContext({ serviceWorkers: 'block' });
      const page = await context.newPage();
      versions.withhold(/\/assets\/login-screen-/, 'never');
      await page.goto(`${versions.url}/`);
      await page.getByRole('link', { name: 'Log in' }).click();
      await expect(page.getByRole('heading', { name: 'This page stopped working' })).toBeVisible();
      expect(versions.pages()).toBe(2);
      await context.close();
    });
  });
});

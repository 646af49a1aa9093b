import { defineConfig } from '@playwright/test';
import { chromiumOptions } from './support/chromium.ts';

/**
 * Long because time has to pass, or because one follows the other: begun first, so that in the end none of them is
 * waited for alone.
 */
const LONG = ['options-end.spec.ts', 'options-void.spec.ts', 'options.spec.ts', 'notices.spec.ts'];

/** Journeys of members in a real browser, on a real server with its own database for each worker. */
export default defineConfig({
  testDir: '.',
  globalSetup: './support/seeded.ts',
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'others', testMatch: '*.spec.ts', testIgnore: LONG },
  ],
  outputDir: '../.cache/journeys',
  fullyParallel: true,
  // Three on two cores: some of them wait for time to pass. A fourth saves half a minute, and makes the others wait too
  // long.
  workers: 3,
  // A journey that passes at a second try has failed.
  retries: 0,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    launchOptions: await chromiumOptions(),
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: 'en-US',
    timezoneId: 'UTC',
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    // What a journey asks of the server is to be seen by its routes, not answered from a cache.
    serviceWorkers: 'block',
    trace: 'off',
    screenshot: 'off',
    video: 'off',
  },
});

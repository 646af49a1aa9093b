import { defineConfig } from '@playwright/test';
import { chromiumOptions } from './support/chromium.ts';

/** Long files, started first so that none of them runs alone at the end. */
const LONG = ['options-end.spec.ts', 'options-void.spec.ts', 'options.spec.ts', 'notices.spec.ts'];

/** Journeys of members in a real browser, with a real server and database per worker. */
export default defineConfig({
  testDir: '.',
  globalSetup: './support/seeded.ts',
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'others', testMatch: '*.spec.ts', testIgnore: LONG },
  ],
  outputDir: '../.cache/journeys',
  fullyParallel: true,
  // Three on two cores, since some of them wait. A fourth saves half a minute and delays the others too much.
  workers: 3,
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
    // Requests must reach the routes of a journey, not a cache.
    serviceWorkers: 'block',
    trace: 'off',
    screenshot: 'off',
    video: 'off',
  },
});

import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Operator } from './operator.ts';

declare global {
  interface Window {
    /** Requests without an answer. */
    unanswered?: number;
    /** Frames in a row without one. */
    idleFrames?: number;
  }
}

interface ConsoleLook {
  readonly theme?: 'night' | 'day';
  readonly language?: 'en' | 'ar' | 'zh-cn';
  readonly width?: number;
}

/** Runs in the page: counts requests that are not answered in full. */
function countAsked(): void {
  window.unanswered = 0;
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    window.unanswered = (window.unanswered ?? 0) + 1;
    try {
      const response = await send(input, init);
      await response.clone().arrayBuffer();
      return response;
    } finally {
      window.unanswered -= 1;
    }
  };
}

/** A desktop browser for an operator, logged in; without one, at the login. */
export async function consoleContext(
  browser: Browser,
  url: string,
  operator: Operator | undefined,
  { theme = 'night', language = 'en', width = 1440 }: ConsoleLook = {},
): Promise<BrowserContext> {
  await operator?.showFactor();
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height: 980 },
    isMobile: false,
    hasTouch: false,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  await context.addInitScript(countAsked);
  await context.addInitScript(
    ([theme, language, token]) => {
      // A blank page has no storage.
      if (location.protocol === 'about:') return;
      localStorage.setItem('theme', theme);
      localStorage.setItem('language', language);
      if (token !== '' && !sessionStorage.getItem('began')) sessionStorage.setItem('operatorToken', token);
      // An ended login stays ended.
      sessionStorage.setItem('began', 'yes');
    },
    [theme, language, operator?.token ?? ''] as const,
  );
  return context;
}

/** Opens a screen of the console and waits until it is loaded. */
export async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(`/operator/${path}`);
  await page.getByRole('main').waitFor();
  // An answer may cause another request: loaded when two frames in a row have none open.
  await page.waitForFunction(() => {
    const isThere =
      document.querySelector('[aria-busy="true"], .bone') === null &&
      (document.querySelector('main')?.childElementCount ?? 0) > 0;
    window.idleFrames = isThere && (window.unanswered ?? 0) === 0 ? (window.idleFrames ?? 0) + 1 : 0;
    return window.idleFrames > 2;
  });
}

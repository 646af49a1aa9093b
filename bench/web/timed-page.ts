import type { Browser, Locator, Page } from 'playwright-core';

/** An interaction as a browser counts it for INP: from the input to the next frame that shows what it did, in ms. */
export interface Interaction {
  readonly kind: string;
  readonly durationMs: number;
}

interface Timed {
  readonly interactions: Map<number, Interaction>;
  /** When the last tap reached the page; undefined once its route was painted. */
  tappedMs: number | undefined;
  readonly routesMs: number[];
}

declare global {
  // oxlint-disable-next-line no-var -- what the page's script writes
  var timed: Timed;
}

/** Event Timing leaves out what is shorter; the standard's smallest. */
const SHORTEST_MS = 16;
/** A key press is typed so fast by a quick hand. */
const KEY_EVERY_MS = 80;

/** Runs in the page before its own code. A route counts as painted in the frame that has its own heading, not that of the page before it. */
function watchPage(shortestMs: number): void {
  globalThis.timed = { interactions: new Map(), tappedMs: undefined, routesMs: [] };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceEventTiming) || !entry.interactionId) continue;
      const before = globalThis.timed.interactions.get(entry.interactionId);
      if (!before || before.durationMs < entry.duration)
        globalThis.timed.interactions.set(entry.interactionId, { kind: entry.name, durationMs: entry.duration });
    }
  }).observe({ type: 'event', durationThreshold: shortestMs, buffered: true } as PerformanceObserverInit);
  const headingNow = (): Element | null => document.querySelector('main h1');
  let path = location.pathname;
  let left: Element | null = null;
  addEventListener(
    'click',
    ({ timeStamp }) => {
      globalThis.timed.tappedMs = timeStamp;
      left = headingNow();
    },
    { capture: true },
  );
  const painted = (): void => {
    const { tappedMs } = globalThis.timed;
    const heading = headingNow();
    if (location.pathname !== path && heading && heading !== left) {
      path = location.pathname;
      if (tappedMs !== undefined) {
        globalThis.timed.tappedMs = undefined;
        requestAnimationFrame(() => setTimeout(() => globalThis.timed.routesMs.push(performance.now() - tappedMs)));
      }
    }
    requestAnimationFrame(painted);
  };
  requestAnimationFrame(painted);
}

/** A phone with a slow processor, on which a hand taps and types. */
export class TimedPage {
  readonly page: Page;
  /** Interactions that were made; those below 16 ms are in no list. */
  made = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async tap(target: Locator): Promise<void> {
    await target.tap();
    this.made += 1;
  }

  link(name: string | RegExp): Promise<void> {
    return this.tap(this.page.getByRole('link', { name, exact: typeof name === 'string' }).first());
  }

  button(name: string | RegExp): Promise<void> {
    return this.tap(this.page.getByRole('button', { name, exact: typeof name === 'string' }).first());
  }

  tab(name: string): Promise<void> {
    return this.tap(this.page.getByRole('tab', { name, exact: true }).first());
  }

  async type(target: Locator, text: string): Promise<void> {
    await this.tap(target);
    await target.pressSequentially(text, { delay: KEY_EVERY_MS });
    this.made += text.length;
  }

  /** Waits until the app is installed, with the screens that may come next: a few seconds after the first visit. */
  async isInstalled(): Promise<void> {
    await this.page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await this.page.waitForLoadState('networkidle');
  }

  /** What was measured since the last call, in ms. */
  async taken(): Promise<{ interactions: readonly Interaction[]; routesMs: readonly number[] }> {
    // Entries come after the frame that they measure.
    await this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    return this.page.evaluate(() => {
      const { interactions, routesMs } = globalThis.timed;
      const found = { interactions: [...interactions.values()], routesMs: [...routesMs] };
      interactions.clear();
      routesMs.length = 0;
      return found;
    });
  }
}

/** Does `work` on a page of a member's, its processor so many times slower once the first screen is there. */
export async function onSlowPhone<T>(
  browser: Browser,
  { url, token, times }: { readonly url: string; readonly token: string; readonly times: number },
  work: (page: TimedPage) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: 'en-US',
  });
  try {
    await context.addInitScript((kept) => localStorage.setItem('token', kept), token);
    await context.addInitScript(watchPage, SHORTEST_MS);
    const page = await context.newPage();
    const debug = await context.newCDPSession(page);
    await debug.send('Emulation.setCPUThrottlingRate', { rate: times });
    return await work(new TimedPage(page));
  } finally {
    await context.close();
  }
}

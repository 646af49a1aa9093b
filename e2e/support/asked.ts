import type { Page } from '@playwright/test';

// What a page asks for as time passes, by a clock that moves only when it is told to.

/** Further than a busy machine falls behind while it is told: a clock cannot be stopped at a moment that is over. */
const AHEAD_MS = 5000;

/** Stops the clock of a page that is drawn. */
export const stop = (page: Page): Promise<void> => page.clock.pauseAt(Date.now() + AHEAD_MS);

/**
 * In the page: how often each address was asked for, how much of it is still open, and what waits to hand over its
 * answer.
 */
interface Asked {
  readonly times: Record<string, number>;
  readonly held: (() => void)[];
  open: number;
  /** Answers wait until they are let go, so that they come at a time that is known. */
  isHolding: boolean;
}
type Watched = typeof globalThis & { readonly asked: Asked };

/** Notes every request of the page: by its address, and by its address and fields. */
export const note = (page: Page) =>
  page.addInitScript(() => {
    const asked: Asked = { times: {}, held: [], open: 0, isHolding: false };
    const send = fetch;
    Object.assign(globalThis, {
      asked,
      async fetch(input: string, init?: RequestInit) {
        const { pathname } = new URL(input, location.href);
        const names =
          init?.body instanceof URLSearchParams ? [pathname, `${pathname} ${init.body.toString()}`] : [pathname];
        for (const name of names) asked.times[name] = (asked.times[name] ?? 0) + 1;
        asked.open += 1;
        try {
          const answer = await send(input, init);
          const data: unknown = await answer
            .clone()
            .json()
            .catch(() => null);
          if (asked.isHolding)
            await new Promise<void>((resolve) => {
              asked.held.push(resolve);
            });
          return Object.assign(answer, { json: () => Promise.resolve(data) });
        } finally {
          asked.open -= 1;
        }
      },
    });
  });

/** Lets time pass, and only then hands over what was asked for meanwhile; how often an address was, in all. */
export async function pass(page: Page, ms: number, address: string): Promise<number> {
  await page.evaluate(() => {
    (globalThis as Watched).asked.isHolding = true;
  });
  await page.clock.runFor(ms);
  return page.evaluate(async (path) => {
    const { asked } = globalThis as Watched;
    const turn = () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', resolve, { once: true });
        port1.start();
        port2.postMessage(null);
      });
    do {
      for (const handOver of asked.held.splice(0)) handOver();
      await turn();
    } while (asked.open > 0);
    asked.isHolding = false;
    return asked.times[path] ?? 0;
  }, address);
}

const STEP_MS = 250;

/**
 * Lets time pass until an address was asked for and answered; how often it was by then. From there its next time is
 * counted.
 */
export async function passToNext(page: Page, address: string): Promise<number> {
  const before = await pass(page, 0, address);
  for (;;) {
    const now = await pass(page, STEP_MS, address);
    if (now > before) return now;
  }
}

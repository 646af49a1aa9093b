import type { Page } from '@playwright/test';

// Requests of a page over time, by a clock that only a journey moves.

/** A clock cannot be stopped in the past; this is further than a busy machine falls behind. */
const AHEAD_MS = 5000;

export const stop = (page: Page): Promise<void> => page.clock.pauseAt(Date.now() + AHEAD_MS);

/** In the page: requests by address, how many are open, and answers that wait. */
interface Asked {
  readonly times: Record<string, number>;
  readonly held: (() => void)[];
  open: number;
  /** Holds answers, so that they arrive at a known time. */
  isHolding: boolean;
}
declare global {
  interface Window {
    readonly asked: Asked;
  }
}

/** Counts every request of the page, by address, and by address and fields. */
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

/** Lets time pass, then delivers the answers. @returns the total number of requests to an address. */
export async function pass(page: Page, ms: number, address: string): Promise<number> {
  await page.evaluate(() => {
    window.asked.isHolding = true;
  });
  await page.clock.runFor(ms);
  return page.evaluate(async (path) => {
    const { asked } = window;
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

/** Lets time pass until an address was requested and answered. @returns the number so far. */
export async function passToNext(page: Page, address: string): Promise<number> {
  const before = await pass(page, 0, address);
  for (;;) {
    const now = await pass(page, STEP_MS, address);
    if (now > before) return now;
  }
}

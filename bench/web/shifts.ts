import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';

/** What moved on a page without a tap of its reader. */
export interface Shift {
  /** Layout shift as browsers score it: of the second-long bursts of shifts the worst, each at most five seconds. */
  readonly score: number;
  /** The elements of the largest shift. */
  readonly moved: readonly string[];
}

interface Entry {
  readonly value: number;
  readonly atMs: number;
  readonly moved: readonly string[];
}

/** Lists and figures have come, and been read again once, by then. */
const WATCHED_MS = 6000;
const [GAP_MS, BURST_MS] = [1000, 5000];

/** Keeps the page's shifts in `shifts`. */
function keepShifts(): void {
  interface LayoutShift extends PerformanceEntry {
    readonly value: number;
    readonly hadRecentInput: boolean;
    readonly sources: readonly { readonly node: Node | null }[];
  }
  const isShift = (entry: PerformanceEntry): entry is LayoutShift => 'hadRecentInput' in entry;
  const shifts: Entry[] = [];
  Object.assign(globalThis, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!isShift(entry) || entry.hadRecentInput) continue;
      const moved = entry.sources.map(({ node }) => (node?.textContent ?? '').trim().slice(0, 40));
      shifts.push({ value: entry.value, atMs: entry.startTime, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The score of a page's shifts, in their order. */
export function scoreOf(entries: readonly Pick<Entry, 'value' | 'atMs'>[]): number {
  let [worst, sum, beganMs, lastMs] = [0, 0, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { value, atMs } of entries) {
    if (atMs - lastMs >= GAP_MS || atMs - beganMs >= BURST_MS) [sum, beganMs] = [0, atMs];
    sum += value;
    lastMs = atMs;
    worst = Math.max(worst, sum);
  }
  return worst;
}

async function shiftOf(page: Page, url: string): Promise<Shift> {
  await page.goto(url);
  await delay(WATCHED_MS);
  const entries = await page.evaluate<Entry[]>('globalThis.shifts');
  return { score: scoreOf(entries), moved: entries.toSorted((a, b) => b.value - a.value)[0]?.moved ?? [] };
}

/** Loads each path on a phone, with what earlier visits kept; answers what moved there. */
export async function shiftsOf(
  browser: Browser,
  { url, paths, token }: { readonly url: string; readonly paths: readonly string[]; readonly token: string | null },
): Promise<ReadonlyMap<string, Shift>> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, locale: 'en-US' });
  try {
    await context.addInitScript(keepShifts);
    await context.addInitScript((kept: string | null) => {
      if (kept !== null) localStorage.setItem('token', kept);
    }, token);
    const page = await context.newPage();
    const found = new Map<string, Shift>();
    for (const path of paths) found.set(path, await shiftOf(page, url + path));
    return found;
  } finally {
    await context.close();
  }
}

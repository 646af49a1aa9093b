import { brotliCompressSync } from 'node:zlib';
import type { Browser } from 'playwright-core';

/** One script or style sheet that a page asked for. */
export interface Asset {
  readonly kind: 'script' | 'stylesheet';
  /** As sent, brotli. */
  readonly bytes: number;
  /** The chart library, which has a limit of its own. */
  readonly isChart: boolean;
}

/** What a first visit of a page loads before it is idle. */
export interface FirstLoad {
  /** By path; the page's inline styles under the name of their element. */
  readonly assets: ReadonlyMap<string, Asset>;
}

interface Visit {
  readonly url: string;
  readonly path: string;
  readonly token?: string;
}

const INLINE_STYLE = 'style';
/** The mark of its attribution, which stays in every build of it. */
const CHART = 'tv-attr-logo';
/** Up to so many bytes a file is sent as it is. */
const SMALL = 1024;
const BROTLI = { 'Accept-Encoding': 'br' };

/** Bytes of a file as the server sends them to a browser. */
async function sentBytes(url: string): Promise<number> {
  const head = await fetch(url, { method: 'HEAD', headers: BROTLI });
  const bytes = Number(head.headers.get('content-length'));
  if (bytes > SMALL && head.headers.get('content-encoding') !== 'br')
    throw new Error(`${new URL(url).pathname} is not sent in brotli`);
  return bytes;
}

/**
 * Visits a page for the first time, in a browser that never becomes idle, so that what is fetched ahead for later does
 * not count.
 */
export async function visit(browser: Browser, { url, path, token }: Visit): Promise<FirstLoad> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    serviceWorkers: 'block',
    locale: 'en-US',
  });
  try {
    await context.addInitScript((kept: string | null) => {
      Object.assign(globalThis, { requestIdleCallback: () => 0 });
      if (kept !== null) localStorage.setItem('token', kept);
    }, token ?? null);
    const page = await context.newPage();
    const found: { path: string; kind: Asset['kind']; text: Promise<string> }[] = [];
    page.on('response', (response) => {
      const kind = response.request().resourceType();
      if (kind !== 'script' && kind !== 'stylesheet') return;
      found.push({ path: new URL(response.url()).pathname, kind, text: response.text() });
    });
    const answer = await page.goto(`${url}${path}`, { waitUntil: 'networkidle' });
    const assets = new Map<string, Asset>();
    for (const { path: file, kind, text } of found) {
      assets.set(file, { kind, bytes: await sentBytes(url + file), isChart: (await text).includes(CHART) });
    }
    const html = (await answer?.text()) ?? '';
    const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css = '']) => css).join('');
    if (styles !== '')
      assets.set(INLINE_STYLE, { kind: 'stylesheet', bytes: brotliCompressSync(styles).length, isChart: false });
    return { assets };
  } finally {
    await context.close();
  }
}

/** Bytes of one kind that `load` has beyond those of `before`, the chart library apart. */
export function bytesOf({ assets }: FirstLoad, kind: Asset['kind'], before?: FirstLoad): number {
  return [...assets]
    .filter(([path, asset]) => asset.kind === kind && !asset.isChart && !before?.assets.has(path))
    .reduce((sum, [, { bytes }]) => sum + bytes, 0);
}

import { brotliCompressSync } from 'node:zlib';
import type { Browser } from 'playwright-core';

/** One script or style sheet that a page loads. */
export interface Asset {
  readonly kind: 'script' | 'stylesheet';
  readonly bytes: number;
  /** The chart library has its own limit. */
  readonly isChart: boolean;
}

export interface FirstLoad {
  /** By path; inline styles under the name of their element. */
  readonly assets: ReadonlyMap<string, Asset>;
}

interface Visit {
  readonly url: string;
  readonly path: string;
  readonly token?: string;
  /** The browser becomes idle, so that what the first screen loads in idle time counts too. */
  readonly isIdle?: boolean;
}

const INLINE_STYLE = 'style';
/** Its attribution mark, part of every build. */
const CHART = 'tv-attr-logo';
/** Files up to this size are sent uncompressed. */
const SMALL = 1024;
const BROTLI = { 'Accept-Encoding': 'br' };

async function sentBytes(url: string): Promise<number> {
  const head = await fetch(url, { method: 'HEAD', headers: BROTLI });
  const bytes = Number(head.headers.get('content-length'));
  if (bytes > SMALL && head.headers.get('content-encoding') !== 'br')
    throw new Error(`${new URL(url).pathname} is not sent in brotli`);
  return bytes;
}

/**
 * Visits a page for the first time, until the network is idle: before the app loads ahead what may come next, five
 * seconds later. Unless asked for, the browser never becomes idle.
 */
export async function visit(browser: Browser, { url, path, token, isIdle = false }: Visit): Promise<FirstLoad> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    serviceWorkers: 'block',
    locale: 'en-US',
  });
  try {
    if (!isIdle) await context.addInitScript(() => Object.assign(globalThis, { requestIdleCallback: () => 0 }));
    if (token !== undefined) await context.addInitScript((kept) => localStorage.setItem('token', kept), token);
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

/** Bytes of one kind that `load` adds to `before`, without the chart library. */
export function bytesOf({ assets }: FirstLoad, kind: Asset['kind'], before?: FirstLoad): number {
  return [...assets]
    .filter(([path, asset]) => asset.kind === kind && !asset.isChart && !before?.assets.has(path))
    .reduce((sum, [, { bytes }]) => sum + bytes, 0);
}

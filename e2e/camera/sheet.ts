import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from '@playwright/test';

export interface Shot {
  readonly path: string;
  readonly caption: string;
}

const WIDTH = 250;
const GAP = 12;

const page = (
  title: string,
  shots: readonly Shot[],
): string => `<!doctype html><meta charset="utf-8"><title>${title}</title>
<style>body { margin: 0; padding: ${GAP}px; background: #444; color: #fff; font: 13px system-ui; display: grid; grid-template-columns: repeat(${shots.length}, ${WIDTH}px); gap: ${GAP}px; align-items: start }
figure { margin: 0 } img { width: 100%; display: block } h1 { grid-column: 1 / -1; margin: 0; font-size: 15px }</style>
<h1>${title}</h1>${shots.map(({ path, caption }) => `<figure><img src="${basename(path)}"><figcaption>${caption}</figcaption></figure>`).join('')}`;

export async function contactSheet(browser: Browser, title: string, shots: readonly Shot[], to: string): Promise<void> {
  const first = shots[0];
  if (!first) return;
  const html = join(dirname(first.path), `${title}.html`);
  writeFileSync(html, page(title, shots));
  mkdirSync(dirname(to), { recursive: true });
  const context = await browser.newContext({ viewport: { width: shots.length * (WIDTH + GAP) + GAP, height: 400 } });
  const sheet = await context.newPage();
  await sheet.goto(pathToFileURL(html).href, { waitUntil: 'load' });
  await sheet.screenshot({ path: to, fullPage: true });
  await context.close();
}

export function writeIndex(screens: readonly string[], to: string): void {
  const sheets = screens.map(
    (name) => `<h2 id="${name}">${name}</h2><img loading="lazy" src="sheets/${name}.png" alt="">`,
  );
  writeFileSync(
    to,
    `<!doctype html><meta charset="utf-8"><title>Plimsoll, all screens</title><style>body { background: #444; color: #fff; font: 13px system-ui } img { max-width: 100% }</style>${sheets.join('')}`,
  );
}

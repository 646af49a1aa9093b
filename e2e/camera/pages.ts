import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from '@playwright/test';
import { Stage } from '../support/stage.ts';
import { entriesFor, show, type Screen, type Viewer } from '../support/screens.ts';
import { messageOf } from '../support/message-of.ts';
import { watch } from '../support/watch.ts';

const PHONE = { width: 360, height: 610 } as const;
/** Small enough for five phones beside each other in a picture that is still read as it is, large enough to read. */
const SCALE = 5 / 6;
const COLUMNS = 5;
const GAP = 6;
const CAPTION = 14;
const COLUMN = { width: PHONE.width * SCALE, height: 1580 } as const;
/** What is further down is a list's. */
const COLUMNS_A_SCREEN = 2;

interface Look {
  readonly browser: Browser;
  readonly url: string;
  readonly folder: string;
  readonly language: string;
  readonly theme: 'night' | 'day';
  readonly tokens: Readonly<Record<Viewer, string | undefined>>;
}

/** A part of a picture, as much as fits into a column; heights and offsets in pixels. */
interface Part {
  readonly file: string;
  readonly caption: string;
  readonly top: number;
  readonly height: number;
}

/** The height in the header of a PNG. */
const heightOf = (path: string): number => readFileSync(path).readUInt32BE(20);

function partsOf(folder: string, name: string): Part[] {
  const file = `${name}.png`;
  const whole = heightOf(join(folder, file));
  const most = COLUMN.height - CAPTION;
  return Array.from({ length: Math.min(COLUMNS_A_SCREEN, Math.ceil(whole / most)) }, (_, at) => ({
    file,
    caption: at === 0 ? name : `${name}, further down`,
    top: at * most,
    height: Math.min(most, whole - at * most),
  }));
}

/** Parts from top to bottom, then in the next column, then on the next page. */
function arrange(parts: readonly Part[]): Part[][][] {
  const columns: Part[][] = [];
  let left = 0;
  for (const part of parts) {
    const height = part.height + CAPTION + GAP;
    if (left < height - GAP) {
      columns.push([]);
      left = COLUMN.height;
    }
    columns.at(-1)?.push(part);
    left -= height;
  }
  return Array.from({ length: Math.ceil(columns.length / COLUMNS) }, (_, at) =>
    columns.slice(at * COLUMNS, (at + 1) * COLUMNS),
  );
}

const html = (columns: readonly (readonly Part[])[]): string => `<!doctype html><meta charset="utf-8">
<style>body { margin: 0; padding: ${GAP}px; background: #444; color: #fff; font: 11px/${CAPTION}px system-ui; display: flex; gap: ${GAP}px } section { width: ${COLUMN.width}px } figure { margin: 0 0 ${GAP}px } div { background-repeat: no-repeat } figcaption { height: ${CAPTION}px; overflow: hidden }</style>
${columns.map((each) => `<section>${each.map(({ file, caption, top, height }) => `<figure><figcaption>${caption}</figcaption><div style="height: ${height}px; background-image: url(${file}); background-position: 0 -${top}px"></div></figure>`).join('')}</section>`).join('')}`;

/**
 * Photographs screens in one language, on the narrowest of usual phones, as they are to be read: the whole page, many
 * to a picture, in `<folder>/<language>.<theme>.<number>.png`. Returns what could not be photographed.
 */
export async function readingSheets(look: Look, screens: readonly Screen[]): Promise<string[]> {
  const { browser, url, language, theme, tokens } = look;
  const folder = join(look.folder, `${language}.${theme}`);
  mkdirSync(folder, { recursive: true });
  const context = await browser.newContext({
    baseURL: url,
    viewport: PHONE,
    deviceScaleFactor: SCALE,
    isMobile: true,
    hasTouch: true,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    timezoneId: 'UTC',
  });
  context.setDefaultTimeout(20_000);
  const stage = new Stage(context, await watch(context));
  const failed: string[] = [];
  const parts: Part[] = [];
  for (const screen of screens) {
    try {
      const page = await stage.clear(entriesFor({ theme, language, token: tokens[screen.as] }));
      await page.setViewportSize(PHONE);
      await show(page, screen);
      const isCovered = (await page.getByRole('dialog').count()) > 0;
      const height = isCovered ? 0 : await page.evaluate(() => document.documentElement.scrollHeight);
      // What is fixed to the bottom is at the bottom of the whole page.
      await page.setViewportSize({ width: PHONE.width, height: Math.max(PHONE.height, height) });
      await page.screenshot({ path: join(folder, `${screen.name}.png`) });
      parts.push(...partsOf(folder, screen.name));
    } catch (error) {
      failed.push(`${screen.name} in ${language}: ${messageOf(error)}`);
      await stage.leave();
    }
    if (screen.isLasting) await stage.leave();
  }
  await context.close();
  const pages = arrange(parts);
  const table = await browser.newContext({
    viewport: { width: COLUMNS * (COLUMN.width + GAP) + GAP, height: COLUMN.height },
  });
  const sheet = await table.newPage();
  for (const [at, columns] of pages.entries()) {
    const name = `${language}.${theme}.${String(at + 1).padStart(2, '0')}`;
    const source = join(folder, `${name}.html`);
    writeFileSync(source, html(columns));
    await sheet.goto(pathToFileURL(source).href, { waitUntil: 'load' });
    await sheet.screenshot({ path: join(look.folder, `${name}.png`), fullPage: true });
  }
  await table.close();
  return failed;
}

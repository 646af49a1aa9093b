import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

declare global {
  interface Window {
    readonly axe: Pick<typeof axe, 'run'>;
  }
}

/** Compressed: `axe.source` takes twice as long to be evaluated, more than the checks themselves. */
const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

export interface Look {
  readonly language: 'en' | 'ar';
  readonly theme: 'night' | 'day';
}

/** Both directions, both themes. */
const LOOKS: readonly Look[] = [
  { language: 'en', theme: 'night' },
  { language: 'ar', theme: 'day' },
  { language: 'en', theme: 'day' },
  { language: 'ar', theme: 'night' },
];

/** True to view each screen in every way (`npm run accessible`), which takes four times as long. */
export const isWhole = process.env['EVERY_LOOK'] === '1';
/** The ways to view the screen at a place of a list: one in turn, or all. */
export const looksAt = (place: number): readonly Look[] =>
  isWhole ? LOOKS : LOOKS.slice(place % LOOKS.length, (place % LOOKS.length) + 1);

/**
 * What axe reports on a page, or in a part of it. Masked drawings are excluded: axe takes their whole box for the
 * drawing.
 */
export async function complaints(page: Page, within?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SOURCE);
  return page.evaluate(async (selector) => {
    for (const each of document.querySelectorAll<HTMLElement>('[style*="mask-image"]'))
      each.style.visibility = 'hidden';
    const { violations } = await window.axe.run(selector ?? document, {
      resultTypes: ['violations'],
      // Style sheets are read and parsed again for one rule, which is experimental and so never runs.
      preload: { assets: ['media'] },
    });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary ?? ''}`),
    );
  }, within);
}

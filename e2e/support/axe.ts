import axe from 'axe-core';
import type { Page } from '@playwright/test';

/** A way in which a screen is looked at. */
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

/** Whether each screen is looked at in every way (`npm run accessible`), which takes four times as long. */
export const isWhole = process.env['EVERY_LOOK'] === '1';
/** How the screen at a place of a list is looked at: in turns, so that the list is seen in every way, or in all. */
export const looksAt = (place: number): readonly Look[] =>
  isWhole ? LOOKS : LOOKS.slice(place % LOOKS.length, (place % LOOKS.length) + 1);

/**
 * What axe finds on a page, or below a part of it. It takes a drawing that is cut out by a mask for its whole box, so
 * these are left out of sight.
 */
export async function complaints(page: Page, within?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (selector) => {
    for (const each of document.querySelectorAll<HTMLElement>('[style*="mask-image"]'))
      each.style.visibility = 'hidden';
    const { run } = (globalThis as unknown as { readonly axe: Pick<typeof axe, 'run'> }).axe;
    // What passes need not be told.
    const { violations } = await run(selector ?? document, { resultTypes: ['violations'] });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary ?? ''}`),
    );
  }, within);
}

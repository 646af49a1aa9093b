import { expect, type Locator, type Page } from '@playwright/test';

/** More steps than any page has. */
const MAX_STEPS = 150;

/** The focused element when its focus is invisible; else empty. */
const unseen = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const it = document.activeElement;
    // Past the last element the browser's own bars have the focus.
    if (!it || it === document.body) return '';
    const { outlineStyle, outlineWidth } = getComputedStyle(it);
    const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    // A field's frame shows the ring.
    const place = it.closest('.ctl');
    const isRinged = place !== null && getComputedStyle(place).boxShadow.split('px').length > 5;
    const { width, height } = it.getBoundingClientRect();
    return (isOutlined || isRinged) && width > 0 && height > 0 ? '' : it.outerHTML.slice(0, 160);
  });

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/** Presses Tab until the target has the focus; everything on the way shows its focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('Tab');
    expect(await unseen(page), 'what has the focus is seen to have it').toBe('');
  }
  throw new Error(`Tab does not lead to ${String(target)}`);
}

export async function pressOn(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

export async function writeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

export const notLost = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName), { message: 'the focus is not lost' })
    .not.toBe('BODY');

/** What a screen reader gets, in order: role and name by line. */
async function readAloud(page: Page): Promise<string[]> {
  const tree = await page.locator('body').ariaSnapshot();
  return tree.split('\n').map((line) => line.trim().replace(/^- /, ''));
}

const NEEDS_NAME =
  /^(button|link|textbox|searchbox|combobox|checkbox|radio|switch|slider|spinbutton|tab|dialog|alertdialog|img|navigation)(:| \[|$)/;

export async function namedAll(page: Page): Promise<void> {
  expect((await readAloud(page)).filter((line) => NEEDS_NAME.test(line))).toEqual([]);
}

export async function inOrder(page: Page, ...what: readonly RegExp[]): Promise<void> {
  const lines = await readAloud(page);
  let at = -1;
  for (const each of what) {
    const next = lines.findIndex((line, place) => place > at && each.test(line));
    expect(next, `${each} comes after what stands before it in ${lines.join(' | ')}`).toBeGreaterThan(at);
    at = next;
  }
}

import { expect, type Locator, type Page } from '@playwright/test';

/** More steps than any page has from its top to its foot. */
const MAX_STEPS = 150;

/** What has the focus, and how it can be seen to have it; empty when it is seen. */
const unseen = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const it = document.activeElement;
    // Past the last one the browser's own bars have it.
    if (!it || it === document.body) return '';
    const { outlineStyle, outlineWidth } = getComputedStyle(it);
    const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    // A field's place wears the ring in its stead.
    const place = it.closest('.ctl');
    const isRinged = place !== null && getComputedStyle(place).boxShadow.split('px').length > 5;
    const { width, height } = it.getBoundingClientRect();
    return (isOutlined || isRinged) && width > 0 && height > 0 ? '' : it.outerHTML.slice(0, 160);
  });

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/** Goes on with Tab until what is meant has the focus; everything on the way is seen when it has it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('Tab');
    expect(await unseen(page), 'what has the focus is seen to have it').toBe('');
  }
  throw new Error(`Tab does not lead to ${String(target)}`);
}

/** Goes to what is meant and presses a key on it. */
export async function pressOn(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Goes to a field and writes into it in place of what it holds. */
export async function writeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

/** The focus stands somewhere on the page. */
export const notLost = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName), { message: 'the focus is not lost' })
    .not.toBe('BODY');

/** What readers are told of a page, in their order: role and name by line. */
async function told(page: Page): Promise<string[]> {
  const tree = await page.locator('body').ariaSnapshot();
  return tree.split('\n').map((line) => line.trim().replace(/^- /, ''));
}

const NEEDS_NAME =
  /^(button|link|textbox|searchbox|combobox|checkbox|radio|switch|slider|spinbutton|tab|dialog|alertdialog|img|navigation)(:| \[|$)/;

/** Everything that is used has a name. */
export async function namedAll(page: Page): Promise<void> {
  expect((await told(page)).filter((line) => NEEDS_NAME.test(line))).toEqual([]);
}

/** Readers come to these in this order. */
export async function inOrder(page: Page, ...what: readonly RegExp[]): Promise<void> {
  const lines = await told(page);
  let at = -1;
  for (const each of what) {
    const next = lines.findIndex((line, place) => place > at && each.test(line));
    expect(next, `${each} comes after what stands before it in ${lines.join(' | ')}`).toBeGreaterThan(at);
    at = next;
  }
}

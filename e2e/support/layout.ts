import { WIDE } from './fonts.ts';

// Runs in the page, together (`LAYOUT`): nothing else of this file is available there.

/** Elements beyond the page's width, and a send button that cannot be tapped in its middle. */
function misplaced(): string[] {
  const found: string[] = [];
  // Not `innerWidth`: a phone widens it for wide content.
  const width = document.documentElement.clientWidth;
  const wide = document.documentElement.scrollWidth - width;
  if (wide > 0) found.push(`the page scrolls sideways by ${wide}`);
  const isClipped = (element: Element): boolean => {
    for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
      const { overflowX, position, clip } = getComputedStyle(each);
      if (overflowX !== 'visible' || (position === 'absolute' && clip !== 'auto') || each.hasAttribute('inert'))
        return true;
    }
    return false;
  };
  for (const element of document.querySelectorAll('main *, [role=dialog] *')) {
    const { left, right, width: own } = element.getBoundingClientRect();
    if (own > 1 && (left < -0.5 || right > width + 0.5) && !isClipped(element))
      found.push(`sticks out: ${element.outerHTML.slice(0, 120)}`);
  }
  for (const button of document.querySelectorAll('main button[type=submit]')) {
    if (document.querySelector('[role=dialog], [role=alertdialog]')) break;
    button.scrollIntoView({ block: 'center' });
    const { left, top, width: own, height } = button.getBoundingClientRect();
    for (const [x, y] of [
      [0.5, 0.5],
      [0.05, 0.2],
      [0.95, 0.8],
    ] as const) {
      const there = document.elementFromPoint(left + own * x, top + height * y);
      if (!there || !button.contains(there))
        found.push(`the submit button is covered by ${there?.outerHTML.slice(0, 120)}`);
    }
  }
  return found;
}

/** Text that is cut, or sticks out of a control, heading, column or field name; wrapped tabs at the foot. */
function crowded(): string[] {
  const found: string[] = [];
  const endsEarly = (inner: Element | null, outer: Element): boolean => {
    for (let each = inner; each && each !== outer; each = each.parentElement)
      if (getComputedStyle(each).textOverflow === 'ellipsis') return true;
    return false;
  };
  for (const element of document.querySelectorAll<HTMLElement>(
    'h1, h2, h3, th, dt, label, legend, button, [role=tab], nav a, main a',
  )) {
    if (element.closest('[inert], .sr') || element.getClientRects().length === 0) continue;
    const isCut = getComputedStyle(element).overflowX !== 'visible';
    const box = element.getBoundingClientRect();
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.parentElement?.closest('.sr') || !/\p{L}/u.test(text.textContent ?? '')) continue;
      // Ellipsed text does not stick out; whether a title has the whole is checked by `lost`.
      if (endsEarly(text.parentElement, element)) continue;
      range.selectNodeContents(text);
      const { left, right } = range.getBoundingClientRect();
      const lacks = isCut ? element.scrollWidth - element.clientWidth : Math.max(box.left - left, right - box.right);
      if (lacks > 1)
        found.push(
          `${Math.ceil(lacks)} points too long: ${element.tagName.toLowerCase()} "${text.textContent?.slice(0, 60)}"`,
        );
    }
  }
  for (const tab of document.querySelectorAll<HTMLElement>('nav a')) {
    if (getComputedStyle(tab.closest('nav') ?? tab).position !== 'fixed') continue;
    const range = document.createRange();
    // Its own words: a badge beside them is placed over the icon.
    range.selectNodeContents([...tab.childNodes].find((node) => node instanceof Text) ?? tab);
    if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
      found.push(`more than one line: "${tab.innerText}"`);
  }
  return found;
}

/** Unreadable text: beyond the page's width, cut without an indication, or ellipsed without a title. */
function lost(): string[] {
  const found: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>(
    'main *, nav *, header *, [role=dialog] *, [role=alertdialog] *',
  )) {
    const hasWords = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
    // A moving banner shows its parts in turn.
    if (
      !hasWords ||
      element.closest('.sr, [inert], [aria-hidden=true], svg, select, [aria-roledescription], [data-moves]')
    )
      continue;
    const { left, right, width, height } = element.getBoundingClientRect();
    if (width === 0 || height === 0) continue;
    const name = `${element.tagName.toLowerCase()} “${element.innerText.slice(0, 40)}”`;
    let scrolls = false;
    for (let each: HTMLElement | null = element; each && each.tagName !== 'MAIN'; each = each.parentElement) {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(each);
      scrolls ||= /auto|scroll/.test(overflowX);
      const isCut = each.scrollWidth > each.clientWidth + 1 && /hidden|clip/.test(overflowX) && each.clientWidth > 0;
      if (isCut && textOverflow !== 'ellipsis') found.push(`${name} is cut in width by ${each.className}`);
      if (isCut && textOverflow === 'ellipsis' && !each.closest('[title]'))
        found.push(`${name} ends early without a title`);
      if (
        each.scrollHeight > each.clientHeight + 4 &&
        /hidden|clip/.test(overflowY) &&
        each.clientHeight > 1 &&
        getComputedStyle(each).webkitLineClamp === 'none'
      )
        found.push(`${name} is cut in height by ${each.className}`);
    }
    if (!scrolls && (left < -1 || right > document.documentElement.clientWidth + 1)) found.push(`${name} sticks out`);
  }
  return [...new Set(found)];
}

/** The visible box of a line of text. */
interface Piece {
  readonly text: Text;
  /** The fixed or sticky element it is in. */
  readonly layer: Element | null;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Every visible line of text of the page, or of the sheet over it. */
function visibleLines(): Piece[] {
  const layerOf = (element: Element): Element | null => {
    for (let each: Element | null = element; each; each = each.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(each).position)) return each;
    return null;
  };
  /** The unclipped part of a box. */
  const seenOf = (element: Element, { left, right, top, bottom }: DOMRect) => {
    for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(each);
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const box = each.getBoundingClientRect();
      if (overflowX !== 'visible') [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      if (overflowY !== 'visible') [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    return { left, right, top, bottom };
  };
  const top = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? document.body;
  const pieces: Piece[] = [];
  const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (
      !(text instanceof Text) ||
      !parent ||
      text.data.trim() === '' ||
      parent.closest('.sr, [inert], script, style, select, option, [aria-roledescription]')
    )
      continue;
    if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    range.selectNodeContents(text);
    const layer = layerOf(parent);
    for (const rect of range.getClientRects()) {
      const seen = seenOf(parent, rect);
      // A line's box is higher than its letters, depending on the font.
      const margin = (seen.bottom - seen.top) * 0.28;
      if (seen.right - seen.left > 1 && seen.bottom - seen.top > 2)
        pieces.push({
          text,
          layer,
          left: seen.left,
          right: seen.right,
          top: seen.top + margin,
          bottom: seen.bottom - margin,
        });
    }
  }
  return pieces;
}

/** Text over other text. Fixed and sticky elements cover what scrolls, and are compared with each other. */
function overlapping(): string[] {
  const pieces = visibleLines();
  const found = new Set<string>();
  for (const [at, one] of pieces.entries()) {
    for (const other of pieces.slice(at + 1)) {
      if (one.text === other.text || one.layer !== other.layer) continue;
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (across > 1.5 && down > 1)
        found.add(
          `"${one.text.data.slice(0, 40)}" and "${other.text.data.slice(0, 40)}" lie over one another by ${Math.ceil(across)} × ${Math.ceil(down)}`,
        );
    }
  }
  return [...found];
}

/** Text in the margin of a card or over its edge. */
function beyondCards(): string[] {
  const found: string[] = [];
  const range = document.createRange();
  for (const card of document.querySelectorAll<HTMLElement>('main .on-card, main .sign')) {
    const { left, right } = card.getBoundingClientRect();
    const { paddingLeft, paddingRight } = getComputedStyle(card);
    const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      let isClipped = text.parentElement?.closest('.sr') !== null;
      for (let each = text.parentElement; each && each !== card; each = each.parentElement)
        isClipped ||= getComputedStyle(each).overflowX !== 'visible';
      range.selectNodeContents(text);
      for (const words of isClipped ? [] : range.getClientRects()) {
        const beyond = Math.max(
          left + parseFloat(paddingLeft) - words.left,
          words.right - right + parseFloat(paddingRight),
        );
        if (words.width > 1 && beyond > 1)
          found.push(`"${(text.textContent ?? '').slice(0, 40)}" is ${Math.ceil(beyond)} beyond its card`);
      }
    }
  }
  return [...new Set(found)];
}

/** Tables wider than their container, by name and by how much; queues must not be. */
function cutTables(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main [role=region], main section')]
    .filter((region) => region.querySelector('table') !== null && region.scrollWidth > region.clientWidth)
    .map((region) => `${region.getAttribute('aria-label')} is ${region.scrollWidth} wide in ${region.clientWidth}`);
}

/**
 * A script that returns layout faults of a page, each once, in its own font and in a wide one; a page of its own for
 * that would cost many times as much.
 */
const inBothFonts = (checks: Readonly<Record<string, () => string[]>>): string => `(async () => {
${Object.entries({ visibleLines, ...checks })
  .map(([name, check]) => `  const ${name} = ${check.toString()};`)
  .join('\n')}
  const look = () => [${Object.keys(checks)
    .map((name) => `...${name}()`)
    .join(', ')}];
  const set = async (fonts) => {
    for (const [name, value] of Object.entries(fonts)) document.documentElement.style.setProperty(name, value);
    // What is fitted to its room is fitted before the next picture.
    await new Promise(requestAnimationFrame);
  };
  const wide = ${JSON.stringify(WIDE)};
  const found = look();
  await set(wide);
  found.push(...look().map((fault) => 'in a wide font: ' + fault));
  await set(Object.fromEntries(Object.keys(wide).map((name) => [name, ''])));
  return [...new Set(found)];
})()`;

const CHECKS = { misplaced, crowded, lost, overlapping };

export const LAYOUT = inBothFonts(CHECKS);
/** For console pages, whose cards have margins. */
export const PANEL_LAYOUT = inBothFonts({ ...CHECKS, beyondCards });
/** For a queue on a desktop. */
export const QUEUE_LAYOUT = inBothFonts({ ...CHECKS, beyondCards, cutTables });

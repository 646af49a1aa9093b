import { WIDE } from './fonts.ts';
import { LAID_OUT } from './laid-out.ts';

// Runs in the page, together (`LAYOUT`): nothing else of this file is available there.

/** What the checks ask of an element again and again, as it is until `forget`: most of their time is the browser's answers. */
interface Seen {
  readonly hidesX: boolean;
  readonly hidesY: boolean;
  readonly isLayer: boolean;
  readonly isEllipsed: boolean;
  readonly isOutOfSight: boolean;
}

interface Known {
  readonly seen: (element: Element) => Seen;
  /** The nearest of it and its ancestors that is fixed or sticky. */
  readonly layerOf: (element: Element) => Element | null;
  readonly forget: () => void;
}

/** Answers about elements, each asked of the browser once. */
function knownOfPage(): Known {
  const all = new Map<Element, Seen>();
  const layers = new Map<Element, Element | null>();
  const seen = (element: Element): Seen => {
    const known = all.get(element);
    if (known) return known;
    const { overflowX, overflowY, position, clip, textOverflow } = getComputedStyle(element);
    const made = {
      hidesX: overflowX !== 'visible',
      hidesY: overflowY !== 'visible',
      isLayer: /fixed|sticky/.test(position),
      isEllipsed: textOverflow === 'ellipsis',
      isOutOfSight: position === 'absolute' && clip !== 'auto',
    };
    all.set(element, made);
    return made;
  };
  const layerOf = (element: Element): Element | null => {
    const known = layers.get(element);
    if (known !== undefined) return known;
    const { parentElement } = element;
    const made = seen(element).isLayer ? element : parentElement && layerOf(parentElement);
    layers.set(element, made);
    return made;
  };
  const forget = (): void => {
    all.clear();
    layers.clear();
  };
  return { seen, layerOf, forget };
}
declare const known: Known;

/** Elements beyond the page's width, and a send button that cannot be tapped in its middle. */
function misplaced(): string[] {
  const found: string[] = [];
  // Not `innerWidth`: a phone widens it for wide content.
  const width = document.documentElement.clientWidth;
  const wide = document.documentElement.scrollWidth - width;
  if (wide > 0) found.push(`the page scrolls sideways by ${wide}`);
  const isClipped = (element: Element): boolean => {
    for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
      const { hidesX, isOutOfSight } = known.seen(each);
      if (hidesX || isOutOfSight || each.hasAttribute('inert')) return true;
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
      if (known.seen(each).isEllipsed) return true;
    return false;
  };
  for (const element of document.querySelectorAll<HTMLElement>(
    'h1, h2, h3, th, dt, label, legend, button, [role=tab], nav a, main a',
  )) {
    if (element.closest('[inert], .sr') || element.getClientRects().length === 0) continue;
    const isCut = known.seen(element).hidesX;
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
  const width = document.documentElement.clientWidth + 1;
  const holds = new Map<Element, { readonly scrollsX: boolean; readonly cutsX: boolean; readonly cutsY: boolean }>();
  /** What an element does to what is wider or higher than it. */
  const holdOf = (element: Element) => {
    const made = holds.get(element);
    if (made) return made;
    const { overflowX, overflowY, webkitLineClamp } = getComputedStyle(element);
    const hold = {
      scrollsX: /auto|scroll/.test(overflowX),
      cutsX: /hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0,
      cutsY:
        /hidden|clip/.test(overflowY) &&
        element.scrollHeight > element.clientHeight + 4 &&
        element.clientHeight > 1 &&
        webkitLineClamp === 'none',
    };
    holds.set(element, hold);
    return hold;
  };
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
    const { left, right, width: own, height } = element.getBoundingClientRect();
    if (own === 0 || height === 0) continue;
    // Only for what is found: each reading of it lays the text out.
    const name = () => `${element.tagName.toLowerCase()} “${element.innerText.slice(0, 40)}”`;
    let scrolls = false;
    for (let each: HTMLElement | null = element; each && each.tagName !== 'MAIN'; each = each.parentElement) {
      const { scrollsX, cutsX, cutsY } = holdOf(each);
      scrolls ||= scrollsX;
      if (cutsX && !known.seen(each).isEllipsed) found.push(`${name()} is cut in width by ${each.className}`);
      if (cutsX && known.seen(each).isEllipsed && !each.closest('[title]'))
        found.push(`${name()} ends early without a title`);
      if (cutsY) found.push(`${name()} is cut in height by ${each.className}`);
    }
    if (!scrolls && (left < -1 || right > width)) found.push(`${name()} sticks out`);
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
  interface Room {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  }
  const BOUNDLESS: Room = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
  const shared = (one: Room, other: Room): Room => ({
    left: Math.max(one.left, other.left),
    right: Math.min(one.right, other.right),
    top: Math.max(one.top, other.top),
    bottom: Math.min(one.bottom, other.bottom),
  });
  const rooms = new Map<Element, Room>();
  /** Where what is in an element is not clipped, by it or around it. */
  const roomOf = (element: Element | null): Room => {
    if (!element || element === document.body) return BOUNDLESS;
    const made = rooms.get(element);
    if (made) return made;
    const { hidesX, hidesY } = known.seen(element);
    let room = roomOf(element.parentElement);
    if (hidesX || hidesY) {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      room = shared(room, { ...BOUNDLESS, ...(hidesX ? { left, right } : {}), ...(hidesY ? { top, bottom } : {}) });
    }
    rooms.set(element, room);
    return room;
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
    const layer = known.layerOf(parent);
    for (const rect of range.getClientRects()) {
      const seen = shared(roomOf(parent), rect);
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
    for (let next = at + 1; next < pieces.length; next += 1) {
      const other = pieces[next];
      if (!other || one.text === other.text || one.layer !== other.layer) continue;
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
        isClipped ||= known.seen(each).hidesX;
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
  const known = (${knownOfPage.toString()})();
${Object.entries({ visibleLines, ...checks })
  .map(([name, check]) => `  const ${name} = ${check.toString()};`)
  .join('\n')}
  const look = () => (known.forget(), [${Object.keys(checks)
    .map((name) => `...${name}()`)
    .join(', ')}]);
  const set = async (fonts) => {
    for (const [name, value] of Object.entries(fonts)) document.documentElement.style.setProperty(name, value);
    await ${LAID_OUT};
  };
  const wide = ${JSON.stringify(WIDE)};
  await ${LAID_OUT};
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

import { LAID_OUT } from './laid-out.ts';

// Runs in the page (`TARGETS`): nothing else of this file is available there.

/** The smallest target, in CSS pixels, either way (DESIGN 2.2). */
const MIN = 44;

interface Controls {
  readonly all: ReadonlySet<Element>;
  readonly at: (x: number, y: number) => Element | undefined;
}

/** What acts on a page, and what of it is hit at a point. */
function controlsOfPage(): Controls {
  const CONTROLS =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=switch], [role=checkbox], [role=radio], [role=slider], [role=option], [role=menuitem]';
  /** A field is hit by the whole of the label it is in, a slider's by its thumb. */
  const actsFor = (control: Element): Element => {
    if (!(control instanceof HTMLInputElement)) return control;
    return (control.type === 'range' ? control.parentElement : control.closest('label')) ?? control;
  };
  const all = new Set([...document.querySelectorAll(CONTROLS)].map(actsFor));
  const at = (x: number, y: number): Element | undefined => {
    for (let each = document.elementFromPoint(x, y); each; each = each.parentElement) {
      if (all.has(each)) return each;
      if (each instanceof HTMLLabelElement && each.control) return actsFor(each.control);
    }
    return undefined;
  };
  return { all, at };
}

/** How far a control's target reaches from its middle in a direction, and what ends it. */
function reachOf(owner: Element, [stepX, stepY]: readonly [number, number], controls: Controls, min: number) {
  /** Edges lie between pixels. */
  const BLUR = 1;
  const distance = (to: Element, x: number, y: number): number => {
    const { left, right, top, bottom } = to.getBoundingClientRect();
    return Math.max(left - x, x - right, top - y, y - bottom, 0);
  };
  const { left, top, width, height } = owner.getBoundingClientRect();
  for (let by = 0; by < min; by += 1) {
    const [x, y] = [left + width / 2 + stepX * by, top + height / 2 + stepY * by];
    if (x < 0 || y < 0 || x >= document.documentElement.clientWidth || y >= innerHeight)
      return { by, isFair: by > 0, end: 'the edge' };
    const there = controls.at(x, y);
    if (there === owner) continue;
    // It has its half, or meets a neighbour's target in the middle between them.
    const isShared =
      there !== undefined && !there.contains(owner) && distance(there, x, y) <= distance(owner, x, y) + BLUR;
    const name = (there?.getAttribute('aria-label') ?? there?.textContent ?? 'nothing').trim().slice(0, 40);
    return { by, isFair: by >= min / 2 - BLUR || (by > 0 && isShared), end: name };
  }
  return { by: min, isFair: true, end: '' };
}

/**
 * Controls whose target, measured from its middle to all four sides, is not `min` wide and high, whatever is drawn. It
 * may be less where it meets the targets of neighbours, if each has the room up to the middle between them. Links inside
 * a sentence are as high as their line.
 */
function narrowTargets(min: number): string[] {
  const controls = controlsOfPage();
  const within = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? document.body;
  const isInSentence = (element: Element): boolean =>
    getComputedStyle(element).display.startsWith('inline') &&
    [...(element.parentElement?.childNodes ?? [])].some((node) => node instanceof Text && /\p{L}{2}/u.test(node.data));
  const found: string[] = [];
  for (const owner of controls.all) {
    if (!within.contains(owner) || owner.closest('.sr, [inert], [aria-hidden=true]') || isInSentence(owner)) continue;
    if (!owner.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    owner.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { width, height } = owner.getBoundingClientRect();
    if (width <= 1 || height <= 1) continue;
    const ways = [
      ['wide', reachOf(owner, [-1, 0], controls, min), reachOf(owner, [1, 0], controls, min)],
      ['high', reachOf(owner, [0, -1], controls, min), reachOf(owner, [0, 1], controls, min)],
    ] as const;
    for (const [way, before, after] of ways)
      if (before.by + after.by < min - 1 && !(before.isFair && after.isFair))
        found.push(
          `${owner.outerHTML.slice(0, 160)}, drawn ${Math.round(width)} × ${Math.round(height)}, is ${before.by + after.by} ${way}, between "${before.end}" and "${after.end}"`,
        );
  }
  scrollTo({ left: 0, top: 0, behavior: 'instant' });
  return found;
}

/** A script that returns the controls of a page, or of what lies over it, whose target is too small. */
export const TARGETS = `(async () => {
${[controlsOfPage, reachOf, narrowTargets].map((each) => each.toString()).join('\n')}
await ${LAID_OUT};
return narrowTargets(${MIN});
})()`;

// Runs in the page (`TARGETS`): nothing else of this file is available there.

/** The smallest target, in CSS pixels, either way (DESIGN 2.2). */
const MIN = 44;

/**
 * Controls whose target, measured from its middle to all four sides, is not `min` wide and high, whatever is drawn. It
 * may be less where it meets the targets of neighbours, if each has the room up to the middle between them. Links inside
 * a sentence are as high as their line.
 */
function narrowTargets(min: number): string[] {
  const CONTROLS =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=switch], [role=checkbox], [role=radio], [role=slider], [role=option], [role=menuitem]';
  /** Edges lie between pixels. */
  const BLUR = 1;
  const within = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? document.body;
  /** A field is hit by the whole of the label it is in, a slider's by its thumb. */
  const actsFor = (control: Element): Element => {
    if (!(control instanceof HTMLInputElement)) return control;
    return (control.type === 'range' ? control.parentElement : control.closest('label')) ?? control;
  };
  const owners = new Set([...document.querySelectorAll(CONTROLS)].map(actsFor));
  const ownerAt = (x: number, y: number): Element | undefined => {
    for (let each = document.elementFromPoint(x, y); each; each = each.parentElement) {
      if (owners.has(each)) return each;
      if (each instanceof HTMLLabelElement && each.control) return actsFor(each.control);
    }
    return undefined;
  };
  const isInSentence = (element: Element): boolean =>
    getComputedStyle(element).display.startsWith('inline') &&
    [...(element.parentElement?.childNodes ?? [])].some((node) => node instanceof Text && /\p{L}{2}/u.test(node.data));
  const distance = (to: Element, x: number, y: number): number => {
    const { left, right, top, bottom } = to.getBoundingClientRect();
    return Math.max(left - x, x - right, top - y, y - bottom, 0);
  };
  const nameOf = (element: Element): string =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40);

  /** How far a target reaches from a point in a direction, and what ends it. */
  const reach = (owner: Element, [x, y]: readonly [number, number], [stepX, stepY]: readonly [number, number]) => {
    for (let by = 0; by < min; by += 1) {
      const [atX, atY] = [x + stepX * by, y + stepY * by];
      if (atX < 0 || atY < 0 || atX >= document.documentElement.clientWidth || atY >= innerHeight)
        return { by, isShared: true, end: 'the edge' };
      const there = ownerAt(atX, atY);
      if (there !== owner)
        return {
          by,
          isShared:
            there !== undefined &&
            !there.contains(owner) &&
            distance(there, atX, atY) <= distance(owner, atX, atY) + BLUR,
          end: there ? `"${nameOf(there)}"` : 'nothing',
        };
    }
    return { by: min, isShared: false, end: '' };
  };
  const faultOf = (owner: Element): string | undefined => {
    owner.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { left, top, width, height } = owner.getBoundingClientRect();
    const middle = [left + width / 2, top + height / 2] as const;
    const ways = [
      ['wide', reach(owner, middle, [-1, 0]), reach(owner, middle, [1, 0])],
      ['high', reach(owner, middle, [0, -1]), reach(owner, middle, [0, 1])],
    ] as const;
    // A side may be short where it meets a neighbour's target or the edge; the other then has its half.
    const isFair = ({ by, isShared }: ReturnType<typeof reach>) => by >= min / 2 - BLUR || (by > 0 && isShared);
    const short = ways.filter(
      ([, before, after]) => before.by + after.by < min - BLUR && !(isFair(before) && isFair(after)),
    );
    if (short.length === 0) return undefined;
    const found = short.map(
      ([way, before, after]) => `${before.by + after.by} ${way}, between ${before.end} and ${after.end}`,
    );
    return `${owner.tagName.toLowerCase()} "${nameOf(owner)}", drawn ${Math.round(width)} × ${Math.round(height)}, is ${found.join('; ')} [${owner.className}]`;
  };
  const found: string[] = [];
  for (const owner of owners) {
    if (!within.contains(owner) || owner.closest('.sr, [inert], [aria-hidden=true]') || isInSentence(owner)) continue;
    if (!owner.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const { width, height } = owner.getBoundingClientRect();
    const fault = width > 1 && height > 1 ? faultOf(owner) : undefined;
    if (fault !== undefined) found.push(fault);
  }
  scrollTo({ left: 0, top: 0, behavior: 'instant' });
  return found;
}

/** A script that returns the controls of a page, or of what lies over it, whose target is too small. */
export const TARGETS = `(${narrowTargets.toString()})(${MIN})`;

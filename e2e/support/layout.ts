/** Runs in the page. What sticks out of the page's width, and whether the button that sends can be tapped in its middle. */
export function misplaced(): string[] {
  const found: string[] = [];
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) found.push(`the page scrolls sideways by ${wide}`);
  const isClipped = (element: Element): boolean => {
    for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
      const { overflowX, position, clip } = getComputedStyle(each);
      if (overflowX !== 'visible' || (position === 'absolute' && clip !== 'auto') || each.hasAttribute('inert')) return true;
    }
    return false;
  };
  for (const element of document.querySelectorAll('main *, [role=dialog] *')) {
    const { left, right, width } = element.getBoundingClientRect();
    if (width > 1 && (left < -0.5 || right > innerWidth + 0.5) && !isClipped(element)) found.push(`sticks out: ${element.outerHTML.slice(0, 120)}`);
  }
  for (const button of document.querySelectorAll('main button[type=submit]')) {
    if (document.querySelector('[role=dialog], [role=alertdialog]')) break;
    button.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = button.getBoundingClientRect();
    for (const [x, y] of [[0.5, 0.5], [0.05, 0.2], [0.95, 0.8]] as const) {
      const there = document.elementFromPoint(left + width * x, top + height * y);
      if (!there || !button.contains(there)) found.push(`the submit button is covered by ${there?.outerHTML.slice(0, 120)}`);
    }
  }
  return found;
}

/** Runs in the page. Words that are cut, or stand out of what they name: of what one taps, of a heading, a column's or a field's name, and tabs of the foot that break. */
export function crowded(): string[] {
  const found: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>('h1, h2, h3, th, dt, label, legend, button, [role=tab], nav a, main a')) {
    if (element.closest('[inert], .sr') || element.getClientRects().length === 0) continue;
    const isCut = getComputedStyle(element).overflowX !== 'visible';
    const box = element.getBoundingClientRect();
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.parentElement?.closest('.sr') || !/\p{L}/u.test(text.textContent ?? '')) continue;
      range.selectNodeContents(text);
      const { left, right } = range.getBoundingClientRect();
      const lacks = isCut ? element.scrollWidth - element.clientWidth : Math.max(box.left - left, right - box.right);
      if (lacks > 1) found.push(`${Math.ceil(lacks)} points too long: ${element.tagName.toLowerCase()} "${text.textContent?.slice(0, 60)}"`);
    }
  }
  for (const tab of document.querySelectorAll<HTMLElement>('nav a')) {
    if (getComputedStyle(tab.closest('nav') ?? tab).position !== 'fixed') continue;
    const range = document.createRange();
    range.selectNodeContents(tab.lastChild ?? tab);
    if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(`more than one line: "${tab.innerText}"`);
  }
  return found;
}

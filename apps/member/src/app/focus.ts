import { useEffect } from 'react';

/** Puts the focus on the page's heading, which readers say; who uses the keyboard goes on from there. */
export function standAtHeading(): void {
  const main = document.querySelector('main');
  const heading = main?.querySelector<HTMLElement>('h1') ?? main;
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** The first page of a visit is read from its top, as any page is. */
let isFirst = true;

/**
 * Drawn with a page before all else of it: whoever comes there stands at its heading, unless the page puts the focus
 * elsewhere.
 */
export function Arrival() {
  useEffect(() => {
    if (!isFirst) standAtHeading();
    isFirst = false;
  }, []);
  return null;
}

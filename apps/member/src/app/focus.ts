import { useEffect } from 'react';
import { OPEN_DIALOG } from '../platform/open-dialog.ts';

/** Focuses the page's heading: screen readers read it, and the keyboard goes on from there. */
export function standAtHeading(): void {
  const main = document.querySelector('main');
  const heading = main?.querySelector<HTMLElement>('h1') ?? main;
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

let isFirst = true;

/** Drawn first in a page: focuses its heading, unless the page, or a dialog over it, focuses something else. */
export function Arrival() {
  useEffect(() => {
    if (!isFirst && !document.activeElement?.closest(OPEN_DIALOG)) standAtHeading();
    isFirst = false;
  }, []);
  return null;
}

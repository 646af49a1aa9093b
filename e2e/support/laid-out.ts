/**
 * A script that resolves once the page is laid out, as the last observer of sizes in a frame: what lies over a page makes
 * room for itself in one, and figures are fitted to theirs, so that nobody sees the layout before.
 */
export const LAID_OUT = `new Promise((resolve) => {
  const last = new ResizeObserver(() => (last.disconnect(), resolve()));
  last.observe(document.documentElement);
})`;

import { standAtHeading } from './focus.ts';

/**
 * From now on, when what has the focus is taken away, as a button is whose work is done, the focus is not lost: it goes
 * to the heading.
 */
export function keepFocus(): void {
  let last: Node | undefined = document.activeElement ?? undefined;
  const look = () => {
    if (last?.isConnected !== false || document.activeElement !== document.body) return;
    last = undefined;
    standAtHeading();
  };
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof Node ? target : undefined;
  });
  // What closes over the page gives the focus back by itself, a moment later.
  new MutationObserver(() => {
    if (last?.isConnected === false) setTimeout(look);
  }).observe(document.body, { childList: true, subtree: true });
}

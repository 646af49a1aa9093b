import { standAtHeading } from './focus.ts';

/** When the focused element is removed, the focus moves to the heading. */
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
  // An overlay that closes returns the focus itself, a moment later.
  new MutationObserver(() => {
    if (last?.isConnected === false) setTimeout(look);
  }).observe(document.body, { childList: true, subtree: true });
}

import { useEffect } from 'react';

/** Puts the focus on the page's heading, which readers say; who uses the keyboard goes on from there. */
function standAtHeading(): void {
  const main = document.querySelector('main');
  const heading = main?.querySelector<HTMLElement>('h1') ?? main;
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** The first page of a visit is read from its top, as any page is. */
let isFirst = true;

/** Drawn with a page before all else of it: whoever comes there stands at its heading, unless the page puts the focus elsewhere. */
export function Arrival() {
  useEffect(() => {
    if (!isFirst) standAtHeading();
    isFirst = false;
  }, []);
  return null;
}

/** When what has the focus is taken away, as a button is whose work is done, the focus is not lost: it goes to the heading. */
export function useFocusKept(): void {
  useEffect(() => {
    let last: Node | undefined;
    const remember = ({ target }: Event) => { last = target instanceof Node ? target : undefined; };
    const look = () => {
      if (last?.isConnected !== false || document.activeElement !== document.body) return;
      last = undefined;
      standAtHeading();
    };
    // What closes over the page gives the focus back by itself, a moment later.
    const observer = new MutationObserver(() => { if (last?.isConnected === false) setTimeout(look); });
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', remember);
    };
  }, []);
}

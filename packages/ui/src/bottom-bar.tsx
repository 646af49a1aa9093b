import { useLayoutEffect, useRef, type ReactNode } from 'react';

/** Lifts an element above the phone's keyboard, which shrinks the visible page but moves nothing fixed. */
function useAboveKeyboard() {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const seen = globalThis.visualViewport;
    if (!seen) return;
    const lift = () => {
      // While zoomed in, nothing follows the view.
      const covered =
        seen.scale === 1 ? Math.max(0, document.documentElement.clientHeight - seen.height - seen.offsetTop) : 0;
      if (element.current) element.current.style.translate = covered > 0 ? `0 ${-covered}px` : '';
    };
    lift();
    seen.addEventListener('resize', lift);
    seen.addEventListener('scroll', lift);
    return () => {
      seen.removeEventListener('resize', lift);
      seen.removeEventListener('scroll', lift);
    };
  }, []);
  return element;
}

/** The bar at a page's foot, above the keyboard. It keeps its own room at the page's end. */
export function BottomBar({ children }: { readonly children: ReactNode }) {
  const bar = useAboveKeyboard();
  const room = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!bar.current) return;
    // As high as the bar, which grows with the reader's type.
    const observer = new ResizeObserver(() => {
      if (room.current && bar.current) room.current.style.height = `${bar.current.offsetHeight}px`;
    });
    observer.observe(bar.current);
    return () => observer.disconnect();
  }, [bar]);
  return (
    <>
      <div ref={room} className="h-18.5" aria-hidden="true" />
      <div
        ref={bar}
        className="fixed inset-x-0 bottom-0 z-(--z-tabbar) in-column border-t bg-bg px-4 pt-3 pb-[calc(12px+var(--safe-b))]"
      >
        {children}
      </div>
    </>
  );
}

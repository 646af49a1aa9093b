import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';

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

/** Sets `--foot`, the height of the bar at a page's foot, for what lies above it. */
export function useFootHeight(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return;
    const { style } = document.documentElement;
    // As high as the bar, which grows with the reader's type.
    const observer = new ResizeObserver(() => style.setProperty('--foot', `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--foot');
    };
  }, [bar]);
}

/** The bar at a page's foot, above the keyboard. It keeps its own room at the page's end. */
export function BottomBar({ children }: { readonly children: ReactNode }) {
  const bar = useAboveKeyboard();
  useFootHeight(bar);
  return (
    <>
      <div className="h-[var(--foot,4.625rem)]" aria-hidden="true" />
      <div
        ref={bar}
        className="fixed inset-x-0 bottom-0 z-(--z-tabbar) in-column border-t bg-bg px-4 pt-3 pb-[calc(12px+var(--safe-b))]"
      >
        {children}
      </div>
    </>
  );
}

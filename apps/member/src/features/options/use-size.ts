import { useCallback, useState, type RefCallback } from 'react';

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The size of an element as it is laid out, in pixels, and the ref that asks for it; nothing wide and high until then.
 */
export function useSize(): readonly [size: Size, ref: RefCallback<HTMLElement>] {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new ResizeObserver(() => setSize({ width: element.offsetWidth, height: element.offsetHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [size, ref];
}

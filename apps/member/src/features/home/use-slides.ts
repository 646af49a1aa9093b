import { useEffect, useRef, useState, type TouchEvent } from 'react';

interface SlidesOptions {
  readonly count: number;
  readonly stayMs: number;
}

/** Where a swipe of `by` pixels leads from `at`; a short one leads nowhere. */
export function slideAfter(at: number, by: number, count: number, isRtl: boolean): number {
  const ENOUGH = 30;
  if (Math.abs(by) < ENOUGH) return at;
  const step = by < 0 === isRtl ? -1 : 1;
  return Math.min(count - 1, Math.max(0, at + step));
}

const wantsStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Slides that move on by themselves, unless they are used or out of sight, or the reader prefers no motion. */
export function useSlides({ count, stayMs }: SlidesOptions) {
  const [at, setAt] = useState(0);
  const [isHeld, setHeld] = useState(false);
  const from = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (isHeld || count < 2 || wantsStillness()) return;
    const timer = setInterval(() => {
      if (!document.hidden) setAt((before) => (before + 1) % count);
    }, stayMs);
    return () => clearInterval(timer);
  }, [isHeld, count, stayMs]);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return {
    at: Math.min(at, count - 1),
    holders: {
      onPointerEnter: hold,
      onPointerLeave: release,
      onFocus: hold,
      onBlur: release,
      onTouchStart(event: TouchEvent) {
        from.current = event.touches[0]?.clientX;
        hold();
      },
      onTouchEnd(event: TouchEvent) {
        const by = (event.changedTouches[0]?.clientX ?? 0) - (from.current ?? 0);
        setAt((before) => slideAfter(before, by, count, document.documentElement.dir === 'rtl'));
        release();
      },
    },
  };
}

import { useIsOnline } from '@plimsoll/ui';
import { useEffect, useState } from 'react';

/** Resolves once there is a connection. */
export const whenOnline = (): Promise<void> =>
  navigator.onLine
    ? Promise.resolve()
    : new Promise((resolve) => {
        addEventListener('online', () => resolve(), { once: true });
      });

/** How the time of something last seen is written: with its day when that is earlier. */
export const lastSeenStyle = (atMs: number): 'time' | 'moment' =>
  new Date(atMs).toDateString() === new Date().toDateString() ? 'time' : 'moment';

export interface Freshness {
  readonly isOnline: boolean;
  /** Older than the limit, or offline. */
  readonly isOld: boolean;
  readonly ageS: number;
}

/** How old polled data is. From an age of `limitMs` on it is shown as old, and counts each second. */
export function useFreshness(updatedAtMs: number, limitMs: number): Freshness {
  const isOnline = useIsOnline();
  const [nowMs, setNowMs] = useState(Date.now);
  const ageMs = updatedAtMs === 0 ? 0 : Math.max(0, nowMs - updatedAtMs);
  const isOld = updatedAtMs > 0 && (!isOnline || ageMs > limitMs);
  useEffect(() => {
    const look = () => setNowMs(Date.now());
    if (isOld) {
      look();
      const timer = setInterval(look, 1000);
      return () => clearInterval(timer);
    }
    const timer = setTimeout(look, Math.max(0, updatedAtMs + limitMs + 1 - Date.now()));
    // Timers of a device that slept, or of a page that the browser kept, may go on where they were.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [updatedAtMs, limitMs, isOld]);
  return { isOnline, isOld, ageS: Math.floor(ageMs / 1000) };
}

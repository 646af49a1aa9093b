import { useEffect, useState } from 'react';

/** How far the server's clock is ahead of this machine's, to the second that its answers say. */
let aheadMs = 0;

/** Takes the `Date` header of an answer. */
export function heardServerTime(date: string | null): void {
  const atMs = Date.parse(date ?? '');
  if (Number.isNaN(atMs)) return;
  const offMs = atMs - Date.now();
  // The header names the second that had begun: less than one off is no difference.
  aheadMs = Math.abs(offMs - aheadMs) < 2000 ? aheadMs : offMs;
}

/** The server's time, as near as its answers tell. */
const serverNowMs = (): number => Date.now() + aheadMs;

/** The server's time, drawn anew every `everyMs`. */
export function useServerNow(everyMs: number): number {
  const [nowMs, setNowMs] = useState(serverNowMs);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNowMs()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}

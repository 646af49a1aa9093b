import { useEffect, useState } from 'react';

/** Server clock minus this machine's. */
let aheadMs = 0;

/** Reads the `Date` header of an answer. */
export function readServerTime(date: string | null): void {
  const atMs = Date.parse(date ?? '');
  if (Number.isNaN(atMs)) return;
  const offMs = atMs - Date.now();
  // The header has a resolution of one second.
  aheadMs = Math.abs(offMs - aheadMs) < 2000 ? aheadMs : offMs;
}

const serverNowMs = (): number => Date.now() + aheadMs;

/** The server's time, updated every `everyMs`. */
export function useServerNow(everyMs: number): number {
  const [nowMs, setNowMs] = useState(serverNowMs);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNowMs()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}

import { useEffect, useState } from 'react';
import { wayBetween, type Way } from '@plimsoll/ui';

/** From this age a price is old: the server's limit of five seconds, and one poll (RULES 2). */
export const OLD_AFTER_MS = 6000;
const AGE_EVERY_MS = 500;

/** When a watched value last changed, in epoch ms; 0 before. An answer with the same prices does not count. */
export function useMovedAt(...watched: readonly unknown[]): number {
  const [movedAtMs, setMovedAtMs] = useState(0);
  const isThere = watched.some((each) => each !== undefined);
  /* oxlint-disable react-hooks/exhaustive-deps -- the values themselves are the dependencies */
  useEffect(() => {
    if (isThere) setMovedAtMs(Date.now());
  }, watched);
  /* oxlint-enable react-hooks/exhaustive-deps */
  return movedAtMs;
}

/** Seconds since a moment, with tenths below ten, as a decimal; counted twice a second. */
export function useAge(sinceMs: number): string {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), AGE_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const tenths = Math.floor(Math.max(0, nowMs - sinceMs) / 100);
  return tenths < 100 ? `${Math.floor(tenths / 10)}.${tenths % 10}` : String(Math.floor(tenths / 10));
}

/** Which way a price last went. */
export function useWay(price: string): Way {
  const [seen, setSeen] = useState<{ price: string; way: Way }>({ price, way: 'flat' });
  if (seen.price === price) return seen.way;
  const now = { price, way: wayBetween(seen.price, price) };
  setSeen(now);
  return now.way;
}

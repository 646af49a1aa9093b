import { useEffect, useState } from 'react';
import { stream } from '../../platform/stream.ts';

/** Changes are drawn so often at most. */
const DRAW_EVERY_MS = 250;

interface LastPrice {
  readonly close: number;
  /** When it was heard here, epoch ms. */
  readonly atMs: number;
}

/** A market's last price off the stream; undefined until the first is heard. The same tick told again is not taken for a new one. */
export function useLastPrice(symbol: string): LastPrice | undefined {
  const [last, setLast] = useState<(LastPrice & { readonly symbol: string }) | undefined>();
  useEffect(() => {
    let tickAtMs = 0;
    let next: LastPrice | undefined;
    const stop = stream.subscribe(`${symbol}_1`, ({ tick, ts }) => {
      if (ts === tickAtMs) return;
      tickAtMs = ts;
      next = { close: tick.close, atMs: Date.now() };
    });
    const timer = setInterval(() => {
      if (next) setLast({ ...next, symbol });
      next = undefined;
    }, DRAW_EVERY_MS);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [symbol]);
  return last?.symbol === symbol ? last : undefined;
}

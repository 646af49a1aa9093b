import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Bar } from './bar-feed.ts';
import type { ChartDress } from './chart-options.ts';
import { createPriceChart, type PriceChart } from './price-chart.ts';

interface Wanted {
  readonly host: RefObject<HTMLElement | null>;
  readonly dress: () => ChartDress | undefined;
  readonly lengthS: number;
  readonly onCross: (bar: Bar | undefined) => void;
  readonly onNearStart: () => void;
}

/** Loads the library, draws a chart in `host` and removes it; `failed` when the library is unavailable. */
export function usePriceChart({ host, dress, lengthS, onCross, onNearStart }: Wanted) {
  const [chart, setChart] = useState<PriceChart>();
  const [failed, setFailed] = useState(false);
  const latest = useRef({ dress, onCross, onNearStart });
  useEffect(() => {
    latest.current = { dress, onCross, onNearStart };
  });
  useEffect(() => {
    let isOver = false;
    let made: PriceChart | undefined;
    import('./library.ts').then(
      (library) => {
        const look = latest.current.dress();
        if (isOver || !host.current || !look) return;
        made = createPriceChart(library, host.current, look, {
          onCross: (bar) => latest.current.onCross(bar),
          onNearStart: () => latest.current.onNearStart(),
          isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
          lengthS,
        });
        setChart(made);
      },
      () => {
        if (!isOver) setFailed(true);
      },
    );
    return () => {
      isOver = true;
      made?.destroy();
    };
  }, [host, lengthS]);
  return { chart, failed };
}

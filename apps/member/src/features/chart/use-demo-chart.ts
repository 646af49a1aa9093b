import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Bar } from './bar-feed.ts';
import type { ChartDress } from './chart-options.ts';
import { createDemoChart, type DemoChart, type MarkWords, type Zoom } from './demo-chart.ts';

/** How the demo chart is drawn, and its callbacks; read whenever they are needed. */
interface Wanted {
  readonly host: RefObject<HTMLElement | null>;
  readonly days: readonly Bar[];
  readonly dress: () => readonly [ChartDress, MarkWords] | undefined;
  readonly onCross: (at: number | undefined, share: number) => void;
  readonly onZoom: (zoom: Zoom) => void;
}

/** Loads the library and draws the demo chart in `host`; `failed` when the library is unavailable. */
export function useDemoChart(wanted: Wanted) {
  const [chart, setChart] = useState<DemoChart>();
  const [failed, setFailed] = useState(false);
  const latest = useRef(wanted);
  useEffect(() => {
    latest.current = wanted;
  });
  useEffect(() => {
    let isOver = false;
    let made: DemoChart | undefined;
    import('./library.ts').then(
      (library) => {
        const { host, days, dress } = latest.current;
        const look = dress();
        if (isOver || !host.current || !look) return;
        made = createDemoChart(library, host.current, days, ...look, {
          onCross: (...at) => latest.current.onCross(...at),
          onZoom: (zoom) => latest.current.onZoom(zoom),
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
  }, []);
  return { chart, failed };
}

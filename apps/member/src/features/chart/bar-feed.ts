import type { StreamTick } from '@plimsoll/contract';

/** A candle: open time in seconds, prices, volume in the quote coin. Floats, as charts carry them. */
export type Bar = StreamTick['tick'];

/** Bars asked for at a time, and the most that one call gives (docs/WIRE.md). */
const PAGE = 200;
const MAX = 2000;
/** Wait before history is asked again to mend a break. */
const MEND_EVERY_MS = 3000;

/** `loading` until the first bars are there, `failed` when they could not be had. */
export type FeedPhase = 'loading' | 'ready' | 'failed';

/** Where bars come from; a test gives its own. */
export interface BarSources {
  /** The newest `size` bars, oldest first. */
  readonly load: (size: number) => Promise<readonly Bar[]>;
  /** Hears every change of the current bar. */
  readonly follow: (listener: (message: StreamTick) => void) => () => void;
  /** Hears that the stream is back after a break. */
  readonly onResume: (listener: () => void) => () => void;
  readonly nowMs: () => number;
}

/** Who draws them. */
export interface BarWatcher {
  /** All bars anew, oldest first. */
  readonly reset: (bars: readonly Bar[]) => void;
  /** The last bar changed, or a new one began. */
  readonly last: (bar: Bar) => void;
}

/** One market's bars of one length: history, the live last bar, and older ones on demand. */
export interface BarFeed {
  readonly bars: () => readonly Bar[];
  readonly phase: () => FeedPhase;
  /**
   * When the market last moved, as heard here, or when its bars first came; epoch ms, 0 before. The same tick told
   * again is no movement.
   */
  readonly movedAtMs: () => number;
  /** Draws what is there, and every change from then on. */
  readonly watch: (watcher: BarWatcher) => () => void;
  /** Hears changes of the phase, and each tick. */
  readonly listen: (listener: () => void) => () => void;
  /** Asks for older bars, unless there are none or they are on their way. */
  readonly older: () => void;
  /** Loads and follows; returns how to stop. */
  readonly start: () => () => void;
}

/** A feed that waits to be started. A break of the stream is mended from history. */
export function createBarFeed({ load, follow, onResume, nowMs }: BarSources): BarFeed {
  const watchers = new Set<BarWatcher>();
  const listeners = new Set<() => void>();
  let bars: readonly Bar[] = [];
  let phase: FeedPhase = 'loading';
  let size = PAGE;
  let isComplete = false;
  let isLoading = false;
  let isStopped = false;
  /** The stream broke and history has not mended it yet. */
  let isTorn = false;
  let triedAtMs = 0;
  let lastTick: StreamTick | undefined;
  let movedAtMs = 0;

  const tell = () => {
    for (const each of listeners) each();
  };
  const reset = () => {
    for (const each of watchers) each.reset(bars);
  };

  /** Puts the live bar over what history says; false when it says nothing newer than history. */
  function overlay(bar: Bar): boolean {
    const last = bars.at(-1);
    if (last && bar.id < last.id) return false;
    bars = last && last.id === bar.id ? [...bars.slice(0, -1), bar] : [...bars, bar];
    return true;
  }

  async function fill(wanted: number): Promise<void> {
    if (isLoading) return;
    isLoading = true;
    triedAtMs = nowMs();
    const mends = isTorn;
    isTorn = false;
    try {
      const loaded = await load(wanted);
      if (isStopped) return;
      size = wanted;
      isComplete = loaded.length < wanted || wanted >= MAX;
      bars = loaded;
      if (lastTick) overlay(lastTick.tick);
      phase = 'ready';
      movedAtMs ||= nowMs();
      reset();
    } catch {
      if (isStopped) return;
      // Bars that are shown stay; only a chart without any has failed.
      if (phase !== 'ready') phase = 'failed';
      isTorn ||= mends;
    } finally {
      isLoading = false;
    }
    tell();
  }

  /** After a break: at once, and when that fails or another load is under way, again with a later tick. */
  function mend(): void {
    if (isTorn && phase !== 'loading' && nowMs() - triedAtMs >= MEND_EVERY_MS) void fill(size);
  }

  function hear(message: StreamTick): void {
    if (message.ts !== lastTick?.ts) movedAtMs = nowMs();
    lastTick = message;
    if (phase === 'ready' && overlay(message.tick)) for (const each of watchers) each.last(message.tick);
    mend();
    tell();
  }

  return {
    bars: () => bars,
    phase: () => phase,
    movedAtMs: () => movedAtMs,
    watch(watcher) {
      watchers.add(watcher);
      watcher.reset(bars);
      return () => {
        watchers.delete(watcher);
      };
    },
    listen(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    older() {
      if (phase === 'ready' && !isComplete && !isLoading) void fill(Math.min(MAX, size + PAGE));
    },
    start() {
      isStopped = false;
      const stops = [
        follow(hear),
        onResume(() => {
          isTorn = true;
          triedAtMs = 0;
          mend();
        }),
      ];
      void fill(PAGE);
      return () => {
        isStopped = true;
        for (const each of stops) each();
      };
    },
  };
}

import type { StreamTick } from '@plimsoll/contract';

/** A candle: open time in seconds, prices, volume in quote. Floats, for charts. */
export type Bar = StreamTick['tick'];

/** Bars loaded at a time, and the maximum of one call (docs/WIRE.md). */
const PAGE = 200;
const MAX = 2000;
const MEND_EVERY_MS = 3000;

/** `loading` until the first bars are there, `failed` when they could not be loaded. */
export type FeedPhase = 'loading' | 'ready' | 'failed';

/** Where bars come from; a test has its own. */
export interface BarSources {
  /** The newest `size` bars, oldest first. */
  readonly load: (size: number) => Promise<readonly Bar[]>;
  /** Calls at every change of the current bar; returns how to stop. */
  readonly follow: (listener: (message: StreamTick) => void) => () => void;
  /** Calls when the stream is open again after a break; returns how to stop. */
  readonly onResume: (listener: () => void) => () => void;
  readonly nowMs: () => number;
}

export interface BarWatcher {
  /** Replaces all bars, oldest first. */
  readonly reset: (bars: readonly Bar[]) => void;
  readonly last: (bar: Bar) => void;
}

/** One market's bars of one length: history, the live last bar, and older ones on demand. */
export interface BarFeed {
  readonly bars: () => readonly Bar[];
  readonly phase: () => FeedPhase;
  /** When the last new tick was received, or the first bars; epoch ms, 0 before. */
  readonly movedAtMs: () => number;
  /** Draws the present bars, and every change. */
  readonly watch: (watcher: BarWatcher) => () => void;
  /** Calls at changes of the phase and at each tick; returns how to stop. */
  readonly listen: (listener: () => void) => () => void;
  /** Loads older bars, unless there are none or they are being loaded. */
  readonly older: () => void;
  /** Loads and follows; returns how to stop. */
  readonly start: () => () => void;
}

/** A feed that waits to be started. A break of the stream is repaired from history. */
export const createBarFeed = (sources: BarSources): BarFeed => new LiveBars(sources);

class LiveBars implements BarFeed {
  readonly #sources: BarSources;
  readonly #watchers = new Set<BarWatcher>();
  readonly #listeners = new Set<() => void>();
  #bars: readonly Bar[] = [];
  #phase: FeedPhase = 'loading';
  #size = PAGE;
  #isComplete = false;
  #isLoading = false;
  #isStopped = false;
  /** The stream broke and history has not repaired it yet. */
  #isTorn = false;
  #triedAtMs = 0;
  #lastTick: StreamTick | undefined;
  #movedAtMs = 0;

  constructor(sources: BarSources) {
    this.#sources = sources;
  }

  readonly bars = () => this.#bars;
  readonly phase = () => this.#phase;
  readonly movedAtMs = () => this.#movedAtMs;

  readonly watch = (watcher: BarWatcher) => {
    this.#watchers.add(watcher);
    watcher.reset(this.#bars);
    return () => {
      this.#watchers.delete(watcher);
    };
  };

  readonly listen = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  readonly older = () => {
    if (this.#phase === 'ready' && !this.#isComplete && !this.#isLoading)
      void this.#fill(Math.min(MAX, this.#size + PAGE));
  };

  readonly start = () => {
    this.#isStopped = false;
    const stops = [
      this.#sources.follow((message) => this.#receive(message)),
      this.#sources.onResume(() => {
        this.#isTorn = true;
        this.#triedAtMs = 0;
        this.#mend();
      }),
    ];
    void this.#fill(PAGE);
    return () => {
      this.#isStopped = true;
      for (const each of stops) each();
    };
  };

  #notify(): void {
    for (const each of this.#listeners) each();
  }

  /** Puts the live bar over history; false when history is newer. */
  #overlay(bar: Bar): boolean {
    const last = this.#bars.at(-1);
    if (last && bar.id < last.id) return false;
    this.#bars = last && last.id === bar.id ? [...this.#bars.slice(0, -1), bar] : [...this.#bars, bar];
    return true;
  }

  async #fill(wanted: number): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    this.#triedAtMs = this.#sources.nowMs();
    const mends = this.#isTorn;
    this.#isTorn = false;
    try {
      const loaded = await this.#sources.load(wanted);
      if (this.#isStopped) return;
      this.#size = wanted;
      this.#isComplete = loaded.length < wanted || wanted >= MAX;
      this.#bars = loaded;
      if (this.#lastTick) this.#overlay(this.#lastTick.tick);
      this.#phase = 'ready';
      this.#movedAtMs ||= this.#sources.nowMs();
      for (const each of this.#watchers) each.reset(this.#bars);
    } catch {
      if (this.#isStopped) return;
      // Bars that are shown stay; only a chart without any has failed.
      if (this.#phase !== 'ready') this.#phase = 'failed';
      this.#isTorn ||= mends;
    } finally {
      this.#isLoading = false;
    }
    this.#notify();
  }

  /** Repairs a break: at once, and when that fails or another load is running, with a later tick. */
  #mend(): void {
    const isDue = this.#sources.nowMs() - this.#triedAtMs >= MEND_EVERY_MS;
    if (this.#isTorn && this.#phase !== 'loading' && isDue) void this.#fill(this.#size);
  }

  #receive(message: StreamTick): void {
    if (message.ts !== this.#lastTick?.ts) this.#movedAtMs = this.#sources.nowMs();
    this.#lastTick = message;
    if (this.#phase === 'ready' && this.#overlay(message.tick))
      for (const each of this.#watchers) each.last(message.tick);
    this.#mend();
    this.#notify();
  }
}

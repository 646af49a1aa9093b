import type { StreamMark } from '@plimsoll/contract';
import { price, type Price } from '@plimsoll/money';

/** A market's last mark as it was received here. */
export interface LastMark {
  readonly price: Price;
  readonly sources: number;
  /** When it was made by this clock, in epoch ms: when it was received, less its age then. */
  readonly atMs: number;
  /** When it was made, by the server's clock. */
  readonly madeAtMs: number;
}

export interface MarkPoint {
  readonly seq: number;
  /** When it was made, by the server's clock. */
  readonly atMs: number;
  readonly price: Price;
}

/** What a feed needs; a test has its own. */
export interface MarkSources {
  /** Marks since a moment of the server's, oldest first. */
  readonly load: (sinceMs: number) => Promise<readonly MarkPoint[]>;
  readonly follow: (listener: (message: StreamMark) => void) => () => void;
  /** Calls when the stream is open again after a break. */
  readonly onResume: (listener: () => void) => () => void;
  readonly nowMs: () => number;
}

/** One market's marks: the last one, and recent ones. */
export interface MarkFeed {
  readonly last: () => LastMark | undefined;
  readonly points: () => readonly MarkPoint[];
  /** Calls at each mark. The market is followed while there is a listener. */
  readonly listen: (listener: () => void) => () => void;
  /** Loads the marks since a moment, unless they are there; again after a break of the stream. */
  readonly reach: (sinceMs: number) => void;
}

/** How long marks are kept, in ms: the longest cycle but one. */
export const KEPT_MS = 600_000;

function merged(known: readonly MarkPoint[], more: readonly MarkPoint[]): readonly MarkPoint[] {
  const bySeq = new Map([...more, ...known].map((point) => [point.seq, point]));
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq);
}

/** A feed that waits for its first listener. Earlier marks, and those missed in a break, are loaded. */
export function createMarkFeed({ load, follow, onResume, nowMs }: MarkSources): MarkFeed {
  const listeners = new Set<() => void>();
  let last: LastMark | undefined;
  let points: readonly MarkPoint[] = [];
  let reachedMs = Number.POSITIVE_INFINITY;
  /** Counts the times it was followed: an answer of an earlier one is ignored. */
  let turn = 0;
  let stops: readonly (() => void)[] = [];
  const notify = () => {
    for (const each of listeners) each();
  };

  async function fill(sinceMs: number): Promise<void> {
    const mine = turn;
    try {
      const loaded = await load(sinceMs);
      if (mine !== turn) return;
      points = merged(points, loaded);
      notify();
    } catch {
      // New marks are drawn all the same; the next reader of the past asks again.
      if (mine === turn) reachedMs = Number.POSITIVE_INFINITY;
    }
  }

  function stop(): void {
    for (const each of stops) each();
    turn += 1;
    last = undefined;
    points = [];
    reachedMs = Number.POSITIVE_INFINITY;
  }

  function receive({ mark, ts, age }: StreamMark): void {
    const before = points.at(-1);
    // A repeated mark is ignored.
    if (before && mark.seq <= before.seq) return;
    last = { price: price(mark.price), sources: mark.sources, atMs: nowMs() - age, madeAtMs: ts };
    const kept =
      points[0] && points[0].atMs < ts - KEPT_MS ? points.filter(({ atMs }) => atMs >= ts - KEPT_MS) : points;
    points = [...kept, { seq: mark.seq, atMs: ts, price: last.price }];
    notify();
  }

  return {
    last: () => last,
    points: () => points,
    listen(listener) {
      if (listeners.size === 0)
        stops = [
          follow(receive),
          onResume(() => {
            if (Number.isFinite(reachedMs)) void fill(points.at(-1)?.atMs ?? reachedMs);
          }),
        ];
      listeners.add(listener);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) stop();
      };
    },
    reach(sinceMs) {
      if (sinceMs >= reachedMs) return;
      reachedMs = sinceMs;
      void fill(sinceMs);
    },
  };
}

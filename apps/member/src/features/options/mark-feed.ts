import type { StreamMark } from '@plimsoll/contract';
import { price, type Price } from '@plimsoll/money';

/** A market's last mark as it was heard here. */
export interface LastMark {
  readonly price: Price;
  /** How many sources it is the median of. */
  readonly sources: number;
  /** When it was made as far as can be told by the clock here, in epoch ms: heard, less how old it was then. */
  readonly atMs: number;
  /** When it was made, by the server's. */
  readonly madeAtMs: number;
}

/** A mark as it is drawn. */
export interface MarkPoint {
  readonly seq: number;
  /** When it was made, by the server's clock. */
  readonly atMs: number;
  readonly price: Price;
}

/** What a feed needs; a test gives its own. */
export interface MarkSources {
  /** Marks since a moment of the server's, oldest first. */
  readonly load: (sinceMs: number) => Promise<readonly MarkPoint[]>;
  readonly follow: (listener: (message: StreamMark) => void) => () => void;
  /** Hears that the stream is back after a break. */
  readonly onResume: (listener: () => void) => () => void;
  readonly nowMs: () => number;
}

/** One market's marks: the last one, and those of a while. */
export interface MarkFeed {
  readonly last: () => LastMark | undefined;
  readonly points: () => readonly MarkPoint[];
  /** Hears of each mark. It is followed while anybody listens, and forgotten afterwards. */
  readonly listen: (listener: () => void) => () => void;
  /** Asks for those since a moment, unless they are there; again after a break of the stream. */
  readonly reach: (sinceMs: number) => void;
}

/** Marks are kept for so long, the longest cycle but one; at five a second three thousand. */
export const KEPT_MS = 600_000;

/** The known and the new, oldest first, each once. */
function merged(known: readonly MarkPoint[], more: readonly MarkPoint[]): readonly MarkPoint[] {
  const bySeq = new Map([...more, ...known].map((point) => [point.seq, point]));
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq);
}

/** A feed that waits for its first listener. What lies before it, or fell into a break of the stream, is asked for. */
export function createMarkFeed({ load, follow, onResume, nowMs }: MarkSources): MarkFeed {
  const listeners = new Set<() => void>();
  let last: LastMark | undefined;
  let points: readonly MarkPoint[] = [];
  let reachedMs = Number.POSITIVE_INFINITY;
  /** Since when it is followed, in turns: what was asked for in an earlier one is no part of this. */
  let turn = 0;
  let stops: readonly (() => void)[] = [];
  const tell = () => {
    for (const each of listeners) each();
  };

  async function fill(sinceMs: number): Promise<void> {
    const mine = turn;
    try {
      const loaded = await load(sinceMs);
      if (mine !== turn) return;
      points = merged(points, loaded);
      tell();
    } catch {
      // What comes is drawn all the same; the next who wants the past asks again.
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

  function hear({ mark, ts, age }: StreamMark): void {
    const before = points.at(-1);
    // The same one told again is no news of it.
    if (before && mark.seq <= before.seq) return;
    last = { price: price(mark.price), sources: mark.sources, atMs: nowMs() - age, madeAtMs: ts };
    const kept =
      points[0] && points[0].atMs < ts - KEPT_MS ? points.filter(({ atMs }) => atMs >= ts - KEPT_MS) : points;
    points = [...kept, { seq: mark.seq, atMs: ts, price: last.price }];
    tell();
  }

  return {
    last: () => last,
    points: () => points,
    listen(listener) {
      if (listeners.size === 0)
        stops = [
          follow(hear),
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

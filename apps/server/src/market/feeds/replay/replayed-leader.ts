import { leaderlessLogWorth, leaderPath, LEADER, type Leader } from '../simulated/world.ts';
import type { FileMinute } from './candle-file.ts';
import type { Timeline } from './timeline.ts';

const MINUTE_MS = 60_000;
const USUAL_RANGE = 0.0008;

/** Bitcoin's price from the file; before it, a simulated past that ends at its first price. */
export class ReplayedLeader implements Leader {
  readonly #minutes: readonly FileMinute[];
  readonly #timeline: Timeline;
  readonly #past: Leader;
  /** Offset that moves the simulated past to the file's first price. */
  readonly #lift: number;
  #busyness = 1;

  constructor(seed: string, minutes: readonly FileMinute[], timeline: Timeline) {
    this.#minutes = minutes;
    this.#timeline = timeline;
    this.#past = leaderPath(seed);
    this.#lift = this.#height(timeline.firstMs) - this.#past.at(timeline.firstMs);
  }

  at(fileMs: number, finestMs?: number): number {
    if (fileMs < this.#timeline.firstMs) {
      const height = this.#past.at(fileMs, finestMs) + this.#lift;
      this.#busyness = this.#past.busyness();
      return height;
    }
    return this.#height(fileMs);
  }

  busyness(): number {
    return this.#busyness;
  }

  #height(fileMs: number): number {
    const minute = this.#minutes[this.#timeline.minuteAt(fileMs)];
    if (!minute) return 0;
    this.#busyness = Math.max(0.1, (minute.high - minute.low) / minute.close / USUAL_RANGE);
    const part = Math.min(1, (fileMs - minute.startMs) / MINUTE_MS);
    return Math.log(minute.open + (minute.close - minute.open) * part) - leaderlessLogWorth(LEADER, fileMs);
  }
}

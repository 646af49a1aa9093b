import type { ReplayPosition } from '../../feed-state.ts';
import type { FileMinute } from './candle-file.ts';

const MINUTE_MS = 60_000;

/** A replay's two time lines: real time, and the file's at the replay's speed. */
export class Timeline {
  readonly position: ReplayPosition;
  readonly #minutes: readonly FileMinute[];

  constructor(position: ReplayPosition, minutes: readonly FileMinute[]) {
    this.position = position;
    this.#minutes = minutes;
  }

  get firstMs(): number {
    return this.#minutes[0]?.startMs ?? 0;
  }

  get endMs(): number {
    return (this.#minutes.at(-1)?.startMs ?? 0) + MINUTE_MS;
  }

  /** The file's time at a real time; before the replay began both run at the same pace. */
  fileTime(wallMs: number): number {
    const { fileMs, wallMs: beganMs, speed } = this.position;
    return fileMs + (wallMs - beganMs) * (wallMs < beganMs ? 1 : speed);
  }

  wallTime(fileMs: number): number {
    const { fileMs: beganMs, wallMs, speed } = this.position;
    return wallMs + (fileMs - beganMs) / (fileMs < beganMs ? 1 : speed);
  }

  /** Index of the last minute that begins at or before a time of the file; −1 before the first. */
  minuteAt(fileMs: number): number {
    let low = -1;
    let high = this.#minutes.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#minutes[middle]?.startMs ?? 0) <= fileMs) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/**
 * The position to continue at: the stored one, or the file's beginning when that is past its end or of another file.
 */
export function continueFrom(
  kept: ReplayPosition | null,
  minutes: readonly FileMinute[],
  speed: number,
  nowMs: number,
): { readonly position: ReplayPosition; readonly restarted: boolean } {
  if (kept) {
    const before = new Timeline(kept, minutes);
    const fileMs = before.fileTime(nowMs);
    if (nowMs >= kept.wallMs && fileMs < before.endMs) {
      return { position: kept.speed === speed ? kept : { fileMs, wallMs: nowMs, speed }, restarted: false };
    }
  }
  return { position: { fileMs: minutes[0]?.startMs ?? 0, wallMs: nowMs, speed }, restarted: true };
}

import type { ReplayPosition } from '../../feed-state.ts';
import type { FileMinute } from './candle-file.ts';

const MINUTE_MS = 60_000;

/** A replay's two time lines: the wall's, which goes on, and the file's, which the speed stretches. */
export class Timeline {
  readonly position: ReplayPosition;
  readonly #minutes: readonly FileMinute[];

  constructor(position: ReplayPosition, minutes: readonly FileMinute[]) {
    this.position = position;
    this.#minutes = minutes;
  }

  /** First moment of the file. */
  get firstMs(): number {
    return this.#minutes[0]?.startMs ?? 0;
  }

  /** The moment at which the file is over. */
  get endMs(): number {
    return (this.#minutes.at(-1)?.startMs ?? 0) + MINUTE_MS;
  }

  /** Time in the file at a moment of the wall; before the replay began, both ran at the same pace. */
  fileTime(wallMs: number): number {
    const { fileMs, wallMs: beganMs, speed } = this.position;
    return fileMs + (wallMs - beganMs) * (wallMs < beganMs ? 1 : speed);
  }

  /** When a moment of the file falls due, or fell due. */
  wallTime(fileMs: number): number {
    const { fileMs: beganMs, wallMs, speed } = this.position;
    return wallMs + (fileMs - beganMs) / (fileMs < beganMs ? 1 : speed);
  }

  /** Index of the last minute that begins at or before a moment of the file; −1 before the first. */
  minuteAt(fileMs: number): number {
    let low = -1;
    let high = this.#minutes.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#minutes[middle] as FileMinute).startMs <= fileMs) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/**
 * Where to go on: from where the last start left off at this speed, or from the file's beginning when that is past its
 * end or of another file.
 */
export function continueFrom(
  kept: ReplayPosition | null,
  minutes: readonly FileMinute[],
  speed: number,
  nowMs: number,
): { readonly position: ReplayPosition; readonly anew: boolean } {
  if (kept) {
    const before = new Timeline(kept, minutes);
    const fileMs = before.fileTime(nowMs);
    if (nowMs >= kept.wallMs && fileMs < before.endMs) {
      return { position: kept.speed === speed ? kept : { fileMs, wallMs: nowMs, speed }, anew: false };
    }
  }
  return { position: { fileMs: minutes[0]?.startMs ?? 0, wallMs: nowMs, speed }, anew: true };
}

import { writeFileSync } from 'node:fs';

const MINUTE_MS = 60_000;
const BEGINS_MS = Date.UTC(2023, 2, 1);

export interface FeedFile {
  readonly minutes: number;
  /** Bitcoin's price, in whole USDT. */
  readonly price: number;
  /** Distance of highs and lows from it, in whole USDT. */
  readonly range: number;
  /** Price rise per minute; by default 0. */
  readonly rise?: number;
  /** Missing minutes, in which Bitcoin is silent. */
  readonly gap?: { readonly from: number; readonly minutes: number };
}

/**
 * Writes a nearly constant or steadily rising market for `FEED=replay`, so that prices on the screen still hold when a
 * journey acts. After its end the feed is silent.
 */
export function writeFeedFile(path: string, { minutes, price, range, rise = 0, gap }: FeedFile): void {
  const lines = Array.from({ length: minutes }, (_, at) => (gap && at >= gap.from ? at + gap.minutes : at)).map(
    (minute) => {
      const open = price + minute * rise;
      const close = open + rise;
      return [
        BEGINS_MS + minute * MINUTE_MS,
        open,
        Math.max(open, close) + range,
        Math.min(open, close) - range,
        close,
        3,
      ].join(',');
    },
  );
  writeFileSync(path, `${['open_time,open,high,low,close,volume', ...lines].join('\n')}\n`);
}

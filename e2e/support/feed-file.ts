import { writeFileSync } from 'node:fs';

const MINUTE_MS = 60_000;
const BEGINS_MS = Date.UTC(2023, 2, 1);

export interface FeedFile {
  readonly minutes: number;
  /** What Bitcoin costs throughout, in whole USDT. */
  readonly price: number;
  /** How far above and below it trades, in whole USDT. */
  readonly range: number;
  /** How much dearer it is after each minute; stands still unless said. */
  readonly rise?: number;
  /** Minutes that the file lacks: from one, and how many. Bitcoin is silent then. */
  readonly gap?: { readonly from: number; readonly minutes: number };
}

/**
 * Writes a market that stands nearly still, or rises steadily, for `FEED=replay`: played slowly, what a journey reads
 * off the screen still holds when it acts. Where the file ends the feed falls silent.
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

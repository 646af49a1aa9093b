import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface FileMinute {
  readonly startMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** In base. */
  readonly volume: number;
}

export interface CandleFile {
  readonly minutes: readonly FileMinute[];
  readonly hash: string;
}

const HEADER = 'open_time,open,high,low,close,volume';
/** Small volumes are written as `9e-05`. */
const NUMBER = /^\d{1,12}(\.\d{1,18})?(e[+-]?\d{1,2})?$/i;
const DATE = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.0{1,6})?(Z|\+00:00| UTC)?$/;
const MINUTE_MS = 60_000;
/** Smaller numbers are seconds, not milliseconds. */
const FIRST_MS = 100_000_000_000;

/** Parses `2023-03-01 00:00:00+00:00` (UTC, also without a zone), or an epoch in seconds or milliseconds. */
function readTime(text: string): number | undefined {
  if (/^\d{1,15}$/.test(text)) return Number(text) < FIRST_MS ? Number(text) * 1000 : Number(text);
  if (!DATE.test(text)) return undefined;
  const ms = Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19)}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}

function readMinute(line: string, before: FileMinute | undefined): FileMinute | string {
  const cells = line.split(',');
  const [time = '', ...figures] = cells;
  if (cells.length !== 6) return `has ${cells.length} columns instead of 6`;
  const startMs = readTime(time);
  if (startMs === undefined || startMs % MINUTE_MS !== 0)
    return `has no whole UTC minute as its open_time: ${time.slice(0, 40)}`;
  if (before && startMs <= before.startMs) return 'is not later than the line before it';
  const wrong = figures.find((cell) => !NUMBER.test(cell));
  if (wrong !== undefined) return `has a figure that is no number: ${wrong.slice(0, 40)}`;
  const [open = 0, high = 0, low = 0, close = 0, volume = 0] = figures.map(Number);
  if (low <= 0) return 'has a price that is not above zero';
  if (low > Math.min(open, close) || high < Math.max(open, close))
    return 'has an open or close outside its low and high';
  return { startMs, open, high, low, close, volume };
}

/**
 * Reads a CSV of 1-minute candles of BTC/USDT. Minutes may be missing, but not out of order.
 * @throws Error that names the file and the wrong line.
 */
export function readCandleFile(path: string): CandleFile {
  const bytes = readFileSync(path);
  const [header = '', ...lines] = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/);
  if (header !== HEADER) throw new Error(`FEED_FILE ${path} must begin with the line ${HEADER}.`);
  const minutes: FileMinute[] = [];
  for (const [index, line] of lines.entries()) {
    const minute = readMinute(line, minutes.at(-1));
    if (typeof minute === 'string') throw new Error(`FEED_FILE ${path}: line ${index + 2} ${minute}.`);
    minutes.push(minute);
  }
  if (minutes.length === 0) throw new Error(`FEED_FILE ${path} holds no candles.`);
  return { minutes, hash: createHash('sha256').update(bytes).digest('hex').slice(0, 16) };
}

import { price, type Price } from '@plimsoll/money';

const MINUTE_MS = 60_000;

interface Minute {
  readonly low: Price;
  readonly high: Price;
}

/** The 1-minute candles that are replayed. */
export interface Minutes {
  /** The file from its first minute on, heading included. */
  readonly csv: string;
  readonly firstMs: number;
  readonly lastMs: number;
  at(ms: number): Minute | undefined;
}

/**
 * Cuts a CSV of candles (`open_time,open,high,low,close,volume`, oldest first) to begin at `fromMs`. @throws Error when
 * nothing is left.
 */
export function cutMinutes(text: string, fromMs: number): Minutes {
  const [heading = '', ...lines] = text.trimEnd().split('\n');
  const kept = lines.filter((line) => Date.parse(line.slice(0, line.indexOf(','))) >= fromMs);
  if (kept.length === 0) throw new Error('The file has no minute at or after --from.');
  const minutes = new Map(
    kept.map((line) => {
      const [time = '', , high = '', low = ''] = line.split(',');
      return [Math.floor(Date.parse(time) / MINUTE_MS), { high: price(high), low: price(low) }];
    }),
  );
  const starts = [...minutes.keys()];
  return {
    csv: `${[heading, ...kept].join('\n')}\n`,
    firstMs: (starts[0] ?? 0) * MINUTE_MS,
    lastMs: (starts.at(-1) ?? 0) * MINUTE_MS,
    at: (ms) => minutes.get(Math.floor(ms / MINUTE_MS)),
  };
}

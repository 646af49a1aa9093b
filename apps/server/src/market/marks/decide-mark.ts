import { medianMid, type Mark, type MarkSource } from '@plimsoll/proof';
import { share, type Amount, type Price, type Rate } from '@plimsoll/money';

/** How long a lone source must stand at a price beyond the band before it is believed (RULES 2). */
export const STANDING_MS = 1_000;

/** Where a lone source has stood since, beyond the band. */
export interface Standing {
  readonly name: string;
  readonly price: Price;
  readonly sinceMs: number;
}

/** What a mark is decided from. */
export interface MarkInput {
  /** The last mark that was not held back; undefined before a market's first. */
  readonly before: Pick<Mark, 'price'> | undefined;
  /** What lives now, at least one source, by name. */
  readonly sources: readonly MarkSource[];
  /** `mark_band`. */
  readonly band: Rate;
  readonly nowMs: number;
  /** As the decision before left it. */
  readonly standing: Standing | undefined;
}

/** The next mark, and what the one after it needs to know. */
export interface MarkDecision {
  readonly mark: Mark;
  readonly standing: Standing | undefined;
}

/** True when `price` lies no further from `from` than the band. */
export function isWithin(band: Rate, from: Price, price: Price): boolean {
  const distance = price > from ? price - from : from - price;
  return distance <= share(from as bigint as Amount, band, 'down');
}

/**
 * Decides what a market's price is (RULES 2). With several sources two must stand within the band of the median: then
 * no single one can drag it further than the band from what the others say. A lone source is believed within the band
 * of the mark before, and beyond it once it has stood there for a second. What is not believed is held back: on the
 * tape, and settling nothing.
 */
export function decideMark({ before, sources, band, nowMs, standing }: MarkInput): MarkDecision {
  const price = medianMid(sources);
  const decided = (held: boolean, next?: Standing): MarkDecision => ({
    mark: { timeMs: nowMs, price, sources, held },
    standing: next,
  });
  const [lone, ...others] = sources;
  if (lone === undefined || others.length > 0)
    return decided(sources.filter((each) => isWithin(band, price, medianMid([each]))).length < 2);
  if (!before || isWithin(band, before.price, price)) return decided(false);
  const stands =
    standing !== undefined &&
    standing.name === lone.name &&
    isWithin(band, standing.price, price) &&
    standing.sinceMs <= nowMs;
  const next = stands ? standing : { name: lone.name, price, sinceMs: nowMs };
  return nowMs - next.sinceMs >= STANDING_MS ? decided(false) : decided(true, next);
}

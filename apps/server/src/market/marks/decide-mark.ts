import { medianMid, type Mark, type MarkSource } from '@plimsoll/proof';
import { amountOfUnits, share, type Price, type Rate } from '@plimsoll/money';

/** How long a lone source must stay beyond the band to be believed (RULES 2). */
export const STANDING_MS = 1_000;

export interface Standing {
  readonly name: string;
  readonly price: Price;
  readonly sinceMs: number;
}

export interface MarkInput {
  readonly before: Pick<Mark, 'price'> | undefined;
  readonly sources: readonly MarkSource[];
  readonly band: Rate;
  readonly nowMs: number;
  readonly standing: Standing | undefined;
}

export interface MarkDecision {
  readonly mark: Mark;
  readonly standing: Standing | undefined;
}

/** True when `price` is within the band around `from`. */
export function isWithin(band: Rate, from: Price, price: Price): boolean {
  const distance = price > from ? price - from : from - price;
  return distance <= share(amountOfUnits(from), band, 'down');
}

/**
 * Decides a market's next mark (RULES 2). Of several sources two must be within the band of the median, so that no
 * single one can move it further. A lone source is believed within the band of the previous mark, and beyond it after
 * one second. Otherwise the mark is held back.
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

import type { Edge, EdgeReport } from '@plimsoll/contract/operator';

/** A line of the table: a market with all its durations, or one of them. */
export interface EdgeRow extends Edge {
  readonly id: string;
  /** Its name as people write it: `BTC/USDT`; empty on the lines of its durations. */
  readonly market: string;
  /** In seconds; null of all together. */
  readonly seconds: number | null;
}

/**
 * Markets one after the other, each with its durations below it, shortest first; a market with one duration is that.
 */
export const edgeRows = ({ markets }: EdgeReport): readonly EdgeRow[] =>
  markets.flatMap(({ m_id: marketId, coinname, durations, ...whole }): EdgeRow[] => {
    const [first] = durations;
    if (first && durations.length === 1) return [{ ...first, id: String(marketId), market: coinname }];
    return [
      { ...whole, id: String(marketId), market: coinname, seconds: null },
      ...durations.map((each): EdgeRow => ({ ...each, id: `${marketId} ${each.seconds}`, market: '' })),
    ];
  });

/** True when even the upper end of the interval lies below what the terms say: chance is no explanation. */
// not money: percents that are compared, never added up
export const isBelowTerms = ({ high, terms }: Pick<Edge, 'high' | 'terms'>): boolean =>
  high !== null && terms !== null && Number(high) < Number(terms);

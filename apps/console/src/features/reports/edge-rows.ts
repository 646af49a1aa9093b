import type { Edge, EdgeReport } from '@plimsoll/contract/operator';

/** A row: a market, or one of its durations. */
export interface EdgeRow extends Edge {
  readonly id: string;
  /** `BTC/USDT`; empty for durations. */
  readonly market: string;
  /** In seconds; null for the market. */
  readonly seconds: number | null;
}

/** Each market followed by its durations, shortest first; a single duration stands for its market. */
export const edgeRows = ({ markets }: EdgeReport): readonly EdgeRow[] =>
  markets.flatMap(({ m_id: marketId, coinname, durations, ...whole }): EdgeRow[] => {
    const [first] = durations;
    if (first && durations.length === 1) return [{ ...first, id: String(marketId), market: coinname }];
    return [
      { ...whole, id: String(marketId), market: coinname, seconds: null },
      ...durations.map((each): EdgeRow => ({ ...each, id: `${marketId} ${each.seconds}`, market: '' })),
    ];
  });

/** True when the whole interval is below the terms: not explained by chance. */
// not money: percents that are compared
export const isBelowTerms = ({ high, terms }: Pick<Edge, 'high' | 'terms'>): boolean =>
  high !== null && terms !== null && Number(high) < Number(terms);

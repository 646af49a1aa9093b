import type { Market } from '../../market/index.ts';

export interface WayLeg {
  readonly market: Market;
  readonly sells: boolean;
}

/** The coin between two that have no market of their own. */
const BETWEEN = 'USDT';

function directly(from: string, to: string, markets: readonly Market[]): WayLeg | undefined {
  const market = markets.find(
    ({ base, quote }) => (base.id === from && quote.id === to) || (base.id === to && quote.id === from),
  );
  return market && { market, sells: market.base.id === from };
}

/**
 * The way from one coin to another: their own market in either direction, else through USDT (RULES 5); undefined
 * without one.
 */
export function findWay(from: string, to: string, markets: readonly Market[]): readonly WayLeg[] | undefined {
  const direct = directly(from, to, markets);
  if (direct) return [direct];
  const between = markets.flatMap(({ base, quote }) => [base, quote]).find(({ title }) => title === BETWEEN)?.id;
  if (between === undefined || between === from || between === to) return undefined;
  const first = directly(from, between, markets);
  const second = directly(between, to, markets);
  return first && second && [first, second];
}

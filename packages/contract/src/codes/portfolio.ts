/** How far back a portfolio's curve reaches (`range`). */
export const PORTFOLIO_RANGES = ['hour', 'day', 'week', 'month', 'year', 'all'] as const;
export type PortfolioRange = (typeof PORTFOLIO_RANGES)[number];

/** A member's worth and profit over time, and balances at any moment (RULES 9). */
export { createPortfolio } from './create-portfolio.ts';
export { portfolioAudits } from './audit.ts';

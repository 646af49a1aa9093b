import { ok } from '@plimsoll/contract';
import { getBalanceAt, getPortfolio } from '@plimsoll/contract/portfolio';
import { memberRoute, type Route } from '../../platform/http/index.ts';
import { readBalanceAt } from './read-balance-at.ts';
import { readPortfolio, type PortfolioDeps } from './read-portfolio.ts';

/** The calls of the portfolio (docs/wire/portfolio.md). */
export const portfolioRoutes = (deps: PortfolioDeps): readonly Route[] => [
  memberRoute(getPortfolio, async (input, { memberId }) => ok(await readPortfolio(deps, memberId, input))),
  memberRoute(getBalanceAt, async (input, { memberId, lang }) => ok(await readBalanceAt(deps, memberId, lang, input))),
];

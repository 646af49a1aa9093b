import { ok } from '@plimsoll/contract';
import { getBalanceAt, getPortfolio } from '@plimsoll/contract/portfolio';
import { memberRoute, type Route } from '../../platform/http/index.ts';
import { oneAtATime } from '../../platform/one-at-a-time.ts';
import { readBalanceAt } from './read-balance-at.ts';
import { readPortfolio, type PortfolioDeps } from './read-portfolio.ts';

/** The calls of the portfolio (docs/wire/portfolio.md). A member's run one after the other: each may read many lines. */
export function portfolioRoutes(deps: PortfolioDeps): readonly Route[] {
  const inTurn = oneAtATime();
  return [
    memberRoute(getPortfolio, (input, { memberId }) =>
      inTurn(memberId, async () => ok(await readPortfolio(deps, memberId, input))),
    ),
    memberRoute(getBalanceAt, (input, { memberId, lang }) =>
      inTurn(memberId, async () => ok(await readBalanceAt(deps, memberId, lang, input))),
    ),
  ];
}

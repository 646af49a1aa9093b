import { ok } from '@plimsoll/contract';
import { exchangeCoin, getCanExchangeCoin } from '@plimsoll/contract/exchange';
import type { Rate } from '@plimsoll/money';
import type { GroupedWriter } from '../../ledger/index.ts';
import type { MarketData } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { memberRoute, type Route } from '../../platform/http/index.ts';
import type { Payments } from '../membership/index.ts';
import type { Depth, HouseLimits, TradableBooks } from '../spot/index.ts';
import { exchanges } from './ask-exchange.ts';
import { listExchangeCoins } from './list-coins.ts';

export interface ExchangeDeps {
  readonly db: Db;
  readonly market: MarketData;
  readonly writer: GroupedWriter;
  readonly clock: Clock;
  readonly payments: Payments;
  readonly books: TradableBooks;
  readonly depth: Depth;
  readonly limits: HouseLimits;
  readonly settings: { readonly spread: () => Rate; readonly freshSeconds: () => number };
}

/** The calls of the flash exchange (docs/wire/assets.md). The switch stops new exchanges only. */
export function exchangeRoutes({ db, settings, ...rest }: ExchangeDeps): readonly Route[] {
  const deps = { ...rest, ...settings };
  const ask = exchanges(deps);
  return [
    memberRoute(getCanExchangeCoin, async ({ type }, { memberId }) =>
      ok(await listExchangeCoins(db, memberId, type, deps)),
    ),
    memberRoute(exchangeCoin, (input, { memberId, claim }) => ask(memberId, input, claim), {
      enabled: ({ flash_exchange_status }) => flash_exchange_status === 1,
    }),
  ];
}

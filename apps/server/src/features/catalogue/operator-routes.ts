import * as calls from '@plimsoll/contract/operator/market';
import type { MarketRoom } from '../../market/index.ts';
import type { OperatorRoute } from '../../platform/http/index.ts';
import { coinShelf } from './coins.ts';
import { currencyShelf } from './currencies.ts';
import { marketShelf } from './markets.ts';
import { shelfRoutes, type ShelfDeps } from './shelf-routes.ts';

export interface CatalogueDeps extends Pick<ShelfDeps, 'db' | 'clock' | 'log' | 'proposals'> {
  readonly market: Pick<MarketRoom, 'refreshCatalogue'> & { readonly data: Pick<MarketRoom['data'], 'isFresh'> };
  /** After a market was added: in a demo the house is given what it deals with there. */
  readonly marketAdded?: () => Promise<void>;
}

/** The console's calls of coins, markets and tabs (docs/wire/operator.md). */
export function catalogueOperatorRoutes({ market, marketAdded, ...rest }: CatalogueDeps): readonly OperatorRoute[] {
  const deps: ShelfDeps = { ...rest, changed: () => market.refreshCatalogue() };
  return [
    ...shelfRoutes({ list: calls.listCoins, read: calls.readCoin, create: calls.createCoin, change: calls.changeCoin }, coinShelf, deps),
    ...shelfRoutes(
      { list: calls.listMarkets, read: calls.readMarket, create: calls.createMarketCall, change: calls.changeMarket },
      marketShelf(market.data), { ...deps, ...(marketAdded ? { added: marketAdded } : {}) },
    ),
    ...shelfRoutes({ list: calls.listCurrencies, read: calls.readCurrency, create: calls.createCurrency, change: calls.changeCurrency }, currencyShelf, deps),
  ];
}

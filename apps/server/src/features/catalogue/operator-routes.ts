import * as calls from '@plimsoll/contract/operator/catalogue';
import type { MarketRoom } from '../../market/index.ts';
import type { OperatorRoute } from '../../platform/http/index.ts';
import { coinResource } from './coins.ts';
import { currencyResource } from './currencies.ts';
import { marketResource } from './markets.ts';
import { crudRoutes, type CrudDeps } from '../../platform/crud/index.ts';

export interface CatalogueDeps extends Pick<CrudDeps, 'db' | 'clock' | 'log' | 'proposals'> {
  readonly market: Pick<MarketRoom, 'refreshCatalogue'> & { readonly data: Pick<MarketRoom['data'], 'isFresh'> };
  readonly marketAdded?: () => Promise<void>;
}

/** Console calls of coins, markets and tabs (docs/wire/operator.md). */
export function catalogueOperatorRoutes({ market, marketAdded, ...rest }: CatalogueDeps): readonly OperatorRoute[] {
  const deps: CrudDeps = { ...rest, changed: () => market.refreshCatalogue() };
  return [
    ...crudRoutes(
      { list: calls.listCoins, read: calls.readCoin, create: calls.createCoin, change: calls.changeCoin },
      coinResource,
      deps,
    ),
    ...crudRoutes(
      { list: calls.listMarkets, read: calls.readMarket, create: calls.createMarketCall, change: calls.changeMarket },
      marketResource(market.data),
      { ...deps, ...(marketAdded ? { added: marketAdded } : {}) },
    ),
    ...crudRoutes(
      {
        list: calls.listCurrencies,
        read: calls.readCurrency,
        create: calls.createCurrency,
        change: calls.changeCurrency,
      },
      currencyResource,
      deps,
    ),
  ];
}

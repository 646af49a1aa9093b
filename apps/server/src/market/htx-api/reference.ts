import { placesUsed, toNumber } from '@plimsoll/money';
import type { RawRoute } from '../../platform/http/route.ts';
import type { Coin, Market } from '../types.ts';
import type { HtxContext } from './context.ts';
import { answerOf, htxRoute } from './query.ts';

const lower = ({ title }: Coin): string => title.toLowerCase();

/** A market in `/v1/common/symbols`. Orders have no maximum. */
const symbolRow = ({ base, quote, symbol, priceStep, step, min }: Market) => ({
  symbol,
  'base-currency': lower(base),
  'quote-currency': lower(quote),
  'price-precision': placesUsed(priceStep),
  'amount-precision': placesUsed(step),
  'value-precision': quote.decimals,
  'symbol-partition': 'main',
  state: 'online',
  'min-order-amt': toNumber(min),
  'limit-order-min-order-amt': toNumber(min),
  'sell-market-min-order-amt': toNumber(min),
  'min-order-value': 0,
  'api-trading': 'enabled',
  tags: '',
});

/** A market in `/v2/settings/common/symbols`. */
const symbolSetting = ({ base, quote, symbol, title, priceStep, step }: Market) => ({
  sc: symbol,
  dn: title,
  bc: lower(base),
  bcdn: base.title,
  qc: lower(quote),
  qcdn: quote.title,
  state: 'online',
  te: true,
  cd: false,
  whe: false,
  sp: 'main',
  tags: '',
  tpp: placesUsed(priceStep),
  tap: placesUsed(step),
  ttp: quote.decimals,
  fp: quote.decimals,
});

/** A coin in `/v2/settings/common/currencies`. */
const coinSetting = (coin: Coin) => ({
  cc: lower(coin),
  dn: coin.title,
  fn: coin.title,
  at: 1,
  state: 'online',
  v: true,
  cd: false,
  whe: false,
  sp: String(coin.decimals),
  wp: String(coin.decimals),
  tags: '',
});

/** A coin in `/v2/reference/currencies`, without its networks. */
const coinReference = (coin: Coin) => ({ currency: lower(coin), assetType: 1, instStatus: 'normal', chains: [] });

const unknownField = (field: string) => answerOf({ code: 2002, message: `invalid field value in "${field}"` });

/** Enabled markets and coins, and the time. */
export function referenceRoutes({ data, ready, clock }: HtxContext): RawRoute[] {
  const list = (path: string, rows: () => readonly unknown[]) =>
    htxRoute(path, clock, () =>
      ready.get(path, data.version, () => ({ status: 'ok', data: rows(), ts: String(clock.nowMs()), full: 1 })),
    );
  return [
    htxRoute('/v1/common/timestamp', clock, () => answerOf({ status: 'ok', data: clock.nowMs() })),
    htxRoute('/v1/common/symbols', clock, () =>
      ready.get('symbols', data.version, () => ({ status: 'ok', data: data.list().map(symbolRow) })),
    ),
    htxRoute('/v1/common/currencys', clock, () =>
      ready.get('currencys', data.version, () => ({ status: 'ok', data: data.coins().map(lower) })),
    ),
    list('/v2/settings/common/symbols', () => data.list().map(symbolSetting)),
    list('/v2/settings/common/currencies', () => data.coins().map(coinSetting)),
    htxRoute('/v2/reference/currencies', clock, (query) => {
      const asked = query.get('currency');
      if (asked === null)
        return ready.get('references', data.version, () => ({ code: 200, data: data.coins().map(coinReference) }));
      const coin = data.coins().find((each) => lower(each) === asked);
      return coin ? answerOf({ code: 200, data: [coinReference(coin)] }) : unknownField('currency');
    }),
  ];
}

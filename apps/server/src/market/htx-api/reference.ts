import { placesUsed, toNumber } from '@plimsoll/money';
import type { RawRoute } from '../../platform/http/route.ts';
import type { Coin, Market } from '../types.ts';
import type { HtxFace } from './face.ts';
import { answerOf, htxRoute } from './query.ts';

const lower = ({ title }: Coin): string => title.toLowerCase();

/** A market as `/v1/common/symbols` tells it. Orders have no most, so none is named. */
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

/** The same as `/v2/settings/common/symbols` tells it. */
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

/** A coin as `/v2/settings/common/currencies` tells it. */
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

/** A coin as `/v2/reference/currencies` tells it; how it is paid in and out is not told here. */
const coinReference = (coin: Coin) => ({ currency: lower(coin), assetType: 1, instStatus: 'normal', chains: [] });

/** What HTX's second version says of a field it cannot read. */
const unknownField = (field: string) => answerOf({ code: 2002, message: `invalid field value in "${field}"` });

/** Markets and coins that are enabled, and the time. */
export function referenceRoutes({ data, ready, clock }: HtxFace): RawRoute[] {
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

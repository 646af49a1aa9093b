import { z } from 'zod';
import { decimal, flag, id } from '../call.ts';
import { choiceField, textField } from '../fields.ts';
import {
  amountText,
  otherIdOrNone,
  positiveText,
  rateText,
  crudCalls,
  namesField,
  namesItem,
  standing,
  stands,
  wordText,
} from './catalogue-fields.ts';
import { pictureField } from './link-fields.ts';
import { ifGiven, wholeField } from './operator-fields.ts';

const feeType = z.union([z.literal(1), z.literal(2)]);
const BELOW_ONE = '0.99999999';

/** A coin. */
const coinItem = z.object({
  id,
  /** `BTC` */
  title: z.string(),
  decimals: z.int().min(0).max(8),
  txminnum: decimal,
  txmaxnum: decimal,
  /** 1 a percentage of the amount (`txsxf`), 2 a fixed fee (`txsxf_n`). */
  sxftype: feeType,
  txsxf: decimal,
  txsxf_n: decimal,
  /** A fraction. */
  internal_transfer_sxf: decimal,
  /** Days of 24 hours until a member transfer arrives. */
  internal_transfer_days: z.int().min(0),
  ...stands,
});
export type CoinItem = z.output<typeof coinItem>;

/** What withdrawing and sending a coin costs, and how much may leave at once. */
const COIN_TERMS = [
  'txminnum',
  'txmaxnum',
  'sxftype',
  'txsxf',
  'txsxf_n',
  'internal_transfer_sxf',
  'internal_transfer_days',
] as const;
/** A coin's title and places are fixed once anything of it exists; places never decrease. */
export const {
  list: listCoins,
  read: readCoin,
  create: createCoin,
  change: changeCoin,
} = crudCalls('coins', {
  item: coinItem,
  needed: { title: wordText(/^[A-Z0-9]{1,16}$/), decimals: wholeField(0, 8) },
  other: {
    txminnum: ifGiven(positiveText()),
    txmaxnum: ifGiven(positiveText()),
    sxftype: ifGiven(
      choiceField('1', '2')
        .transform((type) => (type === '1' ? 1 : 2))
        .meta({ field: 'choice' }),
    ),
    txsxf: ifGiven(rateText('99.99999999')),
    txsxf_n: ifGiven(amountText()),
    internal_transfer_sxf: ifGiven(rateText(BELOW_ONE)),
    internal_transfer_days: ifGiven(wholeField(0, 3650)),
    ...standing,
  },
  fresh: true,
  reasons: ['in_use', 'bad_amount', 'least_above_most'],
  two: { create: COIN_TERMS, change: COIN_TERMS },
});

/** Coins are named by title; input may give their ids. */
const marketItem = z.object({
  id,
  /** `btcusdt` */
  symbol: z.string(),
  /** `BTC/USDT` */
  title: z.string(),
  base: z.string(),
  quote: z.string(),
  /** Minimum quantity of an order, in base. */
  min: decimal,
  /** Quantities are multiples of it, in base. */
  step: decimal,
  price_step: decimal,
  /** A tick that deviates by more than this fraction is not used. */
  max_jump: decimal,
  /** A fraction; null for the site's. */
  spot_fee: decimal.nullable(),
  /** Its child tab (`currencies`), or 0. */
  eid: z.int().min(0),
  logo: z.string(),
  /** 1 while there is a fresh price; without one orders are refused with `stale_market`. */
  fresh: flag,
  ...stands,
});
export type MarketForOperator = z.output<typeof marketItem>;

/** A coin by its title or its id. */
const coinNamed = () =>
  z
    .unknown()
    .transform((value, context): string => {
      const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
      if (typeof text === 'string' && /^[A-Z0-9]{1,16}$/.test(text)) return text;
      context.addIssue({ code: 'custom', message: 'bad_value' });
      return z.NEVER;
    })
    .meta({ field: 'spelling' });

/** Its fee; null or empty for the site's. */
const feeOrSites = () =>
  z
    .unknown()
    .transform((value, context): string | null => {
      if (value === null || value === '') return null;
      const parsed = rateText('0.5').safeParse(value);
      if (parsed.success) return parsed.data;
      context.addIssue({ code: 'custom', message: 'bad_value' });
      return z.NEVER;
    })
    .meta({ field: 'rate', conditional: true });

/**
 * Coins and symbol are fixed once it was enabled; the symbol, under which the feed gives prices, is then that of its
 * coins. Disabled, it takes no new orders or options: orders can be cancelled,
 * options settle.
 */
export const {
  list: listMarkets,
  read: readMarket,
  create: createMarketCall,
  change: changeMarket,
} = crudCalls('markets', {
  item: marketItem,
  needed: {
    symbol: wordText(/^[a-z0-9]{2,32}$/),
    base: coinNamed(),
    quote: coinNamed(),
    min: positiveText(),
    step: positiveText(),
    price_step: positiveText(),
  },
  other: {
    // At least a hundredth, or the market might have no price.
    max_jump: ifGiven(
      rateText(BELOW_ONE)
        .refine((text) => text >= '0.01000000', 'bad_value')
        .meta({ field: 'rate' }),
    ),
    spot_fee: ifGiven(feeOrSites()),
    eid: ifGiven(otherIdOrNone()),
    logo: ifGiven(pictureField()),
    ...standing,
  },
  fresh: true,
  reasons: ['in_use', 'same_coin', 'unknown_coin', 'bad_amount', 'off_step', 'bad_value'],
  two: { create: ['spot_fee', 'max_jump'], change: ['spot_fee', 'max_jump'] },
});

/** Maximum characters of a tab's name. */
const TITLE_MAX = 40;
/** A tab: a parent (`fid` 0), named as its markets' quote coin, or a child. */
const currencyItem = z.object({ id, currency_name: z.string(), names: namesItem, fid: z.int().min(0), ...stands });
export type CurrencyItem = z.output<typeof currencyItem>;

export const {
  list: listCurrencies,
  read: readCurrency,
  create: createCurrency,
  change: changeCurrency,
} = crudCalls('currencies', {
  item: currencyItem,
  needed: {
    currency_name: textField()
      .refine((text) => Array.from(text).length <= TITLE_MAX, 'bad_text')
      .meta({ field: 'shortText' }),
  },
  // Another name takes those in other languages away, unless they change with it.
  other: { names: ifGiven(namesField(TITLE_MAX)), fid: ifGiven(otherIdOrNone()), ...standing },
  reasons: ['in_use', 'bad_value', 'bad_lang'],
});

import type { Amount, Price } from '@plimsoll/money';
import { z } from 'zod';
import { call, decimal, id, listOf, planned, time } from './call.ts';
import { ORDER_KIND, ORDER_TYPE, SIDE, PRICE_MODE, SPOT_STATUS, type OrderKind, type Side } from './codes/spot.ts';
import {
  amountField,
  choiceField,
  fields,
  idField,
  limitField,
  optional,
  pageField,
  planField,
  priceField,
  raw,
  read,
  wordField,
} from './fields.ts';

/** What is available to trade in a market. */
export const getMarketBalance = call({
  name: 'getMarketBalance',
  member: true,
  input: fields({ m_id: idField() }),
  /**
   * `usdt_balance` is the quote coin's, whatever it is. Leans are shares by which prices are worse for orders that
   * would increase the platform's position (RULES 3).
   */
  output: z.object({ usdt_balance: decimal, coin_balance: decimal, lean_buy: decimal, lean_sell: decimal }),
  reasons: ['not_found'],
});

/** Each kind has exactly the fields it uses. */
export type OrderInput = { readonly m_id: string; readonly side: Side } & (
  | { readonly mode: 'limit'; readonly price: Price; readonly num: Amount; readonly kind?: OrderKind }
  | { readonly mode: 'market'; readonly side: 'buy'; readonly amount: Amount }
  | { readonly mode: 'market'; readonly side: 'sell'; readonly num: Amount }
);

// Created once: creating a field costs twenty times as much as reading one.
const exactAmount = amountField();
const exactPrice = priceField();

const KINDS: Readonly<Record<string, OrderKind>> = { '2': 'ioc', '3': 'fok', '4': 'maker' };
const orderKind = optional(choiceField(ORDER_KIND.plain, ORDER_KIND.ioc, ORDER_KIND.fok, ORDER_KIND.maker));

/**
 * A limit order takes `num` and `price`, and may take `kind`, a market buy `amount` (the maximum spent), a market sell `num`; other fields
 * are not read.
 */
const orderFields = {
  m_id: idField(),
  type: choiceField(SIDE.buy, SIDE.sell),
  operate_type: choiceField(PRICE_MODE.limit, PRICE_MODE.market),
  num: raw(exactAmount),
  price: raw(exactPrice),
  amount: raw(exactAmount),
  kind: raw(orderKind),
};
type OrderFields = { readonly [Name in keyof typeof orderFields]: z.output<(typeof orderFields)[Name]> };

function orderOf(fields: OrderFields, context: z.RefinementCtx): OrderInput {
  const { m_id } = fields;
  const side = fields.type === SIDE.buy ? 'buy' : 'sell';
  const reading = { fields, context };
  if (fields.operate_type === PRICE_MODE.limit) {
    const limit = {
      m_id,
      side,
      mode: 'limit',
      price: read(reading, 'price', exactPrice),
      num: read(reading, 'num', exactAmount),
    } as const;
    const kind = KINDS[read(reading, 'kind', orderKind) ?? ''];
    return kind === undefined ? limit : { ...limit, kind };
  }
  return side === 'buy'
    ? { m_id, side, mode: 'market', amount: read(reading, 'amount', exactAmount) }
    : { m_id, side, mode: 'market', num: read(reading, 'num', exactAmount) };
}

const orderInput = fields(orderFields).transform(orderOf);
const placedInput = fields({ ...orderFields, plan: planField() }).transform(
  ({ plan, ...order }, context): OrderInput & { readonly plan?: string } => {
    const read = orderOf(order, context);
    return plan === undefined ? read : { ...read, plan };
  },
);

/** The new order, as it is after its first fills. */
const placed = z.object({ id, status: z.literal(Object.values(SPOT_STATUS)) });

/**
 * Places an order, to buy (`type` 1) or to sell (2). A limit order (`operate_type` 1) takes `num` and `price`, and may
 * take `kind`: 1 rests, 2 is immediate-or-cancel, 3 fill-or-kill, 4 post-only. A market order (2) to buy takes
 * `amount`, the maximum spent; one to sell takes `num`.
 * With `plan` it is placed only as it was planned, while the plan holds and once; the plan is its `Idempotency-Key`
 * then.
 */
export const upbbbuy = call({
  name: 'upbbbuy',
  member: true,
  key: 'trade',
  idempotent: true,
  input: placedInput,
  output: placed,
  reasons: [
    'bad_plan',
    'daily_limit',
    'daily_loss_limit',
    'not_found',
    'stale_market',
    'no_liquidity',
    'house_limit',
    'amount_below_minimum',
    'amount_off_step',
    'price_off_step',
    'price_band',
    'amount_above_maximum',
    'too_many_open_orders',
    'insufficient_balance',
  ],
});

/**
 * What an order would come to now, by the rules that would place it, and everything that would refuse it. Nothing is
 * placed or held. `price` is the mean of what would be filled at once and, of what would rest, its limit; `total` is
 * paid by a buy and brought by a sell, in the quote, before the fee. Prices may move until it is placed: a market order
 * takes what the book has then.
 */
export const planOrder = call({
  name: 'planOrder',
  member: true,
  key: 'trade',
  input: orderInput,
  output: z.object({
    ...planned,
    /** In base: filled at once, and what would rest or be cancelled unfilled. */
    num: decimal,
    filled: decimal,
    rests: decimal,
    /** Null where nothing would be filled or rest. */
    price: decimal.nullable(),
    total: decimal,
    /** Of what the whole order brings, in `fee_coin`. */
    fee: decimal,
    fee_rate: decimal,
    fee_coin: z.string(),
    /** What is frozen or paid for it at once, and what there is of that coin. */
    held: decimal,
    available: decimal,
    held_coin: z.string(),
  }),
  reasons: ['not_found'],
});

/** What cancelling an open order would release, and everything that would refuse it. Nothing is cancelled. */
export const planCancel = call({
  name: 'planCancel',
  member: true,
  key: 'trade',
  input: fields({ bb_id: idField() }),
  output: z.object({ ...planned, released: decimal, coin: z.string() }),
});

export const spotOrder = z.object({
  id,
  /** 1 buy, 2 sell. */
  type: z.literal(Object.values(ORDER_TYPE)),
  type_text: z.string(),
  ordertype_text: z.string(),
  /** What becomes of it when it is not filled at once: 1 it rests, 2 immediate or cancel, 3 fill or kill, 4 post only. */
  kind: z.literal([1, 2, 3, 4]),
  coinname: z.string(),
  trade_coin: z.string(),
  status: z.literal(Object.values(SPOT_STATUS)),
  addtime: time,
  /** Time of the last fill or of the cancellation; null before either. */
  tradetime: time.nullable(),
  /** The limit; `0` for a market order. */
  xjprice: decimal,
  /** Average price of its fills. */
  price: decimal,
  /** Quantity ordered; of a market buy, the quantity filled. */
  predict_num: decimal,
  /** Quantity filled, before fees. */
  coinnum: decimal,
  /** Paid or received by its fills in the quote coin, before the fee. */
  total: decimal,
  fee: decimal,
  fee_coin: z.string(),
});
export type SpotOrder = z.output<typeof spotOrder>;

/**
 * Newest first. A filter that is 0 or missing leaves out nothing; `status` 1 is open, 2
 * completed, 3 cancelled; `id` is one of them.
 */
export const tradegetOrderList = call({
  name: 'tradegetOrderList',
  member: true,
  key: 'read',
  input: fields({
    id: optional(idField()),
    type: optional(choiceField('0', SIDE.buy, SIDE.sell)),
    status: optional(choiceField('0', '1', '2', '3')),
    m_id: optional(idField()),
    page: pageField(),
    limit: limitField(),
  }),
  output: listOf(spotOrder),
});

const hash = z.string().regex(/^[0-9a-f]{64}$/);
/** Price, and size in base. */
const keptLevel = z.array(decimal);

/** A book that orders were filled from, as it was received, by the hash that the log's fills name (PROOF 2.5). */
export const book = call({
  name: 'book',
  methods: ['GET'],
  input: fields({ hash: wordField() }),
  output: z.object({
    market: z.string(),
    seq: z.int().positive(),
    /** When the platform received it. */
    time,
    /** Best first. */
    bids: z.array(keptLevel),
    asks: z.array(keptLevel),
    /** The hash of the book kept before it. */
    previous: hash,
    /** SHA-256 of the canonical JSON of all else. */
    hash,
  }),
  reasons: ['not_found'],
});

/** Cancels what is left of an open order; `bb_id` is its id. */
export const tradecancelOrder = call({
  name: 'tradecancelOrder',
  member: true,
  key: 'trade',
  idempotent: true,
  input: fields({ bb_id: idField(), plan: planField() }),
  reasons: ['bad_plan', 'not_found', 'order_not_open'],
});

/**
 * Moves an open limit order to another price: what is left of it is cancelled and placed again, in one transaction.
 * When the new order is refused, the old one stays as it was. It has a new id, and waits behind earlier orders.
 */
export const trademoveOrder = call({
  name: 'trademoveOrder',
  member: true,
  idempotent: true,
  input: fields({ bb_id: idField(), price: priceField() }),
  output: placed,
  reasons: [
    'not_found',
    'order_not_open',
    'stale_market',
    'house_limit',
    'amount_below_minimum',
    'amount_off_step',
    'price_off_step',
    'price_band',
    'insufficient_balance',
  ],
});

export const spotFill = z.object({
  /** Of its order. */
  bb_id: id,
  /** Its number among the fills of its order, from 1. */
  n: z.int().positive(),
  /** 1 buy, 2 sell. */
  type: z.literal(Object.values(ORDER_TYPE)),
  time,
  price: decimal,
  /** In base. */
  num: decimal,
  /** In quote. */
  amount: decimal,
  fee: decimal,
  fee_coin: z.string(),
});
export type SpotFill = z.output<typeof spotFill>;

/** The member's fills in a market, newest first. */
export const tradegetFillList = call({
  name: 'tradegetFillList',
  member: true,
  key: 'read',
  input: fields({ m_id: idField(), page: pageField(), limit: limitField() }),
  output: listOf(spotFill),
});

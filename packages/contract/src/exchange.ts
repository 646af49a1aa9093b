import { z } from 'zod';
import { ACCOUNT_TYPE, type AccountType } from './codes/assets.ts';
import { call, decimal, id } from './call.ts';
import { amountField, choiceField, fields, idField, payPasswordField } from './fields.ts';

/** Accounts that can exchange: funds and options. */
const IN: Readonly<Record<'1' | '2', AccountType>> = { 1: ACCOUNT_TYPE.funds, 2: ACCOUNT_TYPE.options };
const exchangeTypeField = () =>
  choiceField('1', '2')
    .transform((type) => IN[type])
    .meta({ field: 'choice' });

/** A market with both coins. */
const direct = z.object({
  m_id: id,
  symbol: z.string(),
  /** The other coin. */
  c_id: id,
  /** The coin is the market's base, so it is sold. */
  sells: z.boolean(),
  /** The middle of its book; null while the book is not fresh. */
  mid: decimal.nullable(),
  /**
   * The last mark and its number on the tape: no exchange is better than the mark less the spread. Null while it is not
   * fresh.
   */
  mark: decimal.nullable(),
  mark_seq: id.nullable(),
  /** Share by which prices are worse in this direction: 0 unless the platform's position is large (RULES 3). */
  lean: decimal,
});

export const exchangeCoinRow = z.object({
  id,
  title: z.string(),
  /** What is available in the account asked for. */
  balance: decimal,
  /** One unit in USDT, at the middle of the book; null while the book is not fresh. */
  price: decimal.nullable(),
  /** Places the coin keeps. */
  decimals: z.int().min(0).max(8),
  /** Cost of an exchange, once per market on the way: a fraction. */
  spread: decimal,
  markets: z.array(direct),
});
export type ExchangeCoin = z.output<typeof exchangeCoinRow>;

/** Its `data` is the list itself. */
export const getCanExchangeCoin = call({
  name: 'getCanExchangeCoin',
  member: true,
  input: fields({ type: exchangeTypeField() }),
  output: z.array(exchangeCoinRow),
});

/**
 * Walks the book for that amount, never better than the mark less the spread; through USDT when no market has both
 * coins (RULES 5). `no_liquidity` beyond the book, `stale_market` without a fresh book or mark.
 */
export const exchangeCoin = call({
  name: 'exchangeCoin',
  member: true,
  idempotent: true,
  input: fields({
    type: exchangeTypeField(),
    from_coin_id: idField(),
    to_coin_id: idField(),
    amount: amountField(),
    paypassword: payPasswordField(),
  }),
  output: z.object({
    id,
    received: decimal,
    /** Units received per unit given, after the spread; for display. */
    rate: decimal,
    /** The books used, in order, each with its mark and the mark's number on the tape. */
    books: z.array(z.object({ m_id: id, symbol: z.string(), seq: id, mid: decimal, mark: decimal, mark_seq: id })),
  }),
  reasons: [
    'switched_off',
    'same_coin',
    'not_found',
    'stale_market',
    'no_liquidity',
    'amount_below_minimum',
    'no_payment_password',
    'bad_payment_password',
    'payments_stopped',
    'insufficient_balance',
    'house_limit',
  ],
});

import { z } from 'zod';
import { bill, accountType } from './assets.ts';
import { call, decimal, id, time } from './call.ts';
import { PORTFOLIO_RANGES } from './codes/portfolio.ts';
import { choiceField, fields, momentField, optional } from './fields.ts';

/** A portfolio at a moment, in USDT. */
const portfolioPoint = z.object({
  time,
  /** All coins, frozen ones too. */
  worth: decimal,
  /** Since the first point; money in and out is taken out. */
  profit: decimal,
  /** What came since the point before: deposits, transfers of others, loans, corrections. */
  money_in: decimal,
  /** What went since the point before. */
  money_out: decimal,
});
export type PortfolioPoint = z.output<typeof portfolioPoint>;

const portfolioCoin = z.object({
  c_id: id,
  coinName: z.string(),
  /** In all accounts, frozen too. */
  quantity: decimal,
  /** In USDT now; null when the coin has never had a price: it then counts nowhere. */
  price: decimal.nullable(),
  worth: decimal.nullable(),
  /** What the quantity cost in USDT. */
  cost: decimal,
  /** Cost of one by weighted average; null without a quantity. */
  average_cost: decimal.nullable(),
  /** Worth less cost. */
  unrealised: decimal.nullable(),
  /** What left, since the beginning, brought more than it had cost. */
  realised: decimal,
  /** Its part of the range's market profit. */
  market: decimal,
});
export type PortfolioCoin = z.output<typeof portfolioCoin>;

/**
 * A member's worth and profit over time (RULES 9), from the ledger and the marks of then. `since`, such as the reader's
 * midnight, begins later than the range does; `curve` 0 asks for the first and
 * the last point alone. The parts add up to the profit.
 */
export const getPortfolio = call({
  name: 'getPortfolio',
  methods: ['POST', 'GET'],
  member: true,
  input: fields({
    range: choiceField(...PORTFOLIO_RANGES),
    since: optional(momentField()),
    curve: optional(choiceField('0', '1')),
  }),
  output: z.object({
    /** Oldest first; the last is now. */
    points: z.array(portfolioPoint),
    worth: decimal,
    profit: decimal,
    parts: z.object({ market: decimal, options: decimal, fees: decimal, interest: decimal }),
    money_in: decimal,
    money_out: decimal,
    /** Coins that the member has or had, the greatest worth first. */
    coins: z.array(portfolioCoin),
  }),
});

/**
 * A member's balances at a moment, frozen parts included, and the bills around it: at most ten up to it and ten after
 * it, newest first. A moment that has not come is now.
 */
export const getBalanceAt = call({
  name: 'getBalanceAt',
  methods: ['POST', 'GET'],
  member: true,
  input: fields({ time: momentField() }),
  output: z.object({
    time,
    /** The last journal of the member's by then; null before the first. */
    journal: id.nullable(),
    /** In USDT, of coins with a price. */
    worth: decimal,
    balances: z.array(
      z.object({
        type: accountType,
        c_id: id,
        coinName: z.string(),
        balance: decimal,
        /** Of then, in USDT; null when the coin has never had one. */
        price: decimal.nullable(),
        worth: decimal.nullable(),
      }),
    ),
    bills: z.array(bill),
  }),
});

import { z } from 'zod';
import { call, decimal, id, listOf, time } from './call.ts';
import { fields, limitField, optional, pageField, symbolField } from './fields.ts';

/** Why an option was void: no mark for its line, no mark at its end, or (RULES 1) no trade at its end. */
export const VOID_WHY = ['no_line', 'no_exit', 'no_trade'] as const;
/** Why a market had no mark: silent sources, prices held back, no process, or a closed market. */
export const GAP_WHY = ['silent', 'held', 'stopped', 'closed'] as const;

const ofMarket = {
  m_id: id,
  /** `btcusdt` */
  market: z.string(),
  /** `BTC/USDT` */
  coinname: z.string(),
};
/** A page of public records of one market, or of all. */
const publicPage = fields({ symbol: optional(symbolField()), page: pageField(), limit: limitField() });

const voidOption = z.object({
  /** Member and direction are not published. */
  id,
  ...ofMarket,
  /** The acceptance. */
  placed: time,
  /** Duration in seconds. */
  seconds: z.int().positive(),
  why: z.enum(VOID_WHY),
  /** Between these no mark (no trade) could decide. */
  from: time,
  to: time,
  /**
   * Seconds that a line waits for a mark; or the maximum age at expiry of the exit price, and how long one is waited
   * for after it.
   */
  limit: z.number().positive(),
  after: z.number().min(0),
  /** How the nearest later prices would have ended it, however late; null while unknown. */
  would: z
    .object({ line: decimal, line_time: time, exit: decimal, exit_time: time, result: z.enum(['up', 'down', 'tie']) })
    .nullable(),
});
export type VoidOption = z.output<typeof voidOption>;

/** Every void option of every member, newest first (RULES 4). */
export const voids = call({
  name: 'voids',
  methods: ['GET'],
  input: publicPage,
  output: listOf(voidOption),
  reasons: ['not_found'],
});

const markGap = z.object({
  ...ofMarket,
  /** The last mark before it. */
  from: time,
  /** The first mark after it; null while it lasts. */
  to: time.nullable(),
  why: z.enum(GAP_WHY),
  /** Void options whose deciding moment lay in it. */
  orders: z.int().min(0),
});
export type MarkGap = z.output<typeof markGap>;

/** Every period of more than five seconds without a usable mark, newest first (RULES 2, RULES 4). */
export const gaps = call({
  name: 'gaps',
  methods: ['GET'],
  input: publicPage,
  output: listOf(markGap),
  reasons: ['not_found'],
});

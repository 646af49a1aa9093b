import { z } from 'zod';
import { call, decimal, id, listOf, planned, time } from './call.ts';
import { OPTION_STATUS, STATS_LAST } from './codes/options.ts';
import {
  amountField,
  ceilingField,
  choiceField,
  fields,
  idField,
  limitField,
  optional,
  pageField,
  planField,
  symbolField,
  tapePlaceField,
} from './fields.ts';

export const OUTCOMES = ['win', 'lose', 'tie', 'void'] as const;

/** Terms of new orders. `hytime`, `hymin`, `hymax` and `hyrate` have the same length and order. */
export const getHyConfig = call({
  name: 'getHyConfig',
  member: true,
  key: 'read',
  output: z.object({
    hy_numcolstmp: z.array(z.int().positive()),
    /** 2: presets are the multipliers times the minimum stake; 1: the minimum stakes themselves. */
    hy_price_type: z.union([z.literal(1), z.literal(2)]),
    coinname: z.string(),
    /** Places of the staked coin, to which payouts are rounded. */
    decimals: z.int().min(0).max(8),
    /** Available in the options account. */
    balance: decimal,
    /** Seconds. */
    hytime: z.array(z.int().positive()),
    hymin: z.array(decimal),
    hymax: z.array(decimal),
    /** Profit of a win per unit staked: `0.80`. */
    hyrate: z.array(decimal),
    /** Rises at every change of terms. */
    terms_version: z.int().positive(),
    /** Milliseconds from acceptance to the line: the first mark then or later. */
    line_delay: z.int().positive(),
    /** Maximum of a member's open stakes. */
    member_limit: decimal,
  }),
});

/** A positive whole number of seconds. */
const secondsField = () => idField();

const optionFields = {
  m_id: idField(),
  ctime: secondsField(),
  ctzed: amountField(),
  buytype: choiceField('1', '2'),
};

/**
 * Stakes `ctzed` on a market rising (`buytype` 1) or falling (2) within `ctime` seconds, by the terms of
 * `getHyConfig`. With `plan` only as it was planned, while the plan holds and once, as `upbbbuy` does.
 */
export const creatorder = call({
  name: 'creatorder',
  member: true,
  key: 'trade',
  idempotent: true,
  input: fields({ ...optionFields, plan: planField() }),
  output: z.object({ order_id: id }),
  reasons: [
    'bad_plan',
    'daily_limit',
    'switched_off',
    'not_found',
    'bad_value',
    'stale_market',
    'amount_below_minimum',
    'amount_above_maximum',
    'self_excluded',
    'daily_loss_limit',
    'house_limit',
    'insufficient_balance',
  ],
});

/** What an option would cost and win by the terms of now, and everything that would refuse it. Nothing is placed. */
export const planOption = call({
  name: 'planOption',
  member: true,
  key: 'trade',
  input: fields(optionFields),
  output: z.object({
    ...planned,
    /** Paid at once, and lost unless it wins, ties or is void. */
    stake: decimal,
    /** Profit per unit staked, and what a win adds to the stake. */
    rate: decimal,
    win: decimal,
    coin: z.string(),
    /** In the options account. */
    available: decimal,
    terms_version: z.int().positive(),
  }),
  reasons: ['switched_off', 'not_found', 'bad_value'],
});

/** A venue's book when the mark was made. */
const markSource = z.object({
  name: z.string(),
  bid: decimal,
  ask: decimal,
  /** The venue's own time. */
  time,
  /** The venue's number of that book, where it has one. */
  seq: z.int().nonnegative().optional(),
  /** The venue's last trade by then, where it identifies trades. */
  trade: z.string().optional(),
});

/** A mark as an order names it; under rules 1 a tick, without sources. */
const namedTick = z.object({
  seq: z.int().positive(),
  time,
  price: decimal,
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  sources: z.array(markSource).optional(),
});

export const optionOrder = z.object({
  order_id: id,
  m_id: id,
  /** `btcusdt` */
  symbol: z.string(),
  /** `BTC/USDT` */
  coinname: z.string(),
  status: z.literal(Object.values(OPTION_STATUS)),
  is_win: z.union([z.literal(0), z.literal(1)]),
  /** Profit, or minus the stake; null while open. */
  ploss: decimal.nullable(),
  /** The exit price; null while open and when void. */
  sellprice: decimal.nullable(),
  /** The line; null until it is drawn. */
  buyprice: decimal.nullable(),
  /** Cycle in seconds. */
  time: z.int().positive(),
  /** Seconds left, rounded up; the whole cycle until the line is drawn, 0 once due. */
  count_down: z.int().nonnegative(),
  hyzd: z.union([z.literal(1), z.literal(2)]),
  hyzd_text: z.string(),
  /** The stake. */
  num: decimal,
  /** Places of the staked coin at placing, to which a payout is rounded. */
  decimals: z.int().min(0).max(8),
  /** The acceptance. */
  buytime: time,
  /** When the line was drawn: its mark's time. */
  linetime: time.nullable(),
  /** The expiry; null until the line is drawn. */
  selltime: time.nullable(),
  outcome: z.enum(OUTCOMES).nullable(),
  rate: decimal,
  terms_version: z.int().positive(),
  /** 2: by marks, with the line after acceptance; 1: by the last trade, as before. */
  rules: z.union([z.literal(2), z.literal(1)]),
  /** Maximum age at expiry of the price that decides, in seconds. */
  fresh_seconds: z.number().positive(),
  /** Milliseconds from acceptance to the earliest line; null under rules 1. */
  line_delay: z.int().positive().nullable(),
  /** Milliseconds after that moment in which a mark may become the line; null under rules 1. */
  line_within: z.int().positive().nullable(),
  /** Milliseconds after the expiry in which the next mark decides, where none was fresh; null under rules 1. */
  next_within: z.int().positive().nullable(),
  /** Of the line. */
  entry_tick: namedTick.nullable(),
  exit_tick: namedTick.nullable(),
  /** When void: the last before the expiry, too old to settle by. Else null. */
  last_tick: namedTick.nullable(),
  /** The journal that settled it; null while open. */
  journal: id.nullable(),
  paidtime: time.nullable(),
});
export type OptionOrder = z.output<typeof optionOrder>;

/** One option, open or settled. */
export const getHyOrderInfo = call({
  name: 'getHyOrderInfo',
  member: true,
  key: 'read',
  input: fields({ order_id: idField() }),
  output: optionOrder,
  reasons: ['not_found'],
});

/** Newest first. `status` 0 or missing is all, 1 open, 2 settled. */
export const getHyOrderList = call({
  name: 'getHyOrderList',
  member: true,
  key: 'read',
  input: fields({ status: optional(choiceField('0', '1', '2')), page: pageField(), limit: limitField() }),
  output: listOf(optionOrder),
});

/** A member's own limits. Null: none. */
const ownLimits = {
  /** Maximum loss in a day of UTC, open stakes counted as lost. */
  daily_loss: decimal.nullable(),
  /** After so many minutes the app says how long the member has been trading. */
  session_minutes: z.int().positive().nullable(),
};
const limits = z.object({
  ...ownLimits,
  /** No new options until then. */
  excluded_until: time.nullable(),
  /** Lost today, less what was won; at least zero. */
  lost_today: decimal,
  /** Limits that are being loosened, and from when. */
  pending: z
    .object({
      daily_loss: decimal.nullable().optional(),
      session_minutes: z.int().positive().nullable().optional(),
      from: time,
    })
    .nullable(),
});
export type OwnLimits = z.output<typeof limits>;

/** The limits that the member has set. */
export const getHyLimit = call({ name: 'getHyLimit', member: true, output: limits });

/**
 * A missing field stays; `0` removes a limit. Tightening counts at once, loosening after 24 hours; a break can only be
 * extended.
 */
export const setHyLimit = call({
  name: 'setHyLimit',
  member: true,
  input: fields({
    daily_loss: optional(ceilingField()),
    session_minutes: optional(choiceField('0', '15', '30', '60')),
    exclude_days: optional(choiceField('0', '1', '7', '30')),
  }),
  output: limits,
});

/** A share in percent, with two places. */
const percent = z.string().regex(/^\d{1,3}\.\d{2}$/);

/**
 * What a member's settled options came to, of the last `days` (0: of all). `right` of `decided` were won; ties and voids
 * are not decided. `break_even` is the mean over the decided of the win rate at which their own payout rates lose
 * nothing; null without any.
 */
export const getHyStats = call({
  name: 'getHyStats',
  member: true,
  input: fields({ days: optional(choiceField('0', '7', '30')) }),
  output: z.object({
    coinname: z.string(),
    count: z.int().min(0),
    staked: decimal,
    profit: decimal,
    right: z.int().min(0),
    decided: z.int().min(0),
    break_even: percent.nullable(),
    /** By seconds, shortest first. */
    durations: z.array(
      z.object({
        time: z.int().positive(),
        count: z.int().positive(),
        profit: decimal,
        right: z.int().min(0),
        decided: z.int().min(0),
        break_even: percent.nullable(),
      }),
    ),
    /** Newest first, at most {@link STATS_LAST}. */
    last: z.array(z.object({ order_id: id, outcome: z.enum(OUTCOMES) })).max(STATS_LAST),
  }),
});

/** Maximum marks, or trades, in one answer. */
export const TAPE_STRETCH_MAX = 2_000;

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * A market's marks (RULES 2) from `from` to `to`, sequences or moments, both included, oldest first, at most
 * {@link TAPE_STRETCH_MAX}.
 */
export const tape = call({
  name: 'tape',
  methods: ['GET'],
  input: fields({ symbol: symbolField(), from: tapePlaceField(), to: optional(tapePlaceField()) }),
  output: listOf(
    z.object({
      market: z.string(),
      seq: z.int().positive(),
      /** When the platform made it. */
      time,
      /** The median of the sources' mids. */
      price: decimal,
      /** The hash of the mark before. */
      previous: hash,
      sources: z.array(markSource),
      /** Held back: it settles nothing. */
      held: z.literal(true).optional(),
      /** SHA-256 of the canonical JSON of all else. */
      hash,
    }),
  ),
  reasons: ['not_found'],
});

/** Maximum marks in one answer of {@link marks}. */
export const MARKS_MAX = 1_200;

/**
 * A market's marks since `from` (epoch ms) for a chart, oldest first, the newest {@link MARKS_MAX}; without those held
 * back.
 */
export const marks = call({
  name: 'marks',
  methods: ['GET'],
  input: fields({ symbol: symbolField(), from: idField() }),
  output: listOf(z.object({ seq: z.int().positive(), time, price: decimal })),
  reasons: ['not_found'],
});

/** A market's trades, like {@link tape}: options by rules 1 are settled by them. */
export const tradeTape = call({
  name: 'tradeTape',
  methods: ['GET'],
  input: fields({ symbol: symbolField(), from: tapePlaceField(), to: optional(tapePlaceField()) }),
  output: listOf(
    z.object({
      seq: z.int().positive(),
      source: z.string(),
      source_time: time,
      /** When the server received it. */
      time,
      price: decimal,
      size: decimal,
      previous: hash,
      hash,
    }),
  ),
  reasons: ['not_found'],
});

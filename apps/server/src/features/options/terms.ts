import { amount, rate, type Amount, type Rate } from '@plimsoll/money';
import { decimal, int } from '../../platform/db-columns.ts';
import { rowsOf } from '../../platform/db-rows.ts';
import { sql, type Query } from '../../platform/db.ts';

/** What is offered for one duration (RULES 4, wire Options). */
export interface Term {
  readonly seconds: number;
  /** Least and most that may be staked, in USDT. */
  readonly min: Amount;
  readonly max: Amount;
  /** Profit of a win per unit staked. */
  readonly rate: Rate;
}

/** All that one version of the terms says. A version is never rewritten; a change makes the next. */
export interface Terms {
  readonly version: number;
  /** Shortest first. */
  readonly offered: readonly Term[];
}

/** Before any were read: nothing is offered. */
export const NO_TERMS: Terms = { version: 1, offered: [] };

interface Row {
  version: number;
  offered: { seconds: number; min: string; max: string; rate: string }[];
}

const readCurrent = sql<Row>(
  'option.terms',
  `
  select v.version, coalesce((
    select json_agg(json_build_object('seconds', s.seconds, 'min', s.min::text, 'max', s.max::text, 'rate', s.rate::text) order by s.seconds)
    from option_version_terms s where s.version = v.version), '[]') as offered
  from option_terms_version v order by v.version desc limit 1`,
);

/** The terms that hold for new orders. */
export async function readTerms(query: Query): Promise<Terms> {
  const [row] = await query.run(readCurrent);
  if (!row) return NO_TERMS;
  return {
    version: row.version,
    offered: row.offered.map(({ seconds, min, max, rate: each }) => ({
      seconds,
      min: amount(min),
      max: amount(max),
      rate: rate(each),
    })),
  };
}

/** What the demo offers: seconds, rate; each from 10 to 2 000 USDT. */
export const DEMO_TERMS = [
  [30, '0.75'],
  [60, '0.80'],
  [120, '0.82'],
  [180, '0.85'],
  [300, '0.88'],
  [600, '0.90'],
] as const;

const DEMO_ROWS = rowsOf({ seconds: int, rate: decimal });
const insertDemo = sql<never>(
  'option.seedTerms',
  `
  insert into option_terms (seconds, min, max, rate, changed_at)
  select t.seconds, 10, 2000, t.rate, $1 from ${DEMO_ROWS.unnest('t', 2)}
  where not exists (select from option_terms) order by t.seconds on conflict do nothing`,
);

/**
 * Puts the demo's terms in place, unless there have ever been any. In live mode nothing is offered until an owner says
 * what.
 */
export async function seedOptionTerms(query: Query, nowMs: number): Promise<void> {
  const rows = DEMO_ROWS.arrays(DEMO_TERMS, ([seconds, each]) => ({ seconds, rate: each }));
  await query.run(insertDemo, [new Date(nowMs), ...rows]);
}

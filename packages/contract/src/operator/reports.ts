import { z } from 'zod';
import { decimal, id, time } from '../call.ts';
import { choiceField, optional } from '../fields.ts';
import { operatorCall } from './operator-call.ts';
import { ofMember } from './operator-fields.ts';

/** So many of a member's last decided options count. */
export const UNUSUAL_OPTIONS = 200;
/** Deviation from expectation that is listed, in standard deviations. */
export const UNUSUAL_SIGMAS = 3;

const unusualResult = z.object({
  ...ofMember,
  won: z.int().min(0),
  lost: z.int().min(0),
  stakes: decimal,
  /** Profits less lost stakes. */
  result: decimal,
  /** By the stored terms, with even odds. */
  expected: decimal,
  /** (result − expected) / σ, rounded to two places; negative for less than expected. */
  sigmas: decimal,
  /** Expiry moments: options of one moment and market end alike. */
  moments: z.int().min(1),
  /** When the first and the last of them were accepted. */
  first: time,
  last: time,
});
export type UnusualResult = z.output<typeof unusualResult>;

const unusualResults = z.object({
  /** What stakes are made in. */
  coin: z.string(),
  /** Furthest from expectation first, at most a hundred. */
  list: z.array(unusualResult),
  /** Members with that many options, one of them settled within 30 days. One in 370 is listed by chance. */
  examined: z.int().min(0),
});
export type UnusualResults = z.output<typeof unusualResults>;

/**
 * Members whose last {@link UNUSUAL_OPTIONS} options deviate from the terms by more than {@link UNUSUAL_SIGMAS} σ
 * (RULES 4). Informative only.
 */
export const reportUnusualResults = operatorCall('GET', '/reports/unusual-results', {
  role: 'viewer',
  output: unusualResults,
});

/** Periods of the edge report, in days. */
export const EDGE_DAYS = ['1', '7', '30'] as const;

const edge = z.object({
  /** Settled options that were not void, and void ones. */
  options: z.int().min(0),
  voids: z.int().min(0),
  stakes: decimal,
  /** What the house account `options` won less what it paid. */
  result: decimal,
  /** Result per stakes in percent, with its 95 % interval; null below three stretches of 20 minutes with stakes. */
  edge: decimal.nullable(),
  low: decimal.nullable(),
  high: decimal.nullable(),
  /** The edge of the stored terms with even odds and no ties. */
  terms: decimal.nullable(),
});
const edgeReport = z.object({
  coin: z.string(),
  since: time,
  all: edge,
  markets: z.array(
    edge.extend({
      m_id: id,
      symbol: z.string(),
      coinname: z.string(),
      durations: z.array(edge.extend({ /** In seconds. */ seconds: z.int().positive() })),
    }),
  ),
});
export type Edge = z.output<typeof edge>;
export type EdgeReport = z.output<typeof edgeReport>;

/** What options earned the platform, by market and duration; default seven days. */
export const reportOptionEdge = operatorCall('GET', '/reports/option-edge', {
  role: 'viewer',
  input: z.strictObject({ days: optional(choiceField(...EDGE_DAYS)) }),
  output: edgeReport,
});

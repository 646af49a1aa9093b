import { z } from 'zod';
import { decimal, id, time } from '../call.ts';
import { choiceField, optional } from '../fields.ts';
import { operatorCall } from './operator-call.ts';
import { ofMember } from './operator-fields.ts';

/** Options of a member that the report of unusual results looks at: the last so many that were won or lost. */
export const UNUSUAL_OPTIONS = 200;
/** How far from what the terms allow a result must be to be listed, in standard deviations. */
export const UNUSUAL_SIGMAS = 3;

const unusualResult = z.object({
  ...ofMember,
  won: z.int().min(0),
  lost: z.int().min(0),
  stakes: decimal,
  /** What came of them: profits less stakes that were lost. */
  result: decimal,
  /** What the stored terms let expect, each option being won as often as lost. */
  expected: decimal,
  /** (result − expected) / σ, rounded to two places; below zero for less than expected. */
  sigmas: decimal,
  /**
   * Different moments at which they ended: options of one moment and market end alike, and are no independent tosses.
   */
  moments: z.int().min(1),
  /** When the first and the last of them were accepted. */
  first: time,
  last: time,
});
export type UnusualResult = z.output<typeof unusualResult>;

const unusualResults = z.object({
  /** What stakes are made in. */
  coin: z.string(),
  /** Furthest from expectation first, a hundred at most. */
  list: z.array(unusualResult),
  /**
   * Members with that many options, one of which was settled within 30 days: about one in 370 stands on the list by
   * chance alone.
   */
  examined: z.int().min(0),
});
export type UnusualResults = z.output<typeof unusualResults>;

/**
 * Members whose results lie further from what the terms allow than {@link UNUSUAL_SIGMAS} over their last {@link
 * UNUSUAL_OPTIONS} options (RULES 4). It changes nothing.
 */
export const reportUnusualResults = operatorCall('GET', '/reports/unusual-results', {
  role: 'viewer',
  output: unusualResults,
});

/** Days back that the edge can be asked of. */
export const EDGE_DAYS = ['1', '7', '30'] as const;

const edge = z.object({
  /** Settled options but those that were void, and those. */
  options: z.int().min(0),
  voids: z.int().min(0),
  stakes: decimal,
  /** What the options house account won less what it paid. */
  result: decimal,
  /**
   * Result per stakes in percent, with the bounds of its 95 % interval; null without stakes, or without three stretches
   * of 20 minutes.
   */
  edge: decimal.nullable(),
  low: decimal.nullable(),
  high: decimal.nullable(),
  /** The edge that the stored terms have when every option is as often won as lost, and none is a tie. */
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

/** What options brought the platform, by market and duration, over the last so many days; seven unless given. */
export const reportOptionEdge = operatorCall('GET', '/reports/option-edge', {
  role: 'viewer',
  input: z.strictObject({ days: optional(choiceField(...EDGE_DAYS)) }),
  output: edgeReport,
});

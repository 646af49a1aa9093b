import { times, parseAmount, rate, ZERO, type Amount, type Rate } from '@plimsoll/money';
import type { Answer } from '@plimsoll/contract';

export interface Cycle {
  readonly seconds: number;
  readonly min: Amount;
  readonly max: Amount;
  /** Profit of a win per unit staked. */
  readonly rate: Rate;
}

/** What an option is checked against, besides the entries. */
export interface Terms {
  readonly coin: string;
  readonly decimals: number;
  readonly balance: Amount;
  /** What a stake may be topped up with from the member's other accounts; undefined until it is known. */
  readonly fundable: Amount | undefined;
  readonly cycles: readonly Cycle[];
  /** Maximum of the member's open stakes together. */
  readonly memberLimit: Amount;
  /**
   * The quick stakes are these multiples of the cycle's minimum; undefined where they are the minimums
   * (`hy_price_type`).
   */
  readonly multipliers: readonly number[] | undefined;
}

/** Multipliers where the server names none (PRODUCT 11). */
const MULTIPLIERS = [1, 3, 5, 10] as const;

/** The terms of an answer (WIRE options.getHyConfig). */
export function termsOf(config: Answer<'getHyConfig'>): Terms {
  return {
    coin: config.coinname,
    decimals: config.decimals,
    balance: parseAmount(config.balance) ?? ZERO,
    fundable: ZERO,
    cycles: config.hytime.map((seconds, at) => ({
      seconds,
      min: parseAmount(config.hymin[at] ?? '') ?? ZERO,
      max: parseAmount(config.hymax[at] ?? '') ?? ZERO,
      rate: rate(config.hyrate[at] ?? '0'),
    })),
    memberLimit: parseAmount(config.member_limit) ?? ZERO,
    multipliers:
      config.hy_price_type === 2 ? (config.hy_numcolstmp.length > 0 ? config.hy_numcolstmp : MULTIPLIERS) : undefined,
  };
}

/** The cycle of so many seconds; undefined when it is not offered. */
export const cycleOf = (terms: Terms, seconds: number | undefined): Cycle | undefined =>
  terms.cycles.find((cycle) => cycle.seconds === seconds);

/** The quick stakes: multiples of the minimum of the chosen or first cycle; else all minimums, each once. */
export function presetsOf(terms: Terms, seconds: number | undefined): readonly Amount[] {
  if (terms.multipliers === undefined) return [...new Set(terms.cycles.map((cycle) => cycle.min))];
  const basis = cycleOf(terms, seconds) ?? terms.cycles[0];
  return basis === undefined ? [] : terms.multipliers.map((multiplier) => times(basis.min, multiplier));
}

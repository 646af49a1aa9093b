import type { Option } from './option.ts';

/** The limit on options, as the simulation's site sets it (RULES 4.8). */
export const NET_LIMIT = 400n * 100_000_000n;
export const MEMBER_LIMIT = 500n * 100_000_000n;
const SLOT_MS = 10_000;

/** Numbers of the ten-second stretches that an option may end in. */
export function slotsOf(
  option: Pick<Option, 'line' | 'placedMs' | 'wish'>,
  delayMs: number,
  withinMs: number,
): Set<number> {
  const earliest = option.placedMs + delayMs + option.wish.seconds * 1000;
  const ends = option.line ? [option.line.expiresMs] : [earliest, earliest + withinMs];
  return new Set(ends.map((ms) => Math.floor(ms / SLOT_MS)));
}

/**
 * Maximum cost of a slot's options, tried at each line and on either side of it. An option without a line counts as won
 * everywhere.
 */
export function costliest(options: readonly Pick<Option, 'line' | 'wish' | 'winnings'>[]): bigint {
  const prices = options.flatMap(({ line }) =>
    line ? [line.price * 2n - 1n, line.price * 2n, line.price * 2n + 1n] : [],
  );
  const costAt = (doubled: bigint): bigint =>
    options.reduce((cost, { line, wish, winnings }) => {
      if (!line) return cost;
      const distance = doubled - line.price * 2n;
      if (distance === 0n) return cost;
      return distance > 0n === (wish.way === 'up') ? cost + winnings : cost - wish.stake;
    }, 0n);
  const drawn = prices.map(costAt).reduce((most, cost) => (cost > most ? cost : most), 0n);
  return options.reduce((cost, { line, winnings }) => (line ? cost : cost + winnings), drawn);
}

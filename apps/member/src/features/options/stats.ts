import type { Answer } from '@plimsoll/contract';

type Decided = Pick<Answer<'getHyStats'>, 'right' | 'decided' | 'break_even'>;

/** The share of the decided that were won, in percent with one place; undefined while none is decided. */
export function rightPercent({ right, decided }: Decided): string | undefined {
  // not money: a share of a count
  return decided === 0 ? undefined : ((100 * right) / decided).toFixed(1);
}

/** Standard deviations within which chance stays in 95 of 100 cases. */
const DEVIATIONS = 1.96;

/**
 * How far from break-even chance alone brings a member's win rate in 95 of 100 cases, in percentage points, whole: the
 * normal approximation of so many independent options, each won as often as break-even says.
 */
export function chancePoints({ decided, break_even }: Decided): string {
  const p = Number(break_even ?? '50') / 100;
  return decided === 0
    ? '100'
    : String(Math.min(100, Math.ceil(DEVIATIONS * Math.sqrt((p * (1 - p)) / decided) * 100)));
}

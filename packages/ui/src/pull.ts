/** How far one must pull to reload, in pixels. */
export const PULL_ENOUGH = 56;
const PULL_MAX = 88;

/** How far the list follows a finger that moved `by` pixels down. */
export function pulled(by: number): number {
  if (by <= 0) return 0;
  return PULL_MAX * (1 - Math.exp(-by / (2 * PULL_MAX)));
}

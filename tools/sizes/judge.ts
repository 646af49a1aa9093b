import type { Piece } from './measure.ts';

/** A limit for some pieces. */
export interface Budget {
  /** `member: scripts of the first view` */
  readonly what: string;
  readonly pieces: readonly Piece[];
  /** Their sum, or the largest. */
  readonly counts: 'together' | 'largest';
  readonly maxBytes: number;
}

/** Kept sizes by budget and piece. */
export type Kept = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Smaller changes are noise of compression. */
const NOISE_BYTES = 100;
const KB = 1000;

const kilobytes = (bytes: number): string => `${(bytes / KB).toFixed(1)} kB`;
const weightOf = ({ pieces, counts }: Budget): number => {
  const bytes = pieces.map((each) => each.bytes);
  return counts === 'largest' ? Math.max(0, ...bytes) : bytes.reduce((all, each) => all + each, 0);
};

/** Changed pieces of a budget, the most grown first. */
function changes({ what, pieces }: Budget, kept: Kept): string[] {
  const before = kept[what] ?? {};
  const names = new Set([...Object.keys(before), ...pieces.map(({ name }) => name)]);
  return [...names]
    .map((name) => ({ name, was: before[name] ?? 0, is: pieces.find((each) => each.name === name)?.bytes ?? 0 }))
    .filter(({ was, is }) => Math.abs(is - was) > NOISE_BYTES)
    .toSorted((a, b) => b.is - b.was - (a.is - a.was))
    .map(({ name, was, is }) => `${name} ${is > was ? '+' : '−'}${Math.abs(is - was)} bytes (${was} → ${is})`);
}

/** A line per budget with its changed pieces; `holds` when none is exceeded. */
export function judgeSizes(
  budgets: readonly Budget[],
  kept: Kept,
): { readonly lines: readonly string[]; readonly holds: boolean } {
  const isOver = (budget: Budget): boolean => weightOf(budget) > budget.maxBytes;
  const lines = budgets.flatMap((budget) => [
    `${isOver(budget) ? 'EXCEEDED' : 'ok'}  ${budget.what}: ${kilobytes(weightOf(budget))} of ${kilobytes(budget.maxBytes)}`,
    ...changes(budget, kept).map((each) => `      ${each}`),
  ]);
  return { lines, holds: !budgets.some(isOver) };
}

/** Sizes to keep for the next comparison. */
export const keptOf = (budgets: readonly Budget[]): Kept =>
  Object.fromEntries(
    budgets.map(({ what, pieces }) => [
      what,
      Object.fromEntries(pieces.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ name, bytes }) => [name, bytes])),
    ]),
  );

const isSizes = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((each: unknown) => typeof each === 'number');
const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && Object.values(value).every(isSizes);

/** Reads what {@link keptOf} made. Throws when it is anything else. */
export function readKept(json: string): Kept {
  const kept: unknown = JSON.parse(json);
  if (!isKept(kept)) throw new TypeError('sizes are kept as a number for each piece of each budget');
  return kept;
}

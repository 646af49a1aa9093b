/** The items with the one at `from` moved to the place `to`. */
export function reordered<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from];
  return item === undefined ? items : items.toSpliced(from, 1).toSpliced(to, 0, item);
}

/** The place that an item dragged by `dy` pixels has among rows of these heights. */
export function placeAt(heights: readonly number[], from: number, dy: number): number {
  let to = from;
  let rest = Math.abs(dy);
  const step = dy < 0 ? -1 : 1;
  for (;;) {
    const next = heights[to + step];
    // Past the middle of its neighbour it changes places with it.
    if (next === undefined || rest < next / 2) return to;
    rest -= next;
    to += step;
  }
}

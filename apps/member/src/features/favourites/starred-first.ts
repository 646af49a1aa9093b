/** The starred items in the order of `favourites` (market ids), then the others in their own order. */
export function starredFirst<T extends { readonly id: number }>(
  items: readonly T[],
  favourites: readonly number[],
): readonly T[] {
  if (favourites.length === 0) return items;
  const rank = new Map(favourites.map((id, index) => [id, index]));
  const rankOf = ({ id }: T): number => rank.get(id) ?? favourites.length;
  return items.toSorted((a, b) => rankOf(a) - rankOf(b));
}

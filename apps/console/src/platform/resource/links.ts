/** A filtered list: `filteredBy('/spot-orders', { member_id: 7 })`. */
export const filteredBy = (path: string, filter: Readonly<Record<string, string | number>>): string =>
  `${path}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;

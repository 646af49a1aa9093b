/** For people: a letter for the kind, the day (UTC) and the id, `T260321100001`. */
export const orderNumber = (kind: string, id: string, placedAt: Date): string =>
  `${kind}${placedAt.toISOString().slice(2, 10).replaceAll('-', '')}${id}`;

const NUMBER = /^[A-Z]\d{6}([1-9]\d{0,17})$/i;

/** The id in an order number; other text unchanged. */
export const idInOrderNumber = (text: string): string => NUMBER.exec(text)?.[1] ?? text;

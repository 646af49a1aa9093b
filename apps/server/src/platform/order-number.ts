/**
 * What an order is called by its member and by operators: a letter for its kind, the day it was placed (UTC) and its
 * id, as in `T260321100001`.
 */
export const orderNumber = (kind: string, id: string, placedAt: Date): string =>
  `${kind}${placedAt.toISOString().slice(2, 10).replaceAll('-', '')}${id}`;

const NUMBER = /^[A-Z]\d{6}([1-9]\d{0,17})$/i;

/** The id in an order number; what is none as it is. */
export const idInOrderNumber = (text: string): string => NUMBER.exec(text)?.[1] ?? text;

/** What a transfer is called: the day it was placed (UTC) and its id, as in `T20260321-100001`. */
export const orderNumber = (id: string, placedAt: Date): string => `T${placedAt.toISOString().slice(0, 10).replaceAll('-', '')}-${id}`;

const NUMBER = /^T\d{8}-([1-9]\d{0,17})$/i;

/** The id in an order number; what is none as it is. */
export const idInOrderNumber = (text: string): string => NUMBER.exec(text)?.[1] ?? text;

/** `type`: the side of an order. */
export const SIDE = { buy: '1', sell: '2' } as const;
export type Side = keyof typeof SIDE;
/** `operate_type`: how its price is set. */
export const PRICE_MODE = { limit: '1', market: '2' } as const;
export type PriceMode = keyof typeof PRICE_MODE;
/** `kind` of a limit order: it rests; or is cancelled as far as, or unless wholly, filled at once; or only rests. */
export const ORDER_KIND = { plain: '1', ioc: '2', fok: '3', maker: '4' } as const;
export type OrderKind = keyof typeof ORDER_KIND;
/** `kind` in lists, as a number: what it means. */
export const LISTED_KINDS = { 1: 'plain', 2: 'ioc', 3: 'fok', 4: 'maker' } as const satisfies Readonly<
  Record<number, OrderKind>
>;
/** `status`. */
export const SPOT_STATUS = { open: 1, completed: 2, cancelled: 3 } as const;
export type SpotStatus = keyof typeof SPOT_STATUS;

/** `type` in lists: the side, as a number. */
export const ORDER_TYPE = { buy: 1, sell: 2 } as const;

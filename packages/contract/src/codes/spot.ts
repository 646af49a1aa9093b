/** `type`: the side of an order. */
export const SIDE = { buy: '1', sell: '2' } as const;
export type Side = keyof typeof SIDE;
/** `operate_type`: how its price is set. */
export const PRICE_MODE = { limit: '1', market: '2' } as const;
export type PriceMode = keyof typeof PRICE_MODE;
/** `status`. */
export const SPOT_STATUS = { open: 1, completed: 2, cancelled: 3 } as const;
export type SpotStatus = keyof typeof SPOT_STATUS;

/** `type` in lists: the side, as a number. */
export const ORDER_TYPE = { buy: 1, sell: 2 } as const;

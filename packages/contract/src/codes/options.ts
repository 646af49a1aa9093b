/** `hyzd` and `buytype`, the number each has on the wire. */
export const DIRECTION = { up: 1, down: 2 } as const;
/** `status`, the number each has on the wire. */
export const OPTION_STATUS = { open: 1, settled: 2 } as const;
export type OptionStatus = keyof typeof OPTION_STATUS;
/** `rules` of an option: begun and ended by ticks of trades, as before, or by marks. */
export const OPTION_RULES = { ticks: 1, marks: 2 } as const;

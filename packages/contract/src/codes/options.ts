/** `hyzd` and `buytype`. */
export const DIRECTION = { up: 1, down: 2 } as const;
/** `status`. */
export const OPTION_STATUS = { open: 1, settled: 2 } as const;
export type OptionStatus = keyof typeof OPTION_STATUS;
/** `rules`: begun and ended by ticks of trades, as before, or by marks. */
export const OPTION_RULES = { ticks: 1, marks: 2 } as const;
/** Outcomes that `getHyStats` lists. */
export const STATS_LAST = 20;

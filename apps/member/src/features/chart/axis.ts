import type { Logical, UTCTimestamp } from 'lightweight-charts';

// The library brands its numbers and has no constructors for them.

/** A time on the axis, from {@link ChartTimes.toAxis}. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library has no constructor for its brand
export const asAxisTime = (axisS: number): UTCTimestamp => axisS as UTCTimestamp;
/** The index of a bar, counted from the first. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library has no constructor for its brand
export const asLogical = (index: number): Logical => index as Logical;

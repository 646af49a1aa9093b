/**
 * What the chart of the options screen draws: candles of the chosen interval, or the marks as they come, with the lines
 * of open options.
 */
export interface ChartMode {
  readonly shows: 'candles' | 'ticks';
  /** The member chose it: it is left alone until their next option. */
  readonly isChosen: boolean;
  /** Options that were open when it was last looked at. */
  readonly open: readonly number[];
}

export const FIRST_MODE: ChartMode = { shows: 'candles', isChosen: false, open: [] };

/**
 * Goes to the marks with each new option, and back to candles when the last one ended, unless the member chose marks
 * themselves.
 */
export function withOpen(mode: ChartMode, open: readonly number[]): ChartMode {
  if (open.some((id) => !mode.open.includes(id)))
    return { shows: 'ticks', isChosen: mode.shows === 'ticks' && mode.isChosen, open };
  if (open.length === 0 && mode.open.length > 0 && !mode.isChosen) return { shows: 'candles', isChosen: false, open };
  return open.length === mode.open.length ? mode : { ...mode, open };
}

/** The member's own choice. */
export const chosen = (mode: ChartMode, shows: ChartMode['shows']): ChartMode => ({ ...mode, shows, isChosen: true });

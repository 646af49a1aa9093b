/** What the chart of the options screen draws: candles, or marks with the lines of open options. */
export interface ChartMode {
  readonly shows: 'candles' | 'ticks';
  /** The member chose it: it stays until their next option. */
  readonly isChosen: boolean;
  /** Options that were open at the last look. */
  readonly open: readonly number[];
}

export const FIRST_MODE: ChartMode = { shows: 'candles', isChosen: false, open: [] };

/** Switches to marks with each new option, and back after the last, unless the member chose marks. */
export function withOpen(mode: ChartMode, open: readonly number[]): ChartMode {
  if (open.some((id) => !mode.open.includes(id)))
    return { shows: 'ticks', isChosen: mode.shows === 'ticks' && mode.isChosen, open };
  if (open.length === 0 && mode.open.length > 0 && !mode.isChosen) return { shows: 'candles', isChosen: false, open };
  return open.length === mode.open.length ? mode : { ...mode, open };
}

/** The member's own choice. */
export const chosen = (mode: ChartMode, shows: ChartMode['shows']): ChartMode => ({ ...mode, shows, isChosen: true });

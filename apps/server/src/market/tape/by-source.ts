import type { Tick } from '../types.ts';

interface Stretch {
  readonly source: string;
  readonly ticks: Tick[];
}

/**
 * Groups ticks by source, each market's in order, as one write has one source; always at least one group.
 * @param feed the source of ticks that name none.
 */
export function bySource(ticks: readonly Tick[], feed: string): Stretch[] {
  const stretches: Stretch[] = [];
  /** The group of each market's last tick, and the last group of each source. */
  const placeOf = new Map<string, number>();
  const openAt = new Map<string, number>();
  for (const tick of ticks) {
    const source = tick.source ?? feed;
    const earliest = placeOf.get(tick.marketId) ?? 0;
    const open = openAt.get(source);
    const place = open !== undefined && open >= earliest ? open : stretches.push({ source, ticks: [] }) - 1;
    openAt.set(source, place);
    placeOf.set(tick.marketId, place);
    stretches[place]?.ticks.push(tick);
  }
  return stretches.length === 0 ? [{ source: feed, ticks: [] }] : stretches;
}

import type { Tick } from '../types.ts';

/** Ticks of one source, as they can be written together. */
interface Stretch {
  readonly source: string;
  readonly ticks: Tick[];
}

/**
 * Sets ticks apart by the venue they name, each market's still in the order they came: what goes on the tape in one
 * call has one source. There is always one stretch at least, for a write that only marks the tape whole.
 * @param feed what stands for those that name none.
 */
export function bySource(ticks: readonly Tick[], feed: string): Stretch[] {
  const stretches: Stretch[] = [];
  /** Where each market's last tick stands, and where each source may still be added to. */
  const placeOf = new Map<string, number>();
  const openAt = new Map<string, number>();
  for (const tick of ticks) {
    const source = tick.source ?? feed;
    const least = placeOf.get(tick.marketId) ?? 0;
    const open = openAt.get(source);
    const place = open !== undefined && open >= least ? open : stretches.push({ source, ticks: [] }) - 1;
    openAt.set(source, place);
    placeOf.set(tick.marketId, place);
    stretches[place]?.ticks.push(tick);
  }
  return stretches.length === 0 ? [{ source: feed, ticks: [] }] : stretches;
}

import { recallJson, remember } from '../../platform/storage.ts';

const KEPT = 6;

/** Symbols of the markets opened last on this device, newest first. */
export const recentMarkets = (): readonly string[] => recallJson<readonly string[]>('seen') ?? [];

/** Notes that a market was opened. */
export function noteSeen(symbol: string): void {
  const before = recentMarkets();
  if (before[0] !== symbol)
    remember('seen', JSON.stringify([symbol, ...before.filter((each) => each !== symbol)].slice(0, KEPT)));
}

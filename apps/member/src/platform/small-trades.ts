import { recall, remember } from './storage.ts';
import { createStore, useStore } from './store.ts';

/** Below this worth, in USDT, a trade is small (PRODUCT 1). */
export const SMALL_BELOW = '10000';

const ALL = 'all';
const skips = createStore(recall('look') !== ALL);

/** True while small trades go without a last look, on this device; so unless the member wants to see each. */
export const useSkipsSmall = (): boolean => useStore(skips);

/** Whether small trades go without a last look; kept on this device. */
export function setSkipsSmall(next: boolean): void {
  remember('look', next ? 'small' : ALL);
  skips.set(next);
}

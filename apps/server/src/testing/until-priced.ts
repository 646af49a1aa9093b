import { vi } from 'vitest';
import { READY_WITHIN_MS } from './child-server.ts';

/** Waits for the first prices of a server, which come a moment after it is ready. */
export const untilPriced = (url: string): Promise<boolean> =>
  vi.waitUntil(async () => (await fetch(`${url}/readyz/feed`)).ok, { timeout: READY_WITHIN_MS });

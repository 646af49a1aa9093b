import fc from 'fast-check';
import { vi } from 'vitest';

/** Property tests use the same examples in every run; `TEST_SEED` tries others. */
fc.configureGlobal({ seed: Number(process.env['TEST_SEED'] ?? '20260101') });

/**
 * Default wait for an expected state, long enough for a busy machine. `expect.poll` has the same in the configuration.
 */
const WAIT_MS = 20_000;

const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options = {}) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: WAIT_MS, ...options });
vi.waitUntil = (callback, options = {}) =>
  waitUntil(callback, typeof options === 'number' ? options : { timeout: WAIT_MS, ...options });

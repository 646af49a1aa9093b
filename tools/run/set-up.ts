import fc from 'fast-check';
import { vi } from 'vitest';

/** Property tests draw the same examples in every run; `TEST_SEED` tries others. */
fc.configureGlobal({ seed: Number(process.env['TEST_SEED'] ?? '20260101') });

/**
 * How long a test waits for what is to come: a busy machine may take that long, and who fails is told soon enough.
 * `expect.poll` has the same, by the configuration.
 */
const WAIT_MS = 20_000;

const { waitFor } = vi;
vi.waitFor = (callback, options = {}) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: WAIT_MS, ...options });

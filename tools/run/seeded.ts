import fc from 'fast-check';

/** Property tests draw the same examples in every run; `TEST_SEED` tries others. */
fc.configureGlobal({ seed: Number(process.env['TEST_SEED'] ?? '20260101') });

import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { describe, runFrauds } from './frauds/run-frauds.ts';

// The same as `npm run frauds`: about a minute, most of it for starting verifiers.

const TIMEOUT_MS = 300_000;
const hasPython = spawnSync('python3', ['--version']).status === 0;

test.skipIf(!hasPython)(
  'each fraud has its name from both verifiers or from the audit, and nothing honest has one',
  { timeout: TIMEOUT_MS },
  async () => {
    const outcome = await runFrauds();
    expect(outcome.isRight ? 'right' : describe(outcome)).toBe('right');
  },
);

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongFirst } from './tools/run/long-first.ts';

/** A property test or a simulated year may take a while on a busy machine; a hang may not. */
const testTimeout = 60_000;
const shared = {
  testTimeout,
  // What a file starts for all its tests takes as long, and what it stops.
  hookTimeout: testTimeout,
  expect: { poll: { timeout: 20_000 } },
  setupFiles: ['./tools/run/set-up.ts'],
};
/** Component tests of a browser app: each file draws into a page of its own. */
const drawn = (app: 'member' | 'console', alias: Readonly<Record<string, string>> = {}) => ({
  test: {
    ...shared,
    name: `${app}-screens`,
    include: [`apps/${app}/src/**/*.test.tsx`],
    environment: 'happy-dom',
    alias,
    setupFiles: [...shared.setupFiles, `apps/${app}/src/testing/set-up.ts`],
  },
});

export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: 'packages', include: ['packages/*/src/**/*.test.{ts,tsx}'] } },
      {
        test: {
          ...shared,
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          // A process for each file would read the whole server again each time. Its modules keep nothing of one test
          // for the next: what lasts is handed in.
          isolate: false,
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'apps',
          include: ['apps/{member,console,witness,mcp}/src/**/*.test.ts', 'apps/member/*.test.ts'],
        },
      },
      drawn('member', {
        'virtual:plimsoll/messages': join(import.meta.dirname, 'apps/member/src/testing/messages.ts'),
      }),
      drawn('console'),
      { test: { ...shared, name: 'tools', include: ['tools/**/*.test.ts', 'bench/**/*.test.ts', 'e2e/**/*.test.ts'] } },
    ],
    // Each worker keeps a PostgreSQL backend busy besides itself, but many wait for what they started.
    maxWorkers: Math.max(3, Math.min(4, availableParallelism())),
    sequence: { sequencer: LongFirst },
    pool: 'forks',
  },
});

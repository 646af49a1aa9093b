import { existsSync } from 'node:fs';
import type { Step } from './all.ts';
import { check, command, ROOT, type Part } from './part.ts';
import { playwrightPart, vitestPart } from './suites.ts';

const bin = (name: string): string => `${ROOT}node_modules/${name}`;

/** First and exclusive: typed lint rules depend on it. */
const types = check('types', async () => (await command(bin('typescript/bin/tsc'), ['-b'])).status === 0);
const looks: readonly Part[] = [
  check('lint', async () => {
    const { status, output } = await command(bin('oxlint/bin/oxlint'), ['--type-aware'], { keep: true });
    // When it cannot read a tsconfig it skips typed rules and may still succeed.
    return status === 0 && !output.includes('tsconfig-error');
  }),
  check('format', async () => (await command(bin('oxfmt/bin/oxfmt'), ['--check', '.'])).status === 0),
  check('tidy', async () => (await command('tools/tidy/main.ts', [])).status === 0),
];

/** Checks that do not run the product. */
export const quickParts: readonly Step[] = [types, looks];

/** Everything `npm test` runs, fast checks first. */
export const allParts = (): readonly Step[] => [
  types,
  [
    ...looks,
    check(
      'dead code',
      async () => (await command(bin('knip/bin/knip.js'), ['--no-progress', '--no-config-hints'])).status === 0,
    ),
    ...(existsSync(`${ROOT}apps/member/index.html`)
      ? [check('build', async () => (await command('tools/prepare.mjs', ['build'])).status === 0)]
      : []),
  ],
  ...(existsSync(`${ROOT}apps/member/index.html`)
    ? [check('sizes', async () => (await command('tools/sizes.ts', [])).status === 0)]
    : []),
  vitestPart(),
  ...(existsSync(`${ROOT}e2e/playwright.config.ts`) ? [playwrightPart()] : []),
];

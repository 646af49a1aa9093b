import { existsSync } from 'node:fs';
import { check, command, ROOT, type Part } from './part.ts';
import { playwrightPart, vitestPart } from './suites.ts';

const bin = (name: string): string => `${ROOT}node_modules/${name}`;

/** What can be told without running the product. */
export const quickParts: readonly Part[] = [
  check('types', async () => (await command(bin('typescript/bin/tsc'), ['-b'])).status === 0),
  check('lint', async () => {
    const { status, output } = await command(bin('oxlint/bin/oxlint'), ['--type-aware'], { keep: true });
    // Where it cannot read a tsconfig it leaves the typed rules out and may still end well.
    return status === 0 && !output.includes('tsconfig-error');
  }),
  check('tidy', async () => (await command('tools/tidy/main.ts', [])).status === 0),
];

/** Everything `npm test` runs, in this order: what is quick to fail comes first. */
export const allParts = (): readonly Part[] => [
  ...quickParts,
  check('dead code', async () => (await command(bin('knip/bin/knip.js'), ['--no-progress', '--no-config-hints'])).status === 0),
  vitestPart(),
  ...(existsSync(`${ROOT}apps/member/index.html`) ? [check('build', async () => (await command('tools/prepare.mjs', ['build'])).status === 0)] : []),
  ...(existsSync(`${ROOT}e2e/playwright.config.ts`) ? [playwrightPart()] : []),
];

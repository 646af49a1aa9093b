import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { AUDITS } from './slices.ts';
import type { SliceAudit } from './platform/slice.ts';

const FEATURES = new URL('./features/', import.meta.url);
/** What others are made with, without calls of its own: `debt` answers what is owed, `operating` serves figures. */
const NOT_SLICES = ['debt', 'operating'];
const slices = readdirSync(FEATURES).filter((name) => !NOT_SLICES.includes(name));
const entryPoints = await Promise.all(
  slices.map(async (name) => [name, (await import(`./features/${name}/index.ts`)) as Record<string, unknown>] as const),
);

test.each(entryPoints)('%s exports createX from a file of that name', (name, entryPoint) => {
  expect(entryPoint).toHaveProperty(`create${name[0]?.toUpperCase()}${name.slice(1)}`, expect.any(Function));
  expect(readdirSync(new URL(`${name}/`, FEATURES))).toContain(`create-${name}.ts`);
});

test('npm run audit runs the audits of every slice', () => {
  const wanted = entryPoints.flatMap(([, entryPoint]) =>
    Object.entries(entryPoint).flatMap(([name, value]) => (name.endsWith('Audits') ? (value as SliceAudit[]) : [])),
  );
  expect(wanted.filter((audit) => !AUDITS.includes(audit))).toEqual([]);
  expect(wanted.length).toBeGreaterThan(10);
});

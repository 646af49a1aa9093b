import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');
const NAMED = /\bsql(?:<[^(]*>)?\(\s*'([^']+)'/g;

// PostgreSQL prepares a statement by its name once for each connection: of two texts under one name the second fails.
test('every statement of the server has a name of its own', () => {
  const files = globSync('**/*.ts', { cwd: SOURCES }).filter(
    (file) => !file.endsWith('.test.ts') && !file.startsWith('testing'),
  );
  const names = files.flatMap((file) =>
    [...readFileSync(join(SOURCES, file), 'utf8').matchAll(NAMED)].map(([, name]) => name),
  );
  expect(names.length).toBeGreaterThan(500);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

import { writeFileSync } from 'node:fs';
import { ROOT } from './run/part.ts';
import { readMigrated } from './schema-docs/on-migrated.ts';
import { renderSchema } from './schema-docs/render.ts';

// Writes docs/SCHEMA.md and the schema's snapshot from a migrated database. A test fails while they are stale.
const { schema, comments } = await readMigrated();
for (const { path, text } of renderSchema(schema, comments)) {
  writeFileSync(`${ROOT}${path}`, text);
  console.log(`${path}: ${text.split('\n').length} lines`);
}

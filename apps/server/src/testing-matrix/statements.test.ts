import { expect, test } from 'vitest';
import { afterSeal } from '../ledger/index.ts';
import { connected } from '../platform/connection.ts';
import { AUDITS } from '../slices.ts';
import { testDatabase } from '../testing/index.ts';
import { declaredStatements } from './statements.ts';

/** Of a seal, for what audits read after it. */
const ENDS =
  '{"batch": 1, "journal": 1, "operators": 0, "log": 0, "epoch": 0, "frontier": [], "ticks": {}, "marks": {}}';
/** `lock table` cannot be prepared; PostgreSQL checks its names all the same when it runs. */
const NOT_PREPARED = /^\s*lock table /;

test('every statement of the server, and of its audits, is valid on the schema', async () => {
  const declared = await declaredStatements();
  const afterwards = AUDITS.flatMap((audit) => afterSeal(audit, { id: '1', ends: ENDS }));
  const audits = [...AUDITS, ...afterwards].flatMap(({ key, wrong, figures }) => [
    [`${key}.wrong`, wrong],
    [`${key}.figures`, figures],
  ]);
  const database = await testDatabase();
  const invalid: string[] = [];
  await connected(database.url, async (client) => {
    for (const [at, [name, text]] of [...declared, ...audits].entries()) {
      if (NOT_PREPARED.test(text)) continue;
      await client.query(`prepare statement_${at} as ${text}`).catch((error: Error) => {
        invalid.push(`${name}: ${error.message}`);
      });
    }
  });
  await database.drop();
  expect(declared.length).toBeGreaterThan(500);
  expect(invalid).toEqual([]);
});

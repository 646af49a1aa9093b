import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** With the directives in its comments (docs/OPERATING.md, "Migrations"). */
export interface MigrationFile {
  /** `0001_ledger` */
  readonly name: string;
  readonly text: string;
  /** SHA-256 (hex) of the file. */
  readonly sha256: string;
  /**
   * `-- outside a transaction`: runs statement by statement, as `create index concurrently` needs; must be repeatable.
   */
  readonly isOutside: boolean;
  /** `-- contract: programs from 0036 on`: older programs can no longer work with the database. */
  readonly needs: string | null;
}

const NAME = /^\d{4}_[a-z0-9_]+\.sql$/;
const OUTSIDE = /^-- outside a transaction$/m;
const CONTRACT = /^-- contract: programs from (\d{4}) on$/m;

/** Reads the migrations of a folder, in order. */
export async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name)).sort();
  return Promise.all(
    names.map(async (file): Promise<MigrationFile> => {
      const text = await readFile(join(folder, file), 'utf8');
      return {
        name: file.slice(0, -'.sql'.length),
        text,
        sha256: createHash('sha256').update(text).digest('hex'),
        isOutside: OUTSIDE.test(text),
        needs: CONTRACT.exec(text)?.[1] ?? null,
      };
    }),
  );
}

/** Outside a transaction: each ends a line with its semicolon. */
export const statementsOf = ({ text }: MigrationFile): string[] =>
  text
    .split(/;[ \t]*(?:\n|$)/)
    .map((each) => each.trim())
    .filter((each) => each.replaceAll(/^--.*$/gm, '').trim() !== '');

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A numbered SQL file, and what its own comments say of how it is run (docs/OPERATING.md, "Migrations"). */
export interface MigrationFile {
  /** `0001_ledger` */
  readonly name: string;
  readonly text: string;
  /** SHA-256 (hex) of the file. */
  readonly sha256: string;
  /**
   * `-- outside a transaction`: statement by statement, as `create index concurrently` asks for; it must do no harm
   * twice.
   */
  readonly isOutside: boolean;
  /**
   * `-- contract: programs from 0036 on`: it takes away what older programs use, so they must not be started any more.
   */
  readonly needs: string | null;
}

const NAME = /^\d{4}_[a-z0-9_]+\.sql$/;
const OUTSIDE = /^-- outside a transaction$/m;
const CONTRACT = /^-- contract: programs from (\d{4}) on$/m;

/** Reads the migrations of a folder, in the order in which they run. */
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

/** The statements of a migration that runs outside a transaction: each ends a line with its semicolon. */
export const statementsOf = ({ text }: MigrationFile): string[] =>
  text
    .split(/;[ \t]*(?:\n|$)/)
    .map((each) => each.trim())
    .filter((each) => each.replaceAll(/^--.*$/gm, '').trim() !== '');

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Client } from '../../apps/server/src/platform/connection.ts';
import { quoted } from './on-client.ts';

/** Records of migrations: created by running them. */
const OF_MIGRATIONS = ['kysely_migration', 'kysely_migration_lock', 'migration_note'];

/** A table with its copied columns; generated ones are left out. */
export interface TableShape {
  readonly table: string;
  readonly columns: readonly string[];
  /** Its rows lie in other tables, which are made as needed: they are copied in one order, whichever there are. */
  readonly isParted?: boolean;
}

/** Every table of the database, by name. */
export async function tablesOf(client: Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns, c.relkind = 'p' as "isParted"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all($1)
    group by c.relname, c.relkind order by c.relname`,
    [OF_MIGRATIONS],
  );
  return rows;
}

const spelled = ({ table, columns }: TableShape): string => `${quoted(table)} (${columns.map(quoted).join(', ')})`;

const read = (shape: TableShape): string =>
  shape.isParted === true
    ? `(select ${shape.columns.map(quoted).join(', ')} from ${quoted(shape.table)} order by ${shape.columns.map((_, at) => at + 1).join(', ')})`
    : spelled(shape);

/** Hashes what passes through. */
class Hashing extends Transform {
  readonly #hash = createHash('sha256');

  override _transform(part: Buffer, _encoding: BufferEncoding, done: (error: null, part: Buffer) => void): void {
    this.#hash.update(part);
    done(null, part);
  }

  hex(): string {
    return this.#hash.digest('hex');
  }
}

/** Copies a table into a compressed, optionally sealed file. */
export async function copyOut(
  client: Client,
  shape: TableShape,
  path: string,
  sealing: readonly Transform[] = [],
): Promise<{ readonly rows: number; readonly content: string; readonly sha256: string }> {
  const [before, after] = [new Hashing(), new Hashing()];
  const stream = client.query(copyTo(`copy ${read(shape)} to stdout`));
  await pipeline([
    stream,
    before,
    createGzip({ level: 3 }),
    ...sealing,
    after,
    createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }),
  ]);
  return { rows: stream.rowCount, content: before.hex(), sha256: after.hex() };
}

/** The hash of what {@link copyOut} would write. */
export async function contentOf(client: Client, shape: TableShape): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(client.query(copyTo(`copy ${read(shape)} to stdout`)), hash);
  return hash.digest('hex');
}

/** Copies a compressed file into a table. */
export async function copyIn(
  client: Client,
  shape: TableShape,
  path: string,
  opening: readonly Transform[] = [],
): Promise<void> {
  await pipeline([
    createReadStream(path),
    ...opening,
    createGunzip(),
    client.query(copyFrom(`copy ${spelled(shape)} from stdin`)),
  ]);
}

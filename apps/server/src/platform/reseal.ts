import { sql, type Db, type Statement } from './db.ts';
import type { Seal } from './seal.ts';

/** What came of sealing again. */
export interface Resealed {
  /** Were sealed with the secret before, and are with the present one. */
  readonly again: number;
  /** Were sealed with the present one. */
  readonly present: number;
  /** Names of what no secret opens. */
  readonly unreadable: readonly string[];
}

/** A page of a table is that large. */
const PAGE = 200;

interface Sealed {
  /** What the bytes are bound to. */
  id: string;
  sealed: Buffer;
}

interface Column {
  /** For people: the table and column. */
  readonly name: string;
  /** Ids and bytes behind `$1` (null to begin with), `$2` at most, in the order of ids. */
  readonly page: Statement<Sealed>;
  /** Puts `$3` in the place of `$2` in the row of `$1`; what changed meanwhile stays. */
  readonly replace: Statement<never>;
}

interface ColumnName {
  readonly table: string;
  readonly id: string;
  readonly idType?: 'bigint' | 'text';
  readonly column: string;
}

/** Statements for a column of sealed bytes that are bound to the row's id. */
export const sealedColumn = (name: string, { table, id, idType = 'bigint', column }: ColumnName): Column => ({
  name: `${table}.${column}`,
  page: sql(
    `${name}.sealed`,
    `select ${id}::text as id, ${column} as sealed from ${table}
     where ${column} is not null and ($1::text is null or ${id} > $1::text::${idType}) order by ${table}.${id} limit $2`,
  ),
  replace: sql(`${name}.reseal`, `update ${table} set ${column} = $3 where ${id} = $1 and ${column} = $2`),
});

/** Seals a column again, page by page, while others work; may be repeated at any time. */
export async function resealColumn(db: Db, seal: Seal, { name, page, replace }: Column): Promise<Resealed> {
  let [again, present] = [0, 0];
  const unreadable: string[] = [];
  for (let after: string | null = null; ;) {
    const rows: Sealed[] = await db.run(page, [after, PAGE]);
    for (const { id, sealed } of rows) {
      const fresh = seal.again(id, sealed);
      if (fresh === 'present') present += 1;
      else if (fresh === 'unreadable') unreadable.push(`${name} of ${id}`);
      else {
        await db.run(replace, [id, sealed, fresh]);
        again += 1;
      }
    }
    after = rows.at(-1)?.id ?? null;
    if (rows.length < PAGE) return { again, present, unreadable };
  }
}

/** The same of several. */
export const addResealed = (all: readonly Resealed[]): Resealed => ({
  again: all.reduce((sum, each) => sum + each.again, 0),
  present: all.reduce((sum, each) => sum + each.present, 0),
  unreadable: all.flatMap((each) => each.unreadable),
});

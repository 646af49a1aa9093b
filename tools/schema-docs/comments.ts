import type { MigrationFile } from '../../apps/server/src/platform/migration-files.ts';

/** Comments of the migrations, and the slice of each object. */
export interface Comments {
  /** Slices in the order of their files, with their head comments. */
  readonly slices: ReadonlyMap<string, readonly string[]>;
  /** The slice of a table, function or type, by its name. */
  readonly madeBy: ReadonlyMap<string, string>;
  /** The comment of a table, function, type, column (`loan.days`) or constraint (`loan.loan_total`). */
  readonly about: ReadonlyMap<string, string>;
}

const MADE = /^create (?:or replace )?(?:unlogged )?(?:table|function|domain)\s+(?:if not exists )?(\w+)/;
const TABLE_OPENS = /^(?:create (?:unlogged )?table (?:if not exists )?|alter table (?:only )?)(\w+)/;
const CONSTRAINT = /^(?:add )?constraint (\w+)/;
const COLUMN = /^(?:add (?:column )?(?:if not exists )?)?([a-z_]\w*) \S/;
const NO_COLUMN = new Set(['alter', 'check', 'drop', 'exclude', 'foreign', 'primary', 'rename', 'unique', 'validate']);
/** Directives for migrations, not about objects. */
const DIRECTIVE = /^(?:safe|contract): |^outside a transaction$/;

/** `0012_market_marks` belongs to `market`. */
const sliceOf = ({ name }: MigrationFile): string => name.split('_')[1] ?? name;

/** Comment lines for the next object; an empty line ends them. */
class Pending {
  #lines: string[] = [];

  add(line: string): void {
    if (!DIRECTIVE.test(line)) this.#lines.push(line);
  }

  take(): string {
    const text = this.#lines.join(' ');
    this.#lines = [];
    return text;
  }
}

/** Comments of one file, by their object. */
function readFile(text: string, note: (name: string, comment: string) => void, made: (name: string) => void): void {
  const pending = new Pending();
  let table: string | undefined;
  for (const line of text.replaceAll(/\$(\w*)\$.*?\$\1\$/gs, '$$$$').split('\n')) {
    const words = line.trim();
    if (words.startsWith('--')) {
      pending.add(words.slice(2).trim());
      continue;
    }
    const comment = pending.take();
    const name = MADE.exec(line)?.[1];
    if (name !== undefined) {
      made(name);
      if (comment !== '') note(name, comment);
    }
    const opened = TABLE_OPENS.exec(line);
    table = opened?.[1] ?? table;
    const rest = opened === null ? words : line.slice(opened[0].length).trim();
    if (table !== undefined && comment !== '' && name === undefined) {
      const constraint = CONSTRAINT.exec(rest)?.[1];
      const column = COLUMN.exec(rest)?.[1];
      const isColumn = column !== undefined && !NO_COLUMN.has(column);
      if (constraint ?? isColumn) note(`${table}.${constraint ?? column}`, comment);
    }
    if (words.endsWith(';')) table = undefined;
  }
}

/** Reads the comments of all migrations; later ones replace earlier ones. */
export function readComments(files: readonly MigrationFile[]): Comments {
  const slices = new Map<string, string[]>();
  const madeBy = new Map<string, string>();
  const about = new Map<string, string>();
  for (const file of files) {
    const slice = sliceOf(file);
    const header = /^(?:--.*\n)+(?=\n)/.exec(file.text)?.[0] ?? '';
    const heading = header.replaceAll(/^-- ?/gm, '').replaceAll('\n', ' ').trim();
    slices.set(slice, [...(slices.get(slice) ?? []), ...(heading === '' ? [] : [heading])]);
    readFile(
      file.text.slice(header.length),
      (name, comment) => about.set(name, comment),
      (name) => madeBy.has(name) || madeBy.set(name, slice),
    );
  }
  return { slices, madeBy, about };
}

import { isTest, lineAt, type Finding, type Rule, type SourceFile } from '../house.ts';

/** Columns of `spot_book` that are null once a snapshot is packed. */
const PACKED = '(?:source_time|receive_time|recovery_ms|previous|(?:bids|asks)(?:_left|_taken|_taken_at|_off)?)';
/** The table, and the name that a statement gives it. */
const TABLE =
  /(\binto\s+)?\bspot_book\b(?!\s*%)(?:\s+(?:as\s+)?(?!(?:on|where|order|group|cross|left|inner|join|using|union|set|limit|for|values|disable|enable|like|add|alter|drop)\b)([a-z]\w*))?/g;
/** A statement that reads the newest snapshot alone, which is never packed: a constraint of the database. */
const OF_THE_NEWEST = /\b(?:where|and)\s+(?:\w+\.)?is_newest\b(?!\s*=)/;
const EXCUSE = /not packed: \S/;
/** The first migration after which functions of the database must open snapshots too. */
const PACKING = '0052';
/** Forgers go round everything on purpose. */
const FORGERS = 'e2e/frauds/';

const isReader = (file: SourceFile): boolean =>
  !isTest(file) &&
  !file.path.startsWith(FORGERS) &&
  !file.path.startsWith('tools/tidy/') &&
  (/\.(?:ts|tsx|mjs|js|py|sh)$/.test(file.path) ||
    /\/migrations\/(\d{4})_[^/]*\.sql$/.exec(file.path)?.[1]?.localeCompare(PACKING) === 1);

interface Piece {
  readonly text: string;
  readonly at: number;
}

/** Statements: what stands between backticks or `$$`, and short ones between quotes. */
function pieces({ text }: SourceFile): Piece[] {
  const found: Piece[] = [];
  let at = 0;
  for (const part of text.split(/(`|\$\$)/)) {
    if (/\bspot_book\b/.test(part)) {
      const quoted = [...part.matchAll(/(['"])[^'"\n]*\bspot_book\b[^'"\n]*\1/g)];
      if (quoted.length === 0) found.push({ text: part, at });
      for (const each of quoted) found.push({ text: each[0], at: at + each.index });
    }
    at += part.length;
  }
  return found;
}

/** Places in a statement where columns of a snapshot are read as they lie in the table. */
function readsAround(statement: string): number[] {
  if (OF_THE_NEWEST.test(statement) || EXCUSE.test(statement)) return [];
  const tables = [...statement.matchAll(TABLE)].filter(([, into]) => into === undefined);
  if (tables.length === 0) return [];
  const names = new Set(['spot_book', ...tables.flatMap(([, , name]) => (name === undefined ? [] : [name]))]);
  const named = new RegExp(`\\b(?:${[...names].join('|')})\\.(?:${PACKED}\\b|\\*)`, 'g');
  // What a statement sets, or names its own columns by, is not read.
  const bare = new RegExp(`(?<![.\\w])(?<!\\bas )${PACKED}\\b(?!\\s*=)|select\\s+\\*(?=\\s+from\\s+spot_book\\b)`, 'g');
  return [...statement.matchAll(named), ...statement.matchAll(bare)].map(({ index }) => index);
}

/** Code that names the table, but for tests and forgers. */
export const booksReaders = (files: readonly SourceFile[]): string[] =>
  files.filter((file) => isReader(file) && pieces(file).length > 0).map(({ path }) => path);

/**
 * Kept books are packed once they are superseded (LEDGER): who reads what one says reads `spot_book_open`. Keys, the hash
 * and the tick stand in the row itself; another exception says why in a comment `not packed: …` inside the statement.
 */
export const openedBooks: Rule = (files) =>
  files.filter(isReader).flatMap((file): Finding[] =>
    pieces(file).flatMap(({ text, at }) =>
      readsAround(text).map((index) => ({
        path: file.path,
        line: lineAt(file.text, at + index),
        sentence: 'a kept book is read round spot_book_open: packed ones say nothing here.',
      })),
    ),
  );

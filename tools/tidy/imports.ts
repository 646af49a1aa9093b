import { posix } from 'node:path';
import { lineAt, type SourceFile } from './house.ts';

/** One import or re-export. */
export interface Import {
  /** What stands between the quotes. */
  readonly from: string;
  /** The file meant, from the repository's folder, when it is relative. */
  readonly path: string | undefined;
  /** `import type`: gone when the code runs. With the word inside the braces the import itself stays. */
  readonly isType: boolean;
  readonly line: number;
}

const STATEMENT =
  /^(?:import|export)\s(?!const|function|async|class|interface|default|let|declare)(?:(type)\s)?(?:[^'";]*?\sfrom\s+)?['"]([^'"\n]+)['"]/gm;
const DYNAMIC = /\bimport\(\s*['"]([^'"\n]+)['"],?\s*\)/g;

/** Everything a file imports. */
export function importsOf({ path, text }: SourceFile): Import[] {
  const make = (from: string, isType: boolean, index: number): Import => ({
    from,
    path: from.startsWith('.') ? posix.join(posix.dirname(path), from) : undefined,
    isType,
    line: lineAt(text, index),
  });
  return [
    ...[...text.matchAll(STATEMENT)].map((match) => make(match[2] ?? '', match[1] === 'type', match.index)),
    ...[...text.matchAll(DYNAMIC)].map((match) => make(match[1] ?? '', false, match.index)),
  ];
}

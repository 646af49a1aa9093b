import { posix } from 'node:path';
import { lineAt, type SourceFile } from './house.ts';

/** One import or re-export. */
export interface Import {
  /** The specifier. */
  readonly from: string;
  /** The imported file, relative to the repository, for relative specifiers. */
  readonly path: string | undefined;
  /** `import type`: removed at run time. With `type` inside the braces the import stays. */
  readonly isType: boolean;
  readonly line: number;
}

const STATEMENT =
  /^(?:import|export)\s(?!const|function|async|class|interface|default|let|declare)(?:(type)\s)?(?:[^'";]*?\sfrom\s+)?['"]([^'"\n]+)['"]/gm;
const DYNAMIC = /\bimport\(\s*['"]([^'"\n]+)['"],?\s*\)/g;

/** All imports of a file. */
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

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A text file of the repository. */
export interface SourceFile {
  /** Relative to the repository, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** A violation of a rule. */
export interface Finding {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** What is wrong, in one sentence. */
  readonly sentence: string;
}

/** A rule: reads all files, answers violations. */
export type Rule = (files: readonly SourceFile[]) => readonly Finding[];

const NOT_OURS = new Set(['node_modules', 'dist', 'var', '.cache', '.git', 'shots']);
const TEXT = /(?:\.(?:ts|tsx|mjs|js|json|sql|css|html|md|svg|sh|py|ya?ml)|\/run|\.npmrc|\.gitignore)$/;

/** The project's text files below `root`, by name. */
export function readFiles(root: string): SourceFile[] {
  const files: SourceFile[] = [];
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !NOT_OURS.has(entry.name)) walk(path);
      else if (entry.isFile() && TEXT.test(path))
        files.push({ path: relative(root, path).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') });
    }
  };
  walk(root);
  return files;
}

/** TypeScript, tests included. */
export const isCode = ({ path }: SourceFile): boolean => /\.(?:ts|tsx|mjs)$/.test(path);
export const isTest = ({ path }: SourceFile): boolean => /\.(?:test|spec)\.tsx?$/.test(path);

/** The line, from 1, of an index in a text. */
export const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/** Matches of a pattern as findings; `sentence` may skip one by undefined. */
export function findAll(
  file: SourceFile,
  pattern: RegExp,
  sentence: (match: RegExpMatchArray) => string | undefined,
): Finding[] {
  return [...file.text.matchAll(pattern)].flatMap((match) => {
    const found = sentence(match);
    return found === undefined ? [] : [{ path: file.path, line: lineAt(file.text, match.index), sentence: found }];
  });
}

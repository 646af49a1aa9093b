import { type Finding, type Rule, type SourceFile } from '../house.ts';

/** Generated pages match their sources. */
export const generatedPages =
  (pages: readonly SourceFile[]): Rule =>
  (files) =>
    pages.flatMap(({ path, text }): Finding[] => {
      const lines = files.find((each) => each.path === path)?.text.split('\n') ?? [];
      const stale = text.split('\n').findIndex((line, index) => line !== lines[index]);
      const place = stale === -1 && lines.length > text.split('\n').length ? text.split('\n').length : stale;
      return place === -1
        ? []
        : [{ path, line: place + 1, sentence: 'it is not what the contract says: `npm run wire-docs` writes it.' }];
    });

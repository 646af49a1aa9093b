import { execFileSync } from 'node:child_process';
import { sliceOf } from '@plimsoll/i18n/checks/finding';
import { sourceHash, type Sources } from '@plimsoll/i18n/checks/sources';
import { textAt } from '../json.ts';
import { ROOT } from '../run/part.ts';

/** Older commits of a file than these are not looked through. */
const MAX_COMMITS = 60;

const git = (...args: readonly string[]): string => {
  try {
    return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    // No git, no repository, or a file that a commit does not have.
    return '';
  }
};

/**
 * The English that translations were made from, by key, as far as the history of the locale files has a text of the
 * recorded hash. Without git it is empty.
 */
export function englishBefore(keys: readonly string[], sources: Sources): Map<string, string> {
  const before = new Map<string, string>();
  for (const slice of new Set(keys.map(sliceOf))) {
    const path = `packages/i18n/locales/en/${slice}.json`;
    const wanted = new Set(keys.filter((key) => sliceOf(key) === slice && sources.has(key)));
    const commits = wanted.size === 0 ? '' : git('log', `--max-count=${MAX_COMMITS}`, '--format=%H', '--', path);
    for (const commit of commits.split('\n').filter(Boolean)) {
      if (wanted.size === 0) break;
      const content = git('show', `${commit}:${path}`);
      if (content === '') continue;
      for (const key of wanted) {
        const text = textAt(content, ...key.split('.').slice(1));
        if (text === undefined || sourceHash(text) !== sources.get(key)) continue;
        before.set(key, text);
        wanted.delete(key);
      }
    }
  }
  return before;
}

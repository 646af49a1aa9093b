import { parseArgs } from 'node:util';
import { readLanguageCode, type LanguageCode } from '@plimsoll/i18n/languages';
import { messageOf } from './message-of.ts';
import { checkLines, markDone, staleLines, tableLines } from './words/report.ts';

// What translators work with (docs/LANGUAGES.md):
// `npm run words -- check de [typography]`: every finding in a language, or those of one check; `check` alone counts.
// `npm run words -- stale de`: translations whose English has changed since.
// `npm run words -- done de app.back …` or `done de --all`: these were looked at.

const USAGE = 'npm run words -- check [<language> [<check>]] | stale <language> | done <language> [<key> …|--all]';

function languageNamed(name: string | undefined): LanguageCode {
  const language = readLanguageCode(name);
  if (!language) throw new RangeError(`${name ?? 'nothing'} is no language. ${USAGE}`);
  return language;
}

function lines(): string[] {
  const { values, positionals } = parseArgs({
    options: { all: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [command, name, ...rest] = positionals;
  if (command === 'check') return name === undefined ? tableLines() : checkLines(languageNamed(name), rest[0]);
  if (command === 'stale') return staleLines(languageNamed(name));
  if (command === 'done') return markDone(languageNamed(name), values.all ? 'all' : rest);
  throw new RangeError(USAGE);
}

try {
  for (const line of lines()) console.log(line);
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}

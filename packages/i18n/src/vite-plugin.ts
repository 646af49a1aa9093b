import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import type { Plugin } from 'vite';
import { LOCALES_FOLDER, readMessages, sliceFiles, writtenLanguages, type Face } from './catalogue.ts';
import { SLICES } from './english.ts';
import { DEFAULT_LANGUAGE, readLanguageCode, type LanguageCode } from './languages.ts';

const INDEX = 'virtual:plimsoll/messages';
/** Below `INDEX`: a language, and one of its later slices. */
const WORDS = new RegExp(`^\\0${INDEX}/([\\w-]+)(?:/(\\w+))?$`);
const HASH_CHARACTERS = 8;

interface CompiledTree {
  [key: string]: CompiledMessage | CompiledTree;
}

/** A language's compiled messages by slice, English where it has none. */
function compiledSlices(language: LanguageCode): Readonly<Record<string, CompiledTree>> {
  const tree: Record<string, CompiledTree> = {};
  for (const [path, message] of new Map([...readMessages(DEFAULT_LANGUAGE), ...readMessages(language)])) {
    const keys = path.split('.');
    let branch: CompiledTree = tree;
    for (const key of keys.slice(0, -1)) branch = (branch[key] ??= {}) as CompiledTree;
    branch[keys.at(-1) ?? ''] = compile(message);
  }
  return tree;
}

const exported = (value: unknown): string => `export default ${JSON.stringify(value)};`;

/** The module that lists the languages and loads each as a chunk of its own. */
function indexModule(languages: readonly LanguageCode[]): string {
  const loaders = languages.map((code) => `${JSON.stringify(code)}: () => import(${JSON.stringify(`${INDEX}/${code}`)})`);
  return `export default {${loaders.join(', ')}};`;
}

/** The slice whose words the kit says. */
const KIT_SLICE = 'app';

/** The console's language: all that it says in one chunk. */
const consoleModule = (slices: Readonly<Record<string, CompiledTree>>): string =>
  exported(Object.fromEntries([KIT_SLICE, ...SLICES.console].map((slice) => [slice, slices[slice] ?? {}])));

/** A language's chunk: the words of the first view, and the way to the others; `from` is a template for the place of a `${slice}`. */
function languageModule(slices: Readonly<Record<string, CompiledTree>>, from: string): string {
  const first = Object.fromEntries(SLICES.first.map((slice) => [slice, slices[slice] ?? {}]));
  return `${exported(first)}\nexport const later = (slice) => import(/* @vite-ignore */ \`${from}\`);`;
}

/**
 * Compiles the catalogue while building, so that the browser carries neither an ICU parser nor languages it does not show.
 * The later slices become files whose names are made of language, slice and one hash for all of the language's: no list of them is needed, so
 * that a slice more adds nothing to a first visit. The console has all of its words in each language's one chunk.
 */
export function messagesPlugin(face: Face = 'member'): Plugin {
  let isBuild = false;
  return {
    name: 'plimsoll-messages',
    config: () => ({ resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } } }),
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    resolveId: (id) => (id === INDEX || id.startsWith(`${INDEX}/`) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${INDEX}`) return indexModule(writtenLanguages(face));
      const [, code, slice] = WORDS.exec(id) ?? [];
      const language = readLanguageCode(code);
      if (!language) return undefined;
      for (const file of [...sliceFiles(language).values(), ...sliceFiles(DEFAULT_LANGUAGE).values()]) this.addWatchFile(file);
      const slices = compiledSlices(language);
      if (face === 'console') return consoleModule(slices);
      if (slice !== undefined) return exported(slices[slice] ?? {});
      if (!isBuild) return languageModule(slices, `/@id/__x00__${INDEX}/${language}/\${slice}`);
      const files = SLICES.later.map((each) => ({ slice: each, source: exported(slices[each] ?? {}) }));
      const hash = createHash('sha256').update(JSON.stringify(files)).digest('base64url').slice(0, HASH_CHARACTERS);
      for (const { slice: each, source } of files) {
        this.emitFile({ type: 'asset', fileName: `assets/words-${language}.${each}-${hash}.js`, source });
      }
      return languageModule(slices, `./words-${language}.\${slice}-${hash}.js`);
    },
    handleHotUpdate({ file, server }) {
      if (!file.startsWith(dirname(LOCALES_FOLDER))) return;
      server.moduleGraph.invalidateAll();
      server.ws.send({ type: 'full-reload' });
    },
  };
}

import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import type { Plugin } from 'vite';
import { LOCALES_FOLDER, readMessages, sliceFiles, writtenLanguages, type Audience } from './catalogue.ts';
import { SLICES } from './english.ts';
import { DEFAULT_LANGUAGE, readLanguageCode, type LanguageCode } from './languages.ts';

const INDEX = 'virtual:plimsoll/messages';
/** Below `INDEX`: a language, and one of its later slices. */
const WORDS = new RegExp(`^\\0${INDEX}/([\\w-]+)(?:/(\\w+))?$`);
const HASH_CHARACTERS = 8;

interface CompiledTree {
  [key: string]: CompiledMessage | CompiledTree;
}

const isTree = (node: CompiledTree[string] | undefined): node is CompiledTree =>
  typeof node === 'object' && !Array.isArray(node);

/** The branch of `tree` under `key`, made where there is none. */
function branchOf(tree: CompiledTree, key: string): CompiledTree {
  const found = tree[key];
  if (isTree(found)) return found;
  const made: CompiledTree = {};
  tree[key] = made;
  return made;
}

/** A language's compiled messages by slice, English where it has none. */
function compiledSlices(language: LanguageCode): Readonly<Record<string, CompiledTree>> {
  const tree: Record<string, CompiledTree> = {};
  for (const [path, message] of new Map([...readMessages(DEFAULT_LANGUAGE), ...readMessages(language)])) {
    const keys = path.split('.');
    let branch: CompiledTree = tree;
    for (const key of keys.slice(0, -1)) branch = branchOf(branch, key);
    branch[keys.at(-1) ?? ''] = compile(message);
  }
  return tree;
}

const exported = (value: unknown): string => `export default ${JSON.stringify(value)};`;

/**
 * The module that lists an audience's languages and loads words by name: `en`, `en.spot`. `load` is the code that loads
 * `name`.
 */
const indexModule = (languages: readonly LanguageCode[], load: string): string =>
  `export const codes = ${JSON.stringify(languages)};\nexport const words = (name) => ${load};`;

/** Loads each language as its own chunk. */
const byChunk = (languages: readonly LanguageCode[]): string =>
  `({${languages.map((code) => `${JSON.stringify(code)}: () => import(${JSON.stringify(`${INDEX}/${code}`)})`).join(', ')}})[name]()`;

/** The slice of the kit's words. */
const KIT_SLICE = 'app';

/** All console words of a language, in one chunk. */
const consoleModule = (slices: Readonly<Record<string, CompiledTree>>): string =>
  exported(Object.fromEntries([KIT_SLICE, ...SLICES.console].map((slice) => [slice, slices[slice] ?? {}])));

/** Words of the first view. */
const firstModule = (slices: Readonly<Record<string, CompiledTree>>): string =>
  exported(Object.fromEntries(SLICES.first.map((slice) => [slice, slices[slice] ?? {}])));

/** All files of members' words, by the name they are loaded by. */
function memberFiles(): { readonly name: string; readonly source: string }[] {
  return writtenLanguages().flatMap((language) => {
    const slices = compiledSlices(language);
    return [
      { name: language, source: firstModule(slices) },
      ...SLICES.later.map((slice) => ({ name: `${language}.${slice}`, source: exported(slices[slice] ?? {}) })),
    ];
  });
}

/**
 * Compiles the catalogue at build time, so that the browser loads neither an ICU parser nor unused languages. Members'
 * words become files named by language, slice and one common hash: without a list, another language or slice adds
 * nothing to a first visit. Console words are one chunk per language.
 */
export function messagesPlugin(audience: Audience = 'member'): Plugin {
  let isBuild = false;
  return {
    name: 'plimsoll-messages',
    config: () => ({ resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } } }),
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    resolveId: (id) => (id === INDEX || id.startsWith(`${INDEX}/`) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${INDEX}`) {
        const languages = writtenLanguages(audience);
        if (audience === 'console') return indexModule(languages, byChunk(languages));
        if (!isBuild)
          return indexModule(
            languages,
            `import(/* @vite-ignore */ \`/@id/__x00__${INDEX}/\${name.replace('.', '/')}\`)`,
          );
        const files = memberFiles();
        const hash = createHash('sha256').update(JSON.stringify(files)).digest('base64url').slice(0, HASH_CHARACTERS);
        for (const { name, source } of files)
          this.emitFile({ type: 'asset', fileName: `assets/words-${name}-${hash}.js`, source });
        return indexModule(languages, `import(/* @vite-ignore */ \`./words-\${name}-${hash}.js\`)`);
      }
      const [, code, slice] = WORDS.exec(id) ?? [];
      const language = readLanguageCode(code);
      if (!language) return undefined;
      for (const file of [...sliceFiles(language).values(), ...sliceFiles(DEFAULT_LANGUAGE).values()])
        this.addWatchFile(file);
      const slices = compiledSlices(language);
      if (audience === 'console') return consoleModule(slices);
      return slice === undefined ? firstModule(slices) : exported(slices[slice] ?? {});
    },
    handleHotUpdate({ file, server }) {
      if (!file.startsWith(dirname(LOCALES_FOLDER))) return;
      server.moduleGraph.invalidateAll();
      server.ws.send({ type: 'full-reload' });
    },
  };
}

import { dirname } from 'node:path';
import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import type { Plugin } from 'vite';
import { LOCALES_FOLDER, readMessages, sliceFiles, writtenLanguages } from './catalogue.ts';
import { DEFAULT_LANGUAGE, readLanguageCode, type LanguageCode } from './languages.ts';

/** Slices that only the server says. */
const SERVER_SLICES: readonly string[] = ['answers', 'mail', 'reasons'];
const INDEX = 'virtual:plimsoll/messages';

interface CompiledTree {
  [key: string]: CompiledMessage | CompiledTree;
}

/** A language's compiled messages for a browser, English where it has none. */
function compiledMessages(language: LanguageCode): CompiledTree {
  const tree: CompiledTree = {};
  for (const [path, message] of new Map([...readMessages(DEFAULT_LANGUAGE), ...readMessages(language)])) {
    const keys = path.split('.');
    if (SERVER_SLICES.includes(keys[0] ?? '')) continue;
    let branch = tree;
    for (const key of keys.slice(0, -1)) branch = (branch[key] ??= {}) as CompiledTree;
    branch[keys.at(-1) ?? ''] = compile(message);
  }
  return tree;
}

/** The module that lists the languages and loads each as a chunk of its own. */
function indexModule(languages: readonly LanguageCode[]): string {
  const loaders = languages.map((code) => `${JSON.stringify(code)}: () => import(${JSON.stringify(`${INDEX}/${code}`)})`);
  return `export default {${loaders.join(', ')}};`;
}

/** Compiles the catalogue while building, so that the browser carries neither an ICU parser nor languages it does not show. */
export function messagesPlugin(): Plugin {
  return {
    name: 'plimsoll-messages',
    config: () => ({ resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } } }),
    resolveId: (id) => (id === INDEX || id.startsWith(`${INDEX}/`) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${INDEX}`) return indexModule(writtenLanguages());
      const language = id.startsWith(`\0${INDEX}/`) ? readLanguageCode(id.slice(INDEX.length + 2)) : undefined;
      if (!language) return undefined;
      for (const file of [...sliceFiles(language).values(), ...sliceFiles(DEFAULT_LANGUAGE).values()]) this.addWatchFile(file);
      return `export default ${JSON.stringify(compiledMessages(language))};`;
    },
    handleHotUpdate({ file, server }) {
      if (!file.startsWith(dirname(LOCALES_FOLDER))) return;
      server.moduleGraph.invalidateAll();
      server.ws.send({ type: 'full-reload' });
    },
  };
}

import { operatorCalls } from '@plimsoll/contract/operator';
import { messagesPlugin } from '@plimsoll/i18n/vite-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const RIGHTS = 'virtual:plimsoll/rights';

/** The minimum role of each call, built from the contract: the browser gets a table instead of zod. */
const rightsPlugin = (): Plugin => ({
  name: 'plimsoll-rights',
  resolveId: (id) => (id === RIGHTS ? `\0${id}` : undefined),
  load(id) {
    if (id !== `\0${RIGHTS}`) return undefined;
    const rights = Object.fromEntries(
      operatorCalls.flatMap(({ method, path, role }) => (role === null ? [] : [[`${method} ${path}`, role]])),
    );
    return `export default ${JSON.stringify(rights)};`;
  },
});

export default defineConfig({
  base: '/operator/',
  plugins: [rightsPlugin(), messagesPlugin('console'), react(), tailwindcss()],
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    // The page's policy forbids `data:`.
    assetsInlineLimit: 0,
    // `tools/sizes.ts` limits its packed size.
    chunkSizeWarningLimit: 800,
  },
});

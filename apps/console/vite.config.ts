import { operatorCalls } from '@plimsoll/contract/operator';
import { messagesPlugin } from '@plimsoll/i18n/vite-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const RIGHTS = 'virtual:plimsoll/rights';

/**
 * The least role of each call, taken from the contract while building: the browser gets a table of words instead of
 * zod.
 */
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
  // Where the server has it.
  base: '/operator/',
  plugins: [rightsPlugin(), messagesPlugin('console'), react(), tailwindcss()],
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    // Nothing by `data:`, which the page's policy would have to allow.
    assetsInlineLimit: 0,
    // Loaded at a desk, by few; `tools/sizes.ts` holds what it may weigh packed.
    chunkSizeWarningLimit: 800,
  },
});

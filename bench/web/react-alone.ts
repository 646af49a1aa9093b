import { brotliCompressSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const APP = fileURLToPath(new URL('../../apps/member', import.meta.url));
const ENTRY = 'virtual:react-alone';

const SOURCE = `
  import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  createRoot(document.body).render(createElement('p', null, 'home'));
`;

/** Brotli bytes of React and ReactDOM, built by the app's tools. */
export async function reactAloneBytes(): Promise<number> {
  const built = await build({
    root: APP,
    configFile: false,
    logLevel: 'silent',
    mode: 'production',
    plugins: [
      {
        name: 'react-alone',
        resolveId: (id) => (id === ENTRY ? `${APP}/react-alone.js` : null),
        load: (id) => (id === `${APP}/react-alone.js` ? SOURCE : null),
      },
    ],
    build: { write: false, target: 'es2023', modulePreload: { polyfill: false }, rolldownOptions: { input: ENTRY } },
  });
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const scripts = outputs.flatMap((each) => (each.type === 'chunk' ? [each.code] : []));
  if (scripts.length === 0) throw new Error('React alone could not be built');
  return scripts.reduce((sum, code) => sum + brotliCompressSync(code).length, 0);
}

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { LANGUAGES } from '@plimsoll/i18n';
import { messagesPlugin } from '@plimsoll/i18n/vite-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { CHUNKS, circleIn } from './chunks.ts';

/** What the service worker leaves to the server. */
const SERVER_PATHS = [
  /^\/api(\/|$)/,
  /^\/huobiapi(\/|$)/,
  /^\/stream(\/|$)/,
  /^\/operator(\/|$)/,
  /^\/(healthz|readyz(\/feed)?)$/,
  /^\/docs(\/|$)/,
  /^\/llms\.txt$/,
];

/** What an entry may consist of besides itself. */
const FIRST_CHUNKS = ['boot', 'rolldown-runtime'];

function firstChunks(
  fileName: string | undefined,
  bundle: Rolldown.OutputBundle,
  found: Rolldown.OutputChunk[] = [],
): readonly Rolldown.OutputChunk[] {
  const chunk = fileName === undefined ? undefined : bundle[fileName];
  if (chunk?.type !== 'chunk' || found.includes(chunk)) return found;
  found.push(chunk);
  for (const next of chunk.imports) firstChunks(next, bundle, found);
  return found;
}

/**
 * Puts the first view's styles into the page, and names the chunks and words it needs, so that they are fetched in
 * parallel.
 */
const completePage = (): Plugin => ({
  name: 'plimsoll-complete-page',
  enforce: 'post',
  transformIndexHtml: {
    order: 'post',
    handler(html, { chunk, bundle = {} }) {
      const pieces = firstChunks(chunk?.fileName, bundle).filter(({ isEntry }) => !isEntry);
      const strays = pieces.filter(({ name }) => !FIRST_CHUNKS.includes(name)).flatMap(({ moduleIds }) => moduleIds);
      if (strays.length > 0)
        throw new Error(
          `The first view also needs ${strays.join(', ')}: let it be in FOR_EVERY_VISIT (chunks.ts), or be loaded later.`,
        );
      const tags: HtmlTagDescriptor[] = pieces.map(({ fileName }) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
        injectTo: 'head',
      }));
      const withStyles = html.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/, (link, file: string) => {
        const styles = bundle[file];
        if (styles?.type !== 'asset') return link;
        delete bundle[file];
        return `<style>${String(styles.source)}</style>`;
      });
      // English stands for all: the others' file names differ by their code alone.
      const words =
        Object.keys(bundle)
          .find((file) => /^assets\/words-en-[\w-]{8}\.js$/.test(file))
          ?.replace('-en-', '-*-') ?? '';
      return {
        html: withStyles
          .replace('/* words of each language */', words && `/${words}`)
          .replace('/* languages */', LANGUAGES.map(({ code }) => code).join(' ')),
        tags,
      };
    },
  },
});

/** No chunk has styles or preloads of its own, so that a dynamic import needs no helper of Vite's. */
const plainImports = (): Plugin => ({
  name: 'plimsoll-plain-imports',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined),
});

/** An error, because chunks that import one another in a circle may not start. */
const withoutCircles = (): Plugin => ({
  name: 'plimsoll-without-circles',
  apply: 'build',
  generateBundle(_options, bundle) {
    const circle = circleIn(bundle);
    if (circle) this.error(`Chunks import one another in a circle: ${circle.join(' > ')} (chunks.ts).`);
  },
});

/** Below it compression saves nothing (WIRE 1.8). */
const PACKED_FROM_BYTES = 1024;

/** Writes each text file compressed beside it: the server sends these as they are. */
const packTightly = (): Plugin => ({
  name: 'plimsoll-pack-tightly',
  apply: 'build',
  closeBundle: {
    order: 'post',
    sequential: true,
    handler() {
      const folder = join(import.meta.dirname, 'dist');
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(html|js|css|svg|webmanifest)$/.test(name)) continue;
        const file = join(folder, name);
        const plain = readFileSync(file);
        if (plain.length < PACKED_FROM_BYTES) continue;
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        };
        writeFileSync(`${file}.br`, brotliCompressSync(plain, { params }));
        writeFileSync(`${file}.gz`, gzipSync(plain, { level: constants.Z_BEST_COMPRESSION }));
      }
    },
  },
});

export default defineConfig({
  plugins: [
    plainImports(),
    completePage(),
    withoutCircles(),
    messagesPlugin(),
    react(),
    tailwindcss(),
    VitePWA({
      // A new version waits until nobody writes in the old one: see docs/OFFLINE.md.
      registerType: 'prompt',
      injectRegister: false,
      manifest: {
        name: 'Plimsoll',
        short_name: 'Plimsoll',
        description: 'A trading and wallet platform whose members can check every fill, settlement and balance.',
        id: '/',
        start_url: '/',
        display: 'standalone',
        background_color: '#0A1734',
        theme_color: '#0A1734',
        icons: [
          { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
          { src: '/icons/app-icon.svg', sizes: 'any', type: 'image/svg+xml' },
        ],
      },
      workbox: {
        globPatterns: ['**/*.{html,js,css}', 'icons/*.svg', 'coins/*.svg'],
        // Words and the chart's code are cached when they are read.
        globIgnores: ['**/words-*.js', '**/library-*.js'],
        // The page that installs it is controlled at once, with its words.
        clientsClaim: true,
        cleanupOutdatedCaches: true,
        navigateFallbackDenylist: SERVER_PATHS,
        runtimeCaching: [
          {
            urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/words-'),
            handler: 'CacheFirst',
            options: { cacheName: 'words', expiration: { maxEntries: 100 } },
          },
          {
            urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/library-'),
            handler: 'CacheFirst',
            options: { cacheName: 'charts', expiration: { maxEntries: 2 } },
          },
          {
            urlPattern: ({ url, sameOrigin }) => sameOrigin && /^\/(banners|icons|coins)\//.test(url.pathname),
            handler: 'StaleWhileRevalidate',
            options: { cacheName: 'drawings' },
          },
        ],
      },
    }),
    packTightly(),
  ],
  build: {
    target: 'es2023',
    modulePreload: false,
    // What each screen needs: `tools/sizes.ts` adds it up.
    manifest: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      // An import from an `index.ts` does not load the slice's other exports.
      treeshake: {
        moduleSideEffects: [
          { test: /member\/src\/features\/|packages\/(contract|i18n|money|proof|rules|ui)\/src\//, sideEffects: false },
        ],
      },
      output: {
        // What every visit needs is one chunk: it compresses better, and nothing is fetched after something else.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: CHUNKS,
        },
        chunkFileNames: 'assets/[name]-[hash].js',
      },
    },
  },
});

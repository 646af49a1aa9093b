import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { messagesPlugin } from '@plimsoll/i18n/vite-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** What the service worker must leave to the server. */
const SERVER_PATHS = [/^\/api(\/|$)/, /^\/huobiapi(\/|$)/, /^\/stream(\/|$)/, /^\/operator(\/|$)/, /^\/(healthz|readyz)$/];

const FOR_EVERY_VISIT = [
  /node_modules\/(react|react-dom|scheduler|use-intl|icu-minify|@tanstack\/(?!.*nfiniteQuery(?:Observer)?\.)[\w-]+)\//,
  /packages\/ui\/src\/(button|coin-mark|figure|change|gauges|icon|icons-shell|logo|overlays|reading|states|tabs|toast|toaster)\.tsx?$/,
  /packages\/i18n\/src\/(languages|numbers|messages|speech)\.ts$/,
  /member\/src\/app\//,
  /member\/src\/platform\/(?!submit|stream)/,
  /member\/src\/features\/site\/(?!language-sheet)/,
  /member\/src\/features\/home\/(?!carousel)/,
  /vite\/preload-helper|virtual:plimsoll\/messages$|rolldown\/runtime/,
];
const isForEveryVisit = (id: string): boolean => FOR_EVERY_VISIT.some((each) => each.test(id));

/**
 * Puts the first view's styles into the page itself, and names there the pieces that its entry imports and each language's words, so that
 * they are fetched beside it. Other chunks are fetched in idle time.
 */
const completePage = (): Plugin => ({
  name: 'plimsoll-complete-page',
  enforce: 'post',
  transformIndexHtml: {
    order: 'post',
    handler(html, { chunk, bundle = {} }) {
      const tags: HtmlTagDescriptor[] = (chunk?.imports ?? []).map((file) => ({ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` }, injectTo: 'head' }));
      const withStyles = html.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/, (link, file: string) => {
        const styles = bundle[file];
        if (styles?.type !== 'asset') return link;
        delete bundle[file];
        return `<style>${String(styles.source)}</style>`;
      });
      const words = Object.fromEntries(Object.keys(bundle).flatMap((file) => {
        const language = /^assets\/words-([\w-]+)-[\w-]{8}\.js$/.exec(file)?.[1];
        return language ? [[language, `/${file}`]] : [];
      }));
      return { html: withStyles.replace('{ /* words by language */ }', () => JSON.stringify(words)), tags };
    },
  },
});

/** No chunk has styles or early fetches of its own, so that a dynamic import needs nothing of Vite's helper around it. */
const plainImports = (): Plugin => ({
  name: 'plimsoll-plain-imports',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined),
});

/** Below it a packed file saves nothing (wire: bodies over 1 KiB honour br and gzip). */
const PACKED_FROM_BYTES = 1024;

/** Writes each text file packed beside it, as tightly as can be: the server sends these as they are. */
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
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
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
    messagesPlugin(),
    react(),
    tailwindcss(),
    VitePWA({
      registerType: 'autoUpdate',
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
        // What was read of a language is kept, a few languages at most; the other 25 are not fetched for nobody.
        globIgnores: ['**/words-*.js'],
        navigateFallbackDenylist: SERVER_PATHS,
        runtimeCaching: [
          { urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/words-'), handler: 'CacheFirst', options: { cacheName: 'words', expiration: { maxEntries: 100 } } },
          { urlPattern: ({ url, sameOrigin }) => sameOrigin && /^\/(banners|icons|coins)\//.test(url.pathname), handler: 'StaleWhileRevalidate', options: { cacheName: 'drawings' } },
        ],
      },
    }),
    packTightly(),
  ],
  build: {
    target: 'es2023',
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What every visit needs travels in one piece: it packs better so, and nothing is fetched after something else.
        codeSplitting: { groups: [{ name: 'boot', test: isForEveryVisit }] },
        chunkFileNames: ({ moduleIds }) => {
          const language = moduleIds.map((id) => /virtual:plimsoll\/messages\/([\w-]+)$/.exec(id)?.[1]).find(Boolean);
          return language ? `assets/words-${language}-[hash].js` : 'assets/[name]-[hash].js';
        },
      },
    },
  },
});

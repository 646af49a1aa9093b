import { readFileSync } from 'node:fs';

const TITLES = new URL('../../apps/member/src/app/titles.ts', import.meta.url);

/** Every route of the app, as it lists them, except the first; of a coin's page, bitcoin's. */
export const ROUTES: readonly string[] = [
  ...readFileSync(TITLES, 'utf8').matchAll(/^ {2}(?:visitor|member)\('([^']+)'/gm),
].flatMap(([, path = '/']) => (path === '/' ? [] : path === '/coin' ? ['/coin/BTC'] : [path]));

export const VISITORS_ONLY: ReadonlySet<string> = new Set(['/register', '/login']);

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { addedByRoutes, readScreens } from './routes.ts';

const folder = mkdtempSync(join(tmpdir(), 'plimsoll-routes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const HOME = `import { HOME } from '../features/home/index.ts';`;
const routes = (more: string): string =>
  `${HOME}\nimport { LIST, SPOT } from '../features/spot/index.ts';\nconst SCREENS = {\n  '/': HOME,\n${more}};`;

test('a route weighs its chunks, the later styles and its words, without what the first view has', () => {
  write({
    'src/app/routes.tsx': routes(`  '/spot': SPOT,\n  '/list': LIST,\n`),
    'src/features/home/index.ts': `export const HOME = firstScreen(() => import('./home.tsx'));`,
    'src/features/spot/index.ts': [
      `export const SPOT = lazyScreen(['spot', 'chart'], () => import('./spot-screen.tsx'));`,
      `export const LIST = lazyScreen<ListProps>(\n  [],\n  () => import('./list-screen.tsx'),\n);`,
    ].join('\n'),
    'dist/.vite/manifest.json': JSON.stringify({
      'src/features/spot/spot-screen.tsx': { file: 'assets/spot-screen-AAAAAAAA.js', imports: ['_boot', '_lists'] },
      'src/features/spot/list-screen.tsx': { file: 'assets/list-screen-AAAAAAAA.js', imports: ['_boot'] },
      _lists: { file: 'assets/lists-AAAAAAAA.js', imports: ['_boot', '_lists'] },
      _boot: { file: 'assets/boot-AAAAAAAA.js' },
    }),
    'dist/assets/later-BBBBBBBB.css': 'l',
    'dist/assets/words-en.spot-CCCCCCCC.js': 'w',
    'dist/assets/words-en.chart-CCCCCCCC.js': 'w',
    'dist/assets/spot-screen-AAAAAAAA.js.br': 'x'.repeat(1000),
    'dist/assets/list-screen-AAAAAAAA.js.br': 'x'.repeat(300),
    'dist/assets/lists-AAAAAAAA.js.br': 'x'.repeat(100),
    'dist/assets/later-BBBBBBBB.css.br': 'x'.repeat(10),
    'dist/assets/words-en.spot-CCCCCCCC.js.br': 'x'.repeat(2),
    'dist/assets/words-en.chart-CCCCCCCC.js.br': 'x'.repeat(3),
  });
  const screens = readScreens(folder);
  expect(screens.map(({ path, words }) => [path, ...words])).toEqual([['/spot', 'spot', 'chart'], ['/list']]);
  expect(addedByRoutes(join(folder, 'dist'), screens, new Set(['assets/boot-AAAAAAAA.js']))).toEqual([
    { name: '/spot', bytes: 1115 },
    { name: '/list', bytes: 310 },
  ]);
});

test('a route whose screen is not found is an error, so that none goes unweighed', () => {
  write({ 'src/app/routes.tsx': routes(`  '/lost': LOST,\n`) });
  expect(() => readScreens(folder)).toThrow('undefined');
});

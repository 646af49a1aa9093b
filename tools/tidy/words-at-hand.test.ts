import { expect, test } from 'vitest';
import { wordsAtHand } from './rules/words-at-hand.ts';

const app = (path: string) => `apps/member/src/${path}`;
const wordsOf = (slice: string) => `const t = useTranslations('${slice}.form');`;

/** Findings on these files, with a first view that uses the words of `app`. */
function judge(house: Readonly<Record<string, string>>): string[] {
  const files = Object.entries(house).map(([path, text]) => ({ path, text }));
  return wordsAtHand(['app'])(files).map(({ path, line, sentence }) => `${path}:${line} ${sentence}`);
}

const index = app('features/spot/index.ts');
const spot = (words: string, extra: Readonly<Record<string, string>> = {}) => ({
  [app('main.tsx')]: `import { SPOT } from './features/spot/index.ts';\n${wordsOf('app')}`,
  [index]: `\nexport const SPOT = lazyScreen([${words}], () => import('./spot-screen.tsx'));`,
  [app('features/spot/spot-screen.tsx')]:
    `import { Form } from './form.tsx';\nimport type { Row } from '../market/row.tsx';\n${wordsOf('app')}`,
  [app('features/spot/form.tsx')]: wordsOf('spot'),
  [app('features/market/row.tsx')]: wordsOf('market'),
  ...extra,
});

test('a screen that names the slices it says has its words at hand, whatever says them', () => {
  expect(judge(spot(`'spot'`))).toEqual([]);
});

test('a screen that forgets a slice, or names one it does not say, is found', () => {
  expect(judge(spot(''))).toEqual([expect.stringMatching(/index\.ts:2 .*form\.tsx, which uses words of spot/)]);
  expect(judge(spot(`'spot', 'market'`))).toEqual([expect.stringMatching(/index\.ts:2 .*no words of market/)]);
});

test('what the first view brings says the words of the first view alone', () => {
  const house = spot(`'spot'`);
  const main = app('main.tsx');
  expect(judge({ ...house, [main]: `import { Form } from './features/spot/form.tsx';` })).toEqual([
    expect.stringContaining(`${main}:1 `),
  ]);
  expect(judge({ ...house, [main]: `export const Later = lazy(() => import('./features/spot/form.tsx'));` })).toEqual([
    expect.stringContaining(`${main}:1 `),
  ]);
  expect(judge({ ...house, [index]: `export const SPOT = firstScreen(() => import('./spot-screen.tsx'));` })).toEqual([
    expect.stringContaining(`${index}:1 `),
  ]);
});

test('of an index only what the imported names bring counts', () => {
  const entry = {
    [app('features/market/index.ts')]: `export { Row, Cell } from './row.tsx';\nexport { quick } from './quick.ts';`,
    [app('features/market/quick.ts')]: '',
  };
  const using = (line: string) =>
    spot(`'spot'`, { ...entry, [app('features/spot/form.tsx')]: `${line}\n${wordsOf('spot')}` });
  expect(judge(using(`import { quick } from '../market/index.ts';`))).toEqual([]);
  expect(judge(using(`import { quick, Row } from '../market/index.ts';`))).toEqual([
    expect.stringContaining('words of market'),
  ]);
  expect(judge(using(`import * as market from '../market/index.ts';`))).toEqual([
    expect.stringContaining('words of market'),
  ]);
});

test('the kit uses words of the first view only', () => {
  expect(judge({ 'packages/ui/src/a.tsx': wordsOf('app'), 'packages/ui/src/b.tsx': `\n${wordsOf('spot')}` })).toEqual([
    expect.stringContaining('packages/ui/src/b.tsx:2'),
  ]);
});

test('words of no slice and screens of another form are findings', () => {
  expect(judge(spot(`'spot'`, { [app('a.tsx')]: 'const t = useTranslations();' }))).toEqual([
    expect.stringContaining('a.tsx:1'),
  ]);
  expect(
    judge(spot(`'spot'`, { [app('b.ts')]: 'const words = [];\nexport const B = lazyScreen(words, load);' })),
  ).toEqual([expect.stringContaining('b.ts:2')]);
});

test('a part that is loaded later in one place and passed on in another brings its words there', () => {
  const stars = app('features/stars/index.ts');
  const house = (words: string) =>
    spot(words, {
      [app('features/spot/form.tsx')]: `import { OwnStar } from '../stars/index.ts';\n${wordsOf('spot')}`,
      [stars]: `export { default as OwnStar } from './own-star.tsx';\nexport const STAR = lazyScreen(['stars'], () => import('./own-star.tsx'));`,
      [app('features/stars/own-star.tsx')]: wordsOf('stars'),
    });
  expect(judge(house(`'spot', 'stars'`))).toEqual([]);
  expect(judge(house(`'spot'`))).toEqual([expect.stringMatching(/own-star\.tsx, which uses words of stars/)]);
});

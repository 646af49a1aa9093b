import { expect, test } from 'vitest';
import type { Rule, SourceFile } from './house.ts';
import { importsOf } from './imports.ts';
import { betweenLayers, betweenRooms, noCircles, throughTheIndex } from './rules/arrows.ts';
import { consoleKept } from './rules/console-kept.ts';
import { contractKept } from './rules/contract-kept.ts';
import { noCycles } from './rules/cycles.ts';
import { docstrings } from './rules/docstrings.ts';
import { exactMoney } from './rules/exact-money.ts';
import { decodedPaths, finished, kebabNames, migrationNumbers, noMachine, shortFiles } from './rules/form.ts';
import { codesAtHome, lightContract } from './rules/light-contract.ts';
import { oneClock } from './rules/one-clock.ts';
import { namedAsRules, noFixedWaits } from './rules/tests.ts';
import { wordsUsed } from './rules/words-used.ts';

/** Findings of a rule on these files, as `path:line`. */
function judge(rule: Rule, house: Readonly<Record<string, string>>): string[] {
  const files: SourceFile[] = Object.entries(house).map(([path, text]) => ({ path, text }));
  return rule(files).map(({ path, line }) => `${path}:${line}`);
}
/** Concatenated, so that this file does not break the rules it tests. */
const call = (name: string, rest: string) => `${name}(${rest})`;
const server = (path: string) => `apps/server/src/${path}`;

test('every form of import is read', () => {
  const text = [
    `import a from './a.ts';`,
    `import {`,
    `  b,`,
    `} from '../b.ts';`,
    `import type { C } from 'c';`,
    `import 'd.css';`,
    `export * from './e.ts';`,
    `export { f } from './f.ts';`,
    `export const g = 'from nowhere';`,
    `const h = await import('./h.ts');`,
  ].join('\n');
  expect(
    importsOf({ path: 'x/y/z.ts', text }).map(({ from, path, isType, line }) => [from, path, isType, line]),
  ).toEqual([
    ['./a.ts', 'x/y/a.ts', false, 1],
    ['../b.ts', 'x/b.ts', false, 2],
    ['c', undefined, true, 5],
    ['d.css', undefined, false, 6],
    ['./e.ts', 'x/y/e.ts', false, 7],
    ['./f.ts', 'x/y/f.ts', false, 8],
    ['./h.ts', 'x/y/h.ts', false, 10],
  ]);
});

test.each([
  ['packages/money/src/a.ts', '@plimsoll/contract', true],
  ['packages/contract/src/a.ts', '@plimsoll/money', false],
  ['packages/ui/src/a.tsx', '@plimsoll/contract', true],
  ['apps/server/src/a.ts', '@plimsoll/ui', true],
  ['apps/server/src/a.ts', '@plimsoll/i18n/server', false],
  ['apps/member/src/a.ts', '@plimsoll/server', true],
  ['apps/member/src/a.ts', '@plimsoll/contract/operator', true],
  ['apps/console/src/a.ts', '@plimsoll/contract/operator', false],
  ['apps/member/src/a.ts', '../../server/src/main.ts', true],
  ['apps/member/src/a.ts', '@plimsoll/ui', false],
  ['apps/member/src/a.ts', '../../../packages/ui/src/index.ts', true],
  ['tools/a.ts', '../apps/server/src/config.ts', false],
])('between rooms, %s using %s is wrong: %s', (path, used, isWrong) => {
  expect(judge(betweenRooms, { [path]: `\nimport { x } from '${used}';` })).toEqual(isWrong ? [`${path}:2`] : []);
});

test.each([
  ['platform/a.ts', '../ledger/index.ts', true],
  ['platform/a.ts', '../config.ts', true],
  ['ledger/a.ts', '../market/types.ts', true],
  ['ledger/a.ts', '../platform/db.ts', false],
  ['market/a/b.ts', '../../features/spot/index.ts', true],
  ['features/spot/a.ts', '../../market/types.ts', false],
  ['features/spot/a.ts', '../../main.ts', true],
  ['features/spot/a.ts', '../../testing/index.ts', true],
  ['features/spot/a.test.ts', '../../testing/index.ts', false],
  ['main.ts', './features/spot/index.ts', false],
])('inside the server, %s using %s is wrong: %s', (path, used, isWrong) => {
  expect(judge(betweenLayers, { [server(path)]: `import { x } from '${used}';` })).toEqual(
    isWrong ? [`${server(path)}:1`] : [],
  );
});

test('inside the app, features do not use the shell', () => {
  const path = 'apps/member/src/features/spot/screen.tsx';
  expect(
    judge(betweenLayers, {
      [path]: `import { x } from '../../app/routes.tsx';\nimport '../../app.css';\nimport { y } from '../../platform/client.ts';`,
    }),
  ).toEqual([`${path}:1`]);
});

test('a slice is used through its index, by tests too', () => {
  const path = server('features/spot/place-order.test.ts');
  const text = `import { a } from '../site/index.ts';\nimport { b } from '../site/settings.ts';\nimport { c } from './walk.ts';`;
  expect(judge(throughTheIndex, { [path]: text })).toEqual([`${path}:2`]);
});

test.each([
  ['features/spot/place-order.ts', '../../market/index.ts', false],
  ['features/spot/place-order.ts', '../../market/types.ts', true],
  ['features/spot/place-order.ts', '../../market/feeds/index.ts', true],
  ['features/spot/place-order.ts', '../../ledger/writer.ts', true],
  ['features/spot/place-order.test.ts', '../../market/types.ts', false],
  ['testing/manual-market.ts', '../market/types.ts', false],
  ['market/feeds/a.ts', '../types.ts', false],
  ['server.ts', './market/types.ts', true],
])('a room is used through its index: %s using %s is wrong: %s', (path, used, isWrong) => {
  expect(judge(throughTheIndex, { [server(path)]: `import { x } from '${used}';` })).toEqual(
    isWrong ? [`${server(path)}:1`] : [],
  );
});

test('slices that use each other in a circle are found, tests aside', () => {
  const use = (slice: string) => `import { x } from '../${slice}/index.ts';`;
  const row = { [server('features/a/x.ts')]: use('b'), [server('features/b/x.ts')]: `\n${use('c')}` };
  expect(judge(noCircles, { ...row, [server('features/c/x.test.ts')]: use('a') })).toEqual([]);
  expect(judge(noCircles, { ...row, [server('features/c/x.ts')]: use('a') })).toEqual([
    `${server('features/a/x.ts')}:1`,
    `${server('features/b/x.ts')}:2`,
    `${server('features/c/x.ts')}:1`,
  ]);
});

test('a file of the contract that reaches zod stays out of the browser, its types do not', () => {
  const house = {
    'packages/contract/src/call.ts': `import { z } from 'zod';`,
    'packages/contract/src/index.ts': `import * as call from './call.ts';`,
    'packages/contract/src/reasons.ts': `import type { z } from 'zod';`,
  };
  const path = 'apps/member/src/a.ts';
  const text = `import type { Call } from '@plimsoll/contract';\nimport { REASON_CODES } from '@plimsoll/contract/reasons';\nimport { SIDE } from '@plimsoll/contract';`;
  expect(judge(lightContract, { ...house, [path]: text })).toEqual([`${path}:3`]);
});

test('a number of the wire is declared in one place, which browsers can import, and compared with by its name', () => {
  const codes = 'packages/contract/src/codes/assets.ts';
  const house = { [codes]: `export const RECORD_STATUS = { pending: 1, completed: 2 } as const;` };
  const path = 'apps/console/src/features/funding/a.ts';
  const wrong = `const PENDING = 1;\nconst isOver = record.status === 2;\nconst isOn = flags.recharge_status === 1;\nconst isGone = error.status === 0 || response.status === 204;\nconst PAGES = 1;\nexport const IS_PENDING = 1;`;
  expect(judge(codesAtHome, { ...house, [path]: wrong })).toEqual([`${path}:1`, `${path}:6`, `${path}:2`]);
  expect(judge(codesAtHome, { ...house, [path.replace('a.ts', 'a.test.ts')]: wrong })).toEqual([]);
  expect(judge(codesAtHome, { [codes]: `import { z } from 'zod';` })).toEqual([`${codes}:1`]);
  expect(
    judge(lightContract, { ...house, [path]: `import { RECORD_STATUS } from '@plimsoll/contract/codes/assets';` }),
  ).toEqual([]);
});

test('a call without route or test, and a reason without words, are found', () => {
  const house = {
    'packages/contract/src/spot.ts': `\nexport const upbbbuy = call({});\nexport const other = call({});`,
    [server('features/spot/routes.ts')]: 'memberRoute(upbbbuy, placeOrder)',
    [server('features/spot/place-order.test.ts')]: `post('upbbbuy')`,
    'packages/i18n/locales/en/reasons.json': '{"bad_id": "x", "gone": "y"}',
  };
  expect(judge(contractKept(['upbbbuy'], ['bad_id', 'gone']), house)).toEqual([]);
  expect(judge(contractKept(['upbbbuy', 'other'], ['bad_id', 'bad_value']), house)).toEqual([
    'packages/contract/src/spot.ts:3',
    'packages/contract/src/spot.ts:3',
    'packages/i18n/locales/en/reasons.json:1',
    'packages/i18n/locales/en/reasons.json:1',
  ]);
});

test('a console call without a route, and words of no reason of the console, are found', () => {
  const house = {
    'packages/contract/src/operator/coins.ts': [
      `export const listCoins = operatorCall('GET', '/coins', {`,
      `export const { list: listMarkets, change: changeMarket } = crudCalls('markets', {`,
      `export const { list: listTerms } = crudCalls('terms', {`,
    ].join('\n'),
    [server('features/catalogue/operator-routes.ts')]:
      'operatorRoute(listCoins, list), ...crudRoutes({ list: listMarkets })',
    [server('features/catalogue/other.ts')]: 'changeMarket, listTerms',
    'packages/i18n/locales/en/problems.json': '{"forbidden":"No","bad_password":"Longer","left_over":"?"}',
  };
  expect(judge(consoleKept(['forbidden', 'in_use'], ['bad_password']), house)).toEqual([
    'packages/contract/src/operator/coins.ts:2',
    'packages/contract/src/operator/coins.ts:3',
    'packages/i18n/locales/en/problems.json:1',
    'packages/i18n/locales/en/problems.json:1',
  ]);
});

test('words that nothing uses are found, also through keys with gaps', () => {
  const code = "t('title'); t(`status.${status}`); const KEYS = { first: 'x' }; text(`${t('inside')}`);";
  const words = { title: 'a', status: { open: 'b' }, first: 'c', inside: 'd', left: 'e', other: { open: 'f' } };
  expect(
    judge(wordsUsed, {
      'apps/member/src/a.tsx': code,
      'packages/i18n/locales/en/home.json': JSON.stringify(words),
      'packages/i18n/locales/de/home.json': '{"left":"e"}',
    }),
  ).toEqual(['packages/i18n/locales/en/home.json:1', 'packages/i18n/locales/en/home.json:1']);
});

test('a float on what may be money is found unless it says why it is none', () => {
  const lines = [
    `const a = Number(row.price);`,
    `const b = Number(row.id);`,
    `const c = parseFloat(text);`,
    `const d = Math.round(elapsedMs);`,
    `// not money: a share of the bar's width`,
    `const e = Math.round(rate * 100);`,
    `const f = amount.toFixed(2);`,
    `const g = toNumber(x); // not money: a chart`,
  ];
  const path = server('features/spot/a.ts');
  expect(judge(exactMoney, { [path]: lines.join('\n'), [server('market/a.ts')]: lines.join('\n') })).toEqual(
    [1, 3, 7].map((line) => `${path}:${line}`),
  );
});

test('the server asks the machine for the time in one place', () => {
  const text = 'const a = Date.now();\nconst b = new Date(a);\nconst c = new Date();';
  const path = server('features/spot/a.ts');
  expect(judge(oneClock, { [path]: text, [server('platform/clock.ts')]: text })).toEqual([`${path}:1`, `${path}:3`]);
});

test('exported functions need a docstring, other exports and tests do not', () => {
  const text = [
    `/** Says. */`,
    `export function a() {}`,
    `export async function b() {}`,
    `export const c = (x: number) => x;`,
    `export const D = 5;`,
    `export const e = async <T>(x: T): Promise<T> => x;`,
    `export interface F {}`,
    `export const g = sql<Row>('x', 'y');`,
  ].join('\n');
  const path = server('ledger/a.ts');
  expect(
    judge(docstrings, { [path]: text, [server('ledger/a.test.ts')]: text, [server('platform/a.ts')]: text }),
  ).toEqual([3, 4, 6].map((line) => `${path}:${line}`));
});

test('long files, odd names, and numbers given twice are found', () => {
  expect(
    judge(shortFiles, {
      'tools/a.ts': 'x\n'.repeat(500),
      'tools/b.ts': 'x\n'.repeat(501),
      'docs/c.md': 'x\n'.repeat(999),
    }),
  ).toEqual(['tools/b.ts:501']);
  expect(
    judge(kebabNames, {
      'tools/a-b.test.ts': '',
      'tools/aB.ts': '',
      'docs/WIRE.md': '',
      'packages/i18n/locales/zh-TW/x.json': '',
      '.ci/run': '',
    }),
  ).toEqual(['tools/aB.ts:1']);
  const migrations = {
    'apps/server/migrations/0001_ledger.sql': '',
    'apps/server/migrations/0001_spot.sql': '',
    'apps/server/migrations/2-x.sql': '',
  };
  expect(judge(kebabNames, migrations)).toEqual(['apps/server/migrations/2-x.sql:1']);
  expect(judge(migrationNumbers, migrations)).toEqual(['apps/server/migrations/0001_spot.sql:1']);
});

test('what is unfinished, and what belongs to one machine, is found', () => {
  const later = ['TO', 'DO'].join('');
  expect(
    judge(finished, { 'tools/a.ts': `// ${later}: later\n${call('test.only', `'x y'`)}\nconst mastodon = 1;` }),
  ).toEqual(['tools/a.ts:1', 'tools/a.ts:2']);
  const home = ['', 'root', 'x'].join('/');
  expect(
    judge(noMachine, { 'a.md': `see ${home}\nsee apps${home}`, 'package-lock.json': `{\n"resolved": "https://x"` }),
  ).toEqual(['a.md:1', 'package-lock.json:2']);
});

test('a test is named as a rule, and waits for the thing', () => {
  const path = 'e2e/a.spec.ts';
  const names = [
    call('test', `'it should work', f`),
    call('test', `'works', f`),
    call('test', `'a second approval is refused', f`),
    call(call('test.each', '[[1]]'), `'%j is no id', f`),
    call(call('test.each', '[1]'), `'ids', f`),
  ];
  expect(judge(namedAsRules, { [path]: names.join('\n') })).toEqual([1, 2, 5].map((line) => `${path}:${line}`));
  const waits = [
    call('await page.waitForTimeout', '500'),
    call('await sleep', '5'),
    call('setTimeout', 'done, 1000'),
    call('vi.waitUntil', 'ready, 1000'),
    call('setTimeout', 'done, 0'),
  ];
  expect(judge(noFixedWaits, { [path]: waits.join('\n') })).toEqual([1, 2, 3].map((line) => `${path}:${line}`));
});

test('a path is not what its address spells', () => {
  const named = (what: string) => `const A = new URL('./a', import.meta.url)${what};`;
  expect(
    judge(decodedPaths, { 'tools/a.ts': named(['.path', 'name'].join('')), 'tools/b.ts': named('.href') }),
  ).toEqual(['tools/a.ts:1']);
});

test('neither files nor slices import one another in a circle, by types or later either', () => {
  const slice = (path: string) => `apps/member/src/features/${path}`;
  expect(
    judge(noCycles, {
      'bench/a.ts': `import { b } from './b.ts';`,
      'bench/b.ts': `import type { A } from './a.ts';`,
      'bench/c.ts': `import { a } from './a.ts';`,
      [slice('spot/index.ts')]: `export const SPOT = lazyScreen([], () => import('./screen.tsx'));`,
      [slice('spot/screen.tsx')]: `import { x } from '../loans/index.ts';`,
      [slice('loans/index.ts')]: `export { x } from './x.ts';`,
      [slice('loans/x.ts')]: '',
      [slice('loans/screen.tsx')]: `import { SPOT } from '../spot/index.ts';`,
    }),
  ).toEqual(['bench/a.ts:1', `${slice('loans')}:1`]);
});
